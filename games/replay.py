"""The one bridge from rows to rules: stored deal and stored moves are folded to a state. Nothing else is the truth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.models import Move, Round
from games.rules import matches
from games.rules.errors import IllegalMove, NotationError, RulesetError
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.rules.tiles import Tile, tile

if TYPE_CHECKING:
    from games.models import Match
    from games.rules.events import Event
    from games.rules.matches import MatchState


class ReplayError(Exception):
    """The rows of a match do not fold; the sentence names the round and the move."""


@dataclass(frozen=True)
class Happening:
    """One stored deal or move, and what it led to. Drawn tiles are in the events: never hand these to a page."""

    version: int
    round_number: int
    by: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Replayed:
    """A match folded up to a version; all tiles are in it: a viewer gets a Sight instead (`games.selectors`)."""

    match: MatchState
    version: int
    happenings: tuple[Happening, ...]

    def in_round(self, number: int) -> tuple[Happening, ...]:
        return tuple(happening for happening in self.happenings if happening.round_number == number)


def load(match: Match) -> Replayed:
    """Fold the rows of a match as of `match.version`. ReplayError when they do not fold.

    Rows of a later version, which another process may have added since `match` was read, are left out.
    """
    rounds = Round.objects.filter(match_id=match.pk, version__lte=match.version).order_by("number")
    moves = Move.objects.filter(match_id=match.pk, version__lte=match.version).order_by("version")
    return fold(match.ruleset, list(rounds), list(moves), match.version)


def fold(ruleset: object, rounds: Sequence[Round], moves: Iterable[Move], version: int) -> Replayed:
    """The fold itself, without a query."""
    value = matches.new_match(ruleset_of(ruleset))
    happenings: list[Happening] = []
    by_round: dict[int, list[Move]] = {row.pk: [] for row in rounds}
    for move in moves:
        if move.round_id not in by_round:
            raise ReplayError(f"the move of version {move.version} belongs to no round")
        by_round[move.round_id].append(move)
    for row in rounds:
        value = _deal(value, row, happenings)
        for move in by_round[row.pk]:
            value = _play(value, row, move, happenings)
    return Replayed(value, version, tuple(happenings))


def ruleset_of(data: object) -> Ruleset:
    """The ruleset stored with a match; ReplayError when it is none that can be played."""
    try:
        if not isinstance(data, dict):
            raise ReplayError("the ruleset is not an object")
        return Ruleset.from_dict(data)
    except RulesetError as error:
        raise ReplayError(f"ruleset: {error}") from error


def tiles_of(row: Round) -> tuple[Tile, ...]:
    """The 28 tiles of a round in dealt order; NotationError when a word is no tile."""
    return tuple(tile(word) for word in row.tiles.split())


def _deal(value: MatchState, row: Round, happenings: list[Happening]) -> MatchState:
    try:
        step = matches.start_round(value, tiles_of(row), row.leader, row.leader_by)
    except (NotationError, RulesetError, ValueError) as error:
        raise ReplayError(f"round {row.number}: {error}") from error
    happenings.append(Happening(row.version, row.number, "deal", tuple(step.events)))
    return step.match


def _play(value: MatchState, row: Round, move: Move, happenings: list[Happening]) -> MatchState:
    where = f"round {row.number}, move {move.number} ({move.text})"
    turn = value.round.turn if value.round else None
    if turn != move.seat:
        raise ReplayError(f"{where}: seat {move.seat} is not on turn")
    try:
        step = matches.play(value, parse_move(move.text))
    except (NotationError, IllegalMove) as error:
        raise ReplayError(f"{where}: {error}") from error
    happenings.append(Happening(move.version, row.number, move.by, tuple(step.events)))
    return step.match
