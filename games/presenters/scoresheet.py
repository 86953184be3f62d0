"""A score sheet for a real table, to be printed: plots for houses or an empty peg board, columns, the rules in short.

Pure: a ruleset and names in, finished texts and values out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.presenters.pegs import PegBoard, is_pegged, peg_board
from games.rules.ruleset import Ruleset, nearest
from games.words import rules as words

if TYPE_CHECKING:
    from datetime import datetime

    from games.presenters.tally import Tally

A4, LETTER = "a4", "letter"
HOUSE = 50
ROUNDS = 10
#: Where there are many plots or holes, there is room for fewer rounds.
MANY_PLOTS, MANY_HOLES = 16, 250
FEWER_ROUNDS = 7
#: On a whole page the board is as wide as the page, but its holes need not be larger than a thumb tack.
PIXELS = 2.9


@dataclass(frozen=True)
class SheetSide:
    """Who scores together; an empty *name* is a line to write on. *number* counts from 1.

    *tally*: the strokes of a match that was played, None on an empty sheet.
    """

    number: int
    name: str
    tally: Tally | None = None

    @property
    def index(self) -> int:
        return self.number - 1


class Cells(NamedTuple):
    """What a side made in a round, in figures: in play, at its end, and its score then. Empty: to write on."""

    in_play: str = ""
    at_the_end: str = ""
    score: str = ""


class SheetRow(NamedTuple):
    """A round, counted from 1, with the cells of each side."""

    number: int
    sides: tuple[Cells, ...]


@dataclass(frozen=True)
class ScoreSheet:
    """One page. *houses* empty plots a side, or an empty board; neither where only figures will do."""

    title: str
    players: str
    goal: str
    fingerprint: str
    paper: str
    sides: tuple[SheetSide, ...]
    houses: range
    pegs: PegBoard | None
    rounds: tuple[SheetRow, ...]
    rules: tuple[str, ...]
    at: datetime | None = None


def score_sheet(ruleset: Ruleset, names: Sequence[str] = (), *, paper: str = A4, title: str = "") -> ScoreSheet:
    """The sheet for this ruleset. *names* are those of the seats, "" for one that is written in by hand."""
    sides = tuple(SheetSide(number, _together(ruleset, seats, names)) for number, seats in enumerate(ruleset.sides, 1))
    houses = math.ceil(ruleset.target / HOUSE) if ruleset.points_per_five == 5 else 0
    board = _board(ruleset, sides)
    fewer = (ruleset.target if board else 0) * len(sides) > MANY_HOLES or houses * len(sides) > MANY_PLOTS
    return ScoreSheet(
        title=title or words.ruleset_name(ruleset),
        players=words.players_words(ruleset),
        goal=words.target_words(ruleset),
        fingerprint=ruleset.fingerprint,
        paper=paper,
        sides=sides,
        houses=range(houses),
        pegs=board,
        rounds=tuple(empty_row(number, len(sides)) for number in range(1, (FEWER_ROUNDS if fewer else ROUNDS) + 1)),
        rules=five_lines(ruleset),
    )


def empty_row(number: int, sides: int) -> SheetRow:
    """A round that is to be written down."""
    return SheetRow(number, (Cells(),) * sides)


def five_lines(ruleset: Ruleset) -> tuple[str, ...]:
    """The rules in five lines: deal, turns and leads, doubles, points, the end."""
    turns = (words.direction_words(ruleset), words.lead_words(ruleset))
    return (
        words.tiles_words(ruleset),
        " ".join(turns if ruleset.players > 2 else turns[1:]),
        words.spinner_words(ruleset),
        " ".join([words.scoring_words(ruleset), *_calling(ruleset)]),
        f"{words.settlement_words(ruleset)} {words.target_words(ruleset)}",
    )


def _calling(ruleset: Ruleset) -> list[str]:
    return words.calling_lines(ruleset) if ruleset.calling == "muggins" else []


def sheet_query(ruleset: Ruleset) -> str:
    """The part of an address that names this ruleset to the form of the score sheet (and to that of a new table).

    >>> from games.rules.ruleset import change, preset
    >>> sheet_query(change(preset("five_up", 4), partners=False, target=31))
    'preset=five_up&players=alone&target=31'
    """
    usual, changes = nearest(ruleset)
    who = "alone" if ruleset.players == 4 and not ruleset.partners else str(ruleset.players)
    changed = {change.field: _text(change.value) for change in changes if change.field != "partners"}
    return urlencode({"preset": usual.name, "players": who, **changed})


def _text(value: object) -> str:
    """A setting as the form spells it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _together(ruleset: Ruleset, seats: Sequence[int], names: Sequence[str]) -> str:
    written = [names[seat] for seat in seats if seat < len(names) and names[seat]]
    if len(written) == 2:
        return _("%(first)s & %(second)s") % {"first": written[0], "second": written[1]}
    return written[0] if written and not ruleset.partners else ""


def _board(ruleset: Ruleset, sides: Sequence[SheetSide]) -> PegBoard | None:
    if not is_pegged(ruleset):
        return None
    return peg_board([side.name for side in sides], (), ruleset.target, pixels=PIXELS)
