"""The one bridge from rows to rules: stored deal and stored moves are folded to a state. Nothing else is the truth."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from games.models import Move, Round
from games.rules import matches
from games.rules.errors import IllegalMove, NotationError, RulesetError
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.rules.tiles import Tile, tile

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Match
    from games.rules.events import Event
    from games.rules.matches import MatchState

MEMO_SIZE = 500


class ReplayError(Exception):
    """The rows of a match do not fold; the sentence names the round and the move."""


class MoveRow(NamedTuple):
    """The columns of a move that the fold needs; a tuple costs a fifth of a model instance."""

    round_id: int
    number: int
    seat: int
    text: str
    by: str
    version: int


@dataclass(frozen=True)
class Happening:
    """One stored deal or move, and what it led to. Drawn tiles are in the events: never hand these to a page."""

    version: int
    round_number: int
    by: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Replayed:
    """A match folded up to a version, with the row of its present round and what happened in it.

    All tiles are in it: a viewer gets a Sight instead (see `games.selectors`).
    """

    match: MatchState
    version: int
    happenings: tuple[Happening, ...]
    present: Round | None = None

    @property
    def moves(self) -> int:
        """How many moves the present round has."""
        return max(0, len(self.happenings) - 1)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the present round, in order."""
        return tuple(event for happening in self.happenings for event in happening.events)


class _Memo:
    """The states at which rounds began. Finished rounds never change, so only the present one is folded each time.

    Keyed by the match's code (never used again, unlike a primary key) and the version of the round's deal.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: OrderedDict[tuple[str, int], MatchState] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, int]) -> MatchState | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def put(self, key: tuple[str, int], value: MatchState) -> None:
        with self._lock:
            self._known[key] = value
            while len(self._known) > self._size:
                self._known.popitem(last=False)


_memo = _Memo(MEMO_SIZE)


def load(match: Match) -> Replayed:
    """Fold the rows of a match as of `match.version`. ReplayError when they do not fold.

    Rows of a later version, which another process may have added since `match` was read, are left out.
    """
    ruleset = ruleset_of(match.ruleset)
    rounds = Round.objects.filter(match_id=match.pk, version__lte=match.version)
    present = rounds.order_by("-number").first()
    if present is None:
        return Replayed(matches.new_match(ruleset), match.version, ())
    before = _memo.get((match.code, present.version))
    if before is None:
        before = _before(match, ruleset, list(rounds.filter(number__lt=present.number).order_by("number")))
        _memo.put((match.code, present.version), before)
    moves = Move.objects.filter(round_id=present.pk, version__lte=match.version)
    value, happenings = _fold_round(before, present, rows_of(moves))
    return Replayed(value, match.version, happenings, present)


def _before(match: Match, ruleset: Ruleset, rounds: Sequence[Round]) -> MatchState:
    """The state after the finished rounds."""
    moves = rows_of(Move.objects.filter(match_id=match.pk, round__in=rounds))
    return fold(ruleset, rounds, moves)[0]


def rows_of(moves: QuerySet[Move]) -> list[MoveRow]:
    """The rows of a queryset of moves, in order."""
    return list(map(MoveRow._make, moves.order_by("version").values_list(*MoveRow._fields)))


def fold(ruleset: Ruleset, rounds: Sequence[Round], moves: Sequence[MoveRow]) -> tuple[MatchState, list[Happening]]:
    """All rounds of a match, folded without a query; and everything that happened."""
    value = matches.new_match(ruleset)
    by_round: dict[int, list[MoveRow]] = {row.pk: [] for row in rounds}
    for move in moves:
        by_round[move.round_id].append(move)
    happenings: list[Happening] = []
    for row in rounds:
        value, happened = _fold_round(value, row, by_round[row.pk])
        happenings += happened
    return value, happenings


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


def _fold_round(value: MatchState, row: Round, moves: Sequence[MoveRow]) -> tuple[MatchState, tuple[Happening, ...]]:
    try:
        step = matches.start_round(value, tiles_of(row), row.leader, row.leader_by)
    except NotationError as error:
        raise ReplayError(f"round {row.number}: {error}") from error
    happenings = [Happening(row.version, row.number, "deal", step.events)]
    for move in moves:
        step = _step(step.match, row, move)
        happenings.append(Happening(move.version, row.number, move.by, step.events))
    return step.match, tuple(happenings)


def _step(value: MatchState, row: Round, move: MoveRow) -> matches.Step:
    turn = value.round.turn if value.round else None
    try:
        if turn != move.seat:
            raise ReplayError(f"{_where(row, move)}: seat {move.seat} is not on turn")
        return matches.play(value, parse_move(move.text))
    except (NotationError, IllegalMove) as error:
        raise ReplayError(f"{_where(row, move)}: {error}") from error


def _where(row: Round, move: MoveRow) -> str:
    return f"round {row.number}, move {move.number} ({move.text})"
