"""What one can look back at: the finished rounds of a match, or a study, move by move.

Nothing of a round that is being played ever comes in here: rows are read by the round's end.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from django.urls import reverse

from games import replay
from games.fair import proofs_of
from games.models import Call, Match, Move, Round, Seat, StudyRecord
from games.replay import ReplayError
from games.rules.errors import IllegalMove, NotationError, RecordError
from games.rules.events import Dealt
from games.rules.record import PlayedRound, check
from games.rules.retrace import Credit, Position, Spot, credits_of, retrace
from games.selectors import match_for
from games.services.errors import CorruptMatch, UnknownTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from games.proofs import Proof
    from games.rules.ruleset import Ruleset

#: How many positions of matches, and of studies, are kept in memory: about a kilobyte each.
MOST_POSITIONS = 15_000


class Trace(NamedTuple):
    """All positions, who chose each move, where in the row each one is, and every change of the score."""

    positions: tuple[Position, ...]
    by: Mapping[Spot, str]
    places: Mapping[Spot, int]
    credits: tuple[Credit, ...]


def traced(ruleset: Ruleset, rounds: Sequence[PlayedRound], by: Mapping[Spot, str]) -> Trace:
    """The trace of these rounds."""
    positions = retrace(ruleset, rounds)
    places = {at.spot: place for place, at in enumerate(positions)}
    return Trace(positions, by, places, credits_of(positions))


class Sitter(NamedTuple):
    """Who sat on a seat: a name for a person, a kind for a robot; *stand_in* played for who had gone.

    *account*: a person who has a page here; neither guests nor the names in an uploaded record have one.
    """

    name: str
    robot: str = ""
    stand_in: str = ""
    account: bool = False


@dataclass(frozen=True)
class Past:
    """Something to look back at. *me* is the viewer's own seat, None for everybody else.

    *proofs* of the deals by round, where there are any (games/fair.py).
    *study*: an uploaded record; *mine*: it is the viewer's. *running*: the match goes on beyond what is shown here.
    *prescribed*: why its deal was given in advance, if it was.
    """

    code: str
    ruleset: Ruleset
    sitters: tuple[Sitter, ...]
    trace: Trace
    me: int | None = None
    title: str = ""
    at: datetime | None = None
    running: bool = False
    study: bool = False
    mine: bool = False
    private: bool = False
    annulled: bool = False
    prescribed: str = ""
    why: str = ""
    proofs: Mapping[int, Proof] = field(default_factory=dict)
    #: The moves that were made with a hint.
    hinted: frozenset[Spot] = frozenset()

    @property
    def url(self) -> str:
        """The address of its replay."""
        return reverse("games:study" if self.study else "games:replay", args=[self.code])

    @property
    def play_on_url(self) -> str:
        """Where one leaves it, to play on against robots; empty while it runs."""
        if self.running:
            return ""
        return reverse("games:play_on_study" if self.study else "games:play_on", args=[self.code])

    @property
    def positions(self) -> tuple[Position, ...]:
        return self.trace.positions

    def index_of(self, spot: Spot) -> int | None:
        """Where this spot is among the positions; None when it is none of them."""
        return self.trace.places.get(spot)


def past_match(code: str, user: User | AnonymousUser | None) -> Past:
    """The finished rounds of a match, for whoever has its address. UnknownTable, CorruptMatch."""
    match = match_for(code, user)
    seats = tuple(Seat.objects.filter(match_id=match.pk).select_related("user").order_by("index"))
    pk = user.pk if user is not None else None
    try:
        ruleset = replay.ruleset_of(match.ruleset)
        trace = _trace(match, ruleset)
    except (ReplayError, NotationError, IllegalMove) as error:
        raise CorruptMatch(str(error)) from error
    return Past(
        code=match.code,
        ruleset=ruleset,
        sitters=tuple(map(_sitter, seats)),
        trace=trace,
        me=next((seat.index for seat in seats if pk is not None and seat.user_id == pk), None),
        title=match.title,
        at=match.finished_at or match.started_at,
        running=not match.is_over,
        private=match.private,
        annulled=match.annulled_at is not None,
        prescribed=match.prescribed,
        why=match.why,
        proofs=proofs_of(match),
        hinted=_hinted(match),
    )


def _hinted(match: Match) -> frozenset[Spot]:
    if not match.hints:
        return frozenset()
    return frozenset(Spot(*place) for place in match.hints_taken.values_list("round_number", "number"))


def _sitter(seat: Seat) -> Sitter:
    name, account = (seat.user.username, not seat.user.is_guest) if seat.user is not None else ("", False)
    return Sitter(name, seat.robot, seat.stand_in, account)


class StudyTrace(NamedTuple):
    """What a record says once it was checked."""

    ruleset: Ruleset
    sitters: tuple[Sitter, ...]
    trace: Trace
    why: str


def past_study(token: str, user: User | AnonymousUser | None) -> Past:
    """A study, for whoever has its address. UnknownTable, CorruptMatch when its record no longer holds."""
    study = StudyRecord.objects.filter(token=token).defer("record").first()
    if study is None:
        raise UnknownTable
    try:
        read = _studies.get_or((token, 0), lambda: _read_study(study))
    except RecordError as error:
        raise CorruptMatch(str(error)) from error
    return Past(
        code=study.token,
        ruleset=read.ruleset,
        sitters=read.sitters,
        trace=read.trace,
        at=study.created_at,
        study=True,
        mine=user is not None and user.pk == study.owner_id,
        private=True,
        why=read.why,
    )


def study_of(token: str) -> StudyRecord:
    """The row of a study by the token in its address; UnknownTable."""
    study = StudyRecord.objects.filter(token=token).first()
    if study is None:
        raise UnknownTable
    return study


class StudyLabel(NamedTuple):
    """What a list of studies says of one: the seats as in a record, and the name of its rules."""

    token: str
    at: datetime
    seats: list[dict[str, Any]]
    rules: str


def my_studies(user: User) -> list[StudyLabel]:
    """The studies of their owner, newest first; their moves are not read."""
    mine = StudyRecord.objects.filter(owner=user).order_by("-created_at", "-pk")
    columns = ("token", "created_at", "record__seats", "record__ruleset__name")
    return [StudyLabel(*row) for row in mine.values_list(*columns)]


def match_trace(match: Match) -> Trace:
    """The trace of a match's finished rounds. ReplayError, NotationError, IllegalMove where they do not fold."""
    return _trace(match, replay.ruleset_of(match.ruleset))


