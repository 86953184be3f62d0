"""The score sheet of a match that was played: its rounds in the rows, its strokes in the plots, or its pegs."""

from __future__ import annotations

from dataclasses import replace

from games.past import Past
from games.presenters.past import seat_facts
from games.presenters.pegs import peg_board
from games.presenters.people import seat_name
from games.presenters.scoresheet import PIXELS, Cells, ScoreSheet, SheetRow, score_sheet
from games.presenters.tally import tally
from games.rules.retrace import Position
from games.words.tiles import figure


def kept_sheet(past: Past, paper: str) -> ScoreSheet:
    """The sheet with the rounds that are over; rows that are left stay empty, for the match may go on."""
    names = [seat_name(seat) for seat in seat_facts(past)]
    sheet = score_sheet(past.ruleset, names, paper=paper)
    ends = [at for at in past.positions if at.is_last_of_round]
    rows = tuple(_row(past, at, len(sheet.sides)) for at in ends)
    scores = [at.match.scores for at in ends[-2:]] or [(0,) * len(sheet.sides)]
    sides = [replace(side, tally=tally(scores[-1][side.index], past.ruleset)) for side in sheet.sides]
    board = sheet.pegs and peg_board(
        [side.name for side in sheet.sides], scores[-1], past.ruleset.target, previous=scores[0], pixels=PIXELS
    )
    rounds = (*rows, *sheet.rounds[len(rows) :])
    return replace(sheet, sides=tuple(sides), pegs=board, rounds=rounds, at=past.at)


def _row(past: Past, at: Position, sides: int) -> SheetRow:
    number = at.spot.round_no
    return SheetRow(number, tuple(_cells(past, number, side, figure(at.match.scores[side])) for side in range(sides)))


def _cells(past: Past, number: int, side: int, score: str) -> Cells:
    mine = [credit for credit in past.trace.credits if credit.spot.round_no == number and credit.side == side]
    in_play = sum(credit.points for credit in mine if not credit.settled)
    return Cells(figure(in_play), figure(sum(credit.points for credit in mine if credit.settled)), score)
