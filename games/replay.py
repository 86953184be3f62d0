"""The one bridge from rows to rules: stored deal, moves and calls are folded to a state. Nothing else is the truth."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from accounts.prepared import Prepared, PreparedObjects
from games.models import Call, Move, MoveBy, Round
from games.rules import matches
from games.rules.errors import IllegalMove, NotationError, RulesetError
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.rules.tiles import Tile, tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

    from games.models import Match
    from games.rules.events import Event
    from games.rules.matches import MatchState

T = TypeVar("T")

MEMO_SIZE = 500
#: By whom a window was closed is nobody's business: what closed it stands beside it.
CLOSE = "close"


class ReplayError(Exception):
    """The rows of a match do not fold; the sentence names the round and the move."""


class MoveRow(NamedTuple):
    """The columns of a move that the fold needs; a tuple costs a fifth of a model instance."""

    id: int
    round_id: int
    number: int
    seat: int
    text: str
    by: str
    version: int
    claim: int | None
    closed_version: int | None


class CallRow(NamedTuple):
    """The columns of a «Muggins!» that the fold needs."""

    move_id: int
    seat: int
    points: int
    robot: bool
    version: int


Calls = dict[int, list[CallRow]]


@dataclass(frozen=True)
class Happening:
    """One stored deal, move or call, or a window's closing, and what it led to.

    `by` is "deal", a `MoveBy` (of a call: "person" or "robot", whichever robot plays the seat), or "close". Drawn tiles
    and counts that are not told yet are in the events: never hand these to a page.
    """

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
    moves: int = 0  # how many the present round has

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the present round, in order."""
        return tuple(event for happening in self.happenings for event in happening.events)


class _Memo(Generic[T]):
    """What is known of the present rounds of matches.

    Keyed by the match's code (never used again, unlike a primary key) and the version of the round's deal.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: OrderedDict[tuple[str, int], T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, int]) -> T | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def put(self, key: tuple[str, int], value: T) -> None:
        with self._lock:
            self._known[key] = value
            while len(self._known) > self._size:
                self._known.popitem(last=False)


@dataclass(frozen=True)
class _Folded:
    """How far a round had been folded, and from which rows: all that may differ in them."""

    dealt: tuple[str, int | None, str]
    moves: tuple[MoveRow, ...]
    match: MatchState
    happenings: tuple[Happening, ...]


#: The states at which rounds began: finished rounds never change.
_begun: _Memo[MatchState] = _Memo(MEMO_SIZE)
#: The present rounds as they were folded last. As long as its rows are the same, a round goes on from there.
_folded: _Memo[_Folded] = _Memo(MEMO_SIZE)


def load(match: Match) -> Replayed:
    """Fold the rows of a match as of `match.version`. ReplayError when they do not fold.

    Rows of a later version, which another process may have added since `match` was read, are left out; and a window
    that closed later is open.
    """
    ruleset = ruleset_of(match.ruleset)
    found = _newest_round(match.pk, match.version)
    if not found:
        return Replayed(matches.new_match(ruleset), match.version, ())
    present = found[0]
    key = match.code, present.version
    before = _begun.get(key)
    if before is None:
        earlier = Round.objects.filter(match_id=match.pk, number__lt=present.number)
        before = _before(match, ruleset, list(earlier.order_by("number")))
        _begun.put(key, before)
    moves = tuple(starmap(MoveRow, _moves_of(present.pk, match.version)))
    if ruleset.calling == "automatic":
        value, happenings = _fold_on(key, before, present, moves)
    else:
        calls = _calls_of(match, ruleset, since=present.version)
        value, happenings = _fold_round(before, present, moves, calls, match.version)
    return Replayed(value, match.version, happenings, present, len(moves))


def _fold_on(
    key: tuple[str, int], before: MatchState, row: Round, moves: tuple[MoveRow, ...]
) -> tuple[MatchState, tuple[Happening, ...]]:
    """The present round folded from where it was folded to last, where nothing of that has changed."""
    dealt, known = (row.tiles, row.leader, row.leader_by), _folded.get(key)
    if known is not None and known.dealt == dealt and known.moves == moves[: len(known.moves)]:
        value, happenings = _play_on(known.match, known.happenings, row, moves[len(known.moves) :], {}, row.version)
    else:
        value, happenings = _fold_round(before, row, moves, {}, row.version)
    _folded.put(key, _Folded(dealt, moves, value, happenings))
    return value, happenings


@PreparedObjects
def _newest_round(match_id: int, version: int) -> QuerySet[Round]:
    return Round.objects.filter(match_id=match_id, version__lte=version).order_by("-number")[:1]


@Prepared
def _moves_of(round_id: int, version: int) -> QuerySet[Any, Any]:
    moves = Move.objects.filter(round_id=round_id, version__lte=version)
    return moves.order_by("version").values_list(*MoveRow._fields)


def _before(match: Match, ruleset: Ruleset, rounds: Sequence[Round]) -> MatchState:
    """The state after the finished rounds."""
    moves = rows_of(Move.objects.filter(match_id=match.pk, round__in=rounds))
    return fold(ruleset, rounds, moves, _calls_of(match, ruleset), match.version)[0]


def _calls_of(match: Match, ruleset: Ruleset, since: int = 0) -> Calls:
    """The calls up to the match's version, by the play that they were made upon; no query where the table counts."""
    if ruleset.calling == "automatic":
        return {}
    return calls_of(Call.objects.filter(match_id=match.pk, version__gt=since, version__lte=match.version))