def _trace(match: Match, ruleset: Ruleset) -> Trace:
    over = Round.objects.filter(match_id=match.pk).exclude(end="").order_by("number")
    return _matches.get_or((match.code, over.count()), lambda: trace_of(match, ruleset, list(over)))


def trace_of(match: Match, ruleset: Ruleset, rounds: Sequence[Round]) -> Trace:
    """All positions of these rounds with every tile face up: what of them may be seen is the caller's business."""
    rows = replay.rows_of(Move.objects.filter(match_id=match.pk, round__in=rounds))
    calls = {} if ruleset.calling == "automatic" else replay.calls_of(Call.objects.filter(match_id=match.pk))
    _state, happenings = replay.fold(ruleset, rounds, rows, calls, match.version)
    played = [
        PlayedRound(
            replay.tiles_of(row),
            row.leader,
            row.leader_by,
            tuple(
                event
                for happening in happenings
                if happening.round_number == row.number
                for event in happening.events
                if not isinstance(event, Dealt)
            ),
        )
        for row in rounds
    ]
    numbers = {row.pk: row.number for row in rounds}
    by = {Spot(numbers[row.round_id], row.number): row.by for row in rows}
    return traced(ruleset, played, by)


def _read_study(study: StudyRecord) -> StudyTrace:
    """*by* of a move is an extra key of a record, which our own files have."""
    checked = check(study.record)
    by = {
        Spot(number, move): data["by"]
        for number, played in enumerate(study.record["rounds"], start=1)
        for move, data in enumerate(played["moves"], start=1)
        if data.get("by")
    }
    ruleset = checked.match.ruleset
    sitters = tuple(Sitter(seat.name, seat.robot or "") for seat in checked.seats)
    return StudyTrace(ruleset, sitters, traced(ruleset, checked.rounds, by), checked.why)


Known = TypeVar("Known", Trace, StudyTrace)


class _Memo(Generic[Known]):
    """Traces by code and number of finished rounds: those never change. Kept are the newest, so many positions."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, int], Known] = OrderedDict()
        self._lock = Lock()

    def get_or(self, key: tuple[str, int], make: Callable[[], Known]) -> Known:
        """The trace of this key, made when it is not known; two may make it at once, and both are right."""
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                return known
        made = make()
        with self._lock:
            self._known[key] = made
            while len(self._known) > 1 and sum(map(_size, self._known.values())) > self._most:
                self._known.popitem(last=False)
        return made


def _size(known: Trace | StudyTrace) -> int:
    return len(known.trace.positions if isinstance(known, StudyTrace) else known.positions)


_matches: _Memo[Trace] = _Memo(MOST_POSITIONS)
_studies: _Memo[StudyTrace] = _Memo(MOST_POSITIONS)