def rows_of(moves: QuerySet[Move]) -> list[MoveRow]:
    """The rows of a queryset of moves, in order."""
    return list(map(MoveRow._make, moves.order_by("version").values_list(*MoveRow._fields)))


def calls_of(calls: QuerySet[Call]) -> Calls:
    """The rows of a queryset of calls, in order, by the play that they were made upon."""
    found: Calls = {}
    for call in map(CallRow._make, calls.order_by("version").values_list(*CallRow._fields)):
        found.setdefault(call.move_id, []).append(call)
    return found


def fold(
    ruleset: Ruleset, rounds: Sequence[Round], moves: Sequence[MoveRow], calls: Calls, version: int
) -> tuple[MatchState, list[Happening]]:
    """All rounds of a match up to a version, folded without a query; and everything that happened."""
    value = matches.new_match(ruleset)
    by_round: dict[int, list[MoveRow]] = {row.pk: [] for row in rounds}
    for move in moves:
        by_round[move.round_id].append(move)
    happenings: list[Happening] = []
    for row in rounds:
        value, happened = _fold_round(value, row, by_round[row.pk], calls, version)
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


def _fold_round(
    value: MatchState, row: Round, moves: Sequence[MoveRow], calls: Calls, version: int
) -> tuple[MatchState, tuple[Happening, ...]]:
    try:
        step = matches.start_round(value, tiles_of(row), row.leader, row.leader_by)
    except NotationError as error:
        raise ReplayError(f"round {row.number}: {error}") from error
    dealt = Happening(row.version, row.number, "deal", step.events)
    return _play_on(step.match, (dealt,), row, moves, calls, version)


def _play_on(
    value: MatchState,
    happened: tuple[Happening, ...],
    row: Round,
    moves: Sequence[MoveRow],
    calls: Calls,
    version: int,
) -> tuple[MatchState, tuple[Happening, ...]]:
    happenings = list(happened)
    for move in moves:
        try:
            for at, by, told in _steps(value, move, calls.get(move.id, ()), version):
                happenings.append(Happening(at, row.number, by, told.events))
                value = told.match
        except (IllegalMove, ValueError) as error:
            raise ReplayError(f"round {row.number}, move {move.number} ({move.text}): {error}") from error
    return value, tuple(happenings)


def _steps(
    value: MatchState, move: MoveRow, calls: Sequence[CallRow], version: int
) -> Iterator[tuple[int, str, matches.Step]]:
    """A move, the calls upon it, and the closing of its window, as far as they were made by this version."""
    if value.round is None or value.round.turn != move.seat:
        raise NotationError(f"seat {move.seat} is not on turn")
    step = matches.play(value, parse_move(move.text), move.claim)
    yield move.version, move.by, step
    for call in calls:
        step = matches.call(step.match, call.seat, call.points)
        yield call.version, str(MoveBy.ROBOT if call.robot else MoveBy.PERSON), step
    if step.match.window is not None and move.closed_version is not None and move.closed_version <= version:
        yield move.closed_version, CLOSE, matches.close_window(step.match)
