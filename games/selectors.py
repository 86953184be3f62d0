"""Answers that need several queries. What leaves here for a viewer holds only what that viewer may know."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db.models import F, Prefetch, Q, Window
from django.db.models.functions import RowNumber

from accounts.following import followed_among
from accounts.prepared import PreparedObjects
from accounts.profiles import entries_in
from games import fixed, replay
from games.claims import CallingStatistics as CallingStatistics
from games.claims import calling_of as calling_of
from games.claims import calling_statistics as calling_statistics
from games.fair import fair_deals
from games.models import LIVE, Match, Prescription, Review, SavedRuleset, Seat, Stage
from games.proofs import FairDeals
from games.recent import Reading, recent
from games.rules.events import Called, Played
from games.rules.moves import Pass
from games.rules.sight import Sight, sight_of
from games.services import invites, standings, timing
from games.services.errors import CorruptMatch, UnknownRules, UnknownTable
from games.services.standings import Standing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from accounts.models import RatingEntry, User
    from games.models import Hint
    from games.replay import Replayed
    from games.rules.scoring import Number

LOBBY_SIZE = 50
#: So many tables of one opener the lobby shows.
OPENERS_SHARE = 3
MINE_SIZE = 20
# Nothing else reaches the database: PostgreSQL refuses a text with NUL by an error of its own.
_CODE = re.compile(r"[0-9A-Za-z_-]{22}", re.ASCII)

_seats = Prefetch("seats", queryset=Seat.objects.select_related("user").order_by("index"))


def open_tables(limit: int = LOBBY_SIZE) -> list[Match]:
    """Open tables that anybody may join, newest first, with their seats; no opener's fill the list alone."""
    tables = Match.objects.filter(state=Stage.OPEN, private=False)
    place = Window(RowNumber(), partition_by=F("created_by"), order_by=F("created_at").desc())
    shown = tables.annotate(place=place).filter(Q(place__lte=OPENERS_SHARE) | Q(created_by__isnull=True))
    return list(shown.select_related("series").order_by("-created_at").prefetch_related(_seats)[:limit])


def my_matches(user: User, limit: int = MINE_SIZE) -> list[Match]:
    """The open and running matches in which this person has a seat, those where he is awaited first."""
    held = Seat.objects.filter(user=user, match__state__in=LIVE).values("match_id")
    tables = Match.objects.filter(pk__in=held).select_related("series").order_by("-created_at")
    found = list(tables.prefetch_related(_seats)[:limit])
    return sorted(found, key=lambda match: not _awaits(match, user))


def _awaits(match: Match, user: User) -> bool:
    return any(seat.index == match.turn_seat and seat.user_id == user.pk for seat in match.seats.all())


@dataclass(frozen=True)
class TableData:
    """A table as one viewer gets it, at `match.version`.

    `seat` is the viewer's own, None for a spectator. `sight` is all that he may know of the game, None until the first
    deal. `versions` and `by` stand beside `sight.events`, one each: at which version it happened, and who chose it (of
    a call: "person" or "robot", whichever robot plays the seat; of a window's closing: "close").
    `now` is the server's clock, for countdowns to `match.deadline`. `window` is open while points may be called.
    """

    match: Match
    seats: tuple[Seat, ...]
    seat: int | None
    sight: Sight | None
    versions: tuple[int, ...]
    by: tuple[str, ...]
    now: datetime
    standing: Standing | None = None
    goes_on: bool = False
    fair: FairDeals = field(default_factory=FairDeals)
    #: What the match did to the ratings, once it is over.
    entries: tuple[RatingEntry, ...] = ()
    #: The hints that were taken; the move of one is for who took it.
    hints: tuple[Hint, ...] = ()
    #: For who sits at a table that waits for players: its invitation, and whether he may withdraw it.
    invite: str = ""
    may_renew: bool = False
    #: Whether the viewer is one who may follow others; once the match is over, whom of its players he follows.
    may_follow: bool = False
    followed: frozenset[int] = frozenset()
    #: What a match with a prescribed deal was made from.
    given: Prescription | None = None
    #: Whether the match can be reviewed: it is over, and a round was finished; and its review, if there is one.
    reviewable: bool = False
    review: Review | None = None

    @cached_property
    def ruleset(self) -> replay.Ruleset:
        return replay.ruleset_of(self.match.ruleset)

    @property
    def own(self) -> Seat | None:
        """The viewer's own seat row."""
        return None if self.seat is None else self.seats[self.seat]

    @property
    def seconds_left(self) -> float | None:
        """Until the deadline that people see; None when there is none, and while a window is open."""
        deadline = self.match.deadline
        return None if deadline is None else max(0.0, (deadline - self.now).total_seconds())

    @cached_property
    def window(self) -> WindowData | None:
        """The open window, None when no points may be called now."""
        match, sight = self.match, self.sight
        if match.window_until is None or sight is None or sight.window is None:
            return None
        plays_himself = self.own is not None and not self.own.player
        return WindowData(
            version=match.turn_version,
            seat=sight.window.seat,
            claim=sight.window.claim,
            until=match.window_until,
            seconds=float(self.ruleset.muggins_seconds),
            seconds_left=max(0.0, (match.window_until - self.now).total_seconds()),
            tries=sight.window.tries,
            may_call=sight.window.may_call and plays_himself,
            own_try=_own_try(sight),
            go_on=_forced(sight) if plays_himself else "",
        )


@dataclass(frozen=True)
class WindowData:
    """The open window as one viewer gets it («Muggins!»). Nobody's holds what the play was worth.

    `version` names the play that it is about: a call, and going on, send it. `seat` laid the tile and `claim`ed so many
    points (None: none). `seconds_left` of `seconds` until `until`, by the server's clock. `tries` are the seats that
    have called, all of them wrongly. `may_call`: the viewer has his one try. `own_try`: what he called. `go_on`:
    "draw" or "pass" for the next player who has no play, and may do that at once (`calling.go_on`); else "".
    """

    version: int
    seat: int
    claim: int | None
    until: datetime
    seconds: float
    seconds_left: float
    tries: frozenset[int]
    may_call: bool
    own_try: Number | None
    go_on: str


def _own_try(sight: Sight) -> Number | None:
    """What the viewer called upon the last play."""
    points: Number | None = None
    for event in sight.events:
        if isinstance(event, Played):
            points = None
        elif isinstance(event, Called) and event.seat == sight.seat:
            points = event.points
    return points


def _forced(sight: Sight) -> str:
    """What the viewer on turn has to do who has no play."""
    if sight.must_draw:
        return "draw"
    return "pass" if any(isinstance(move, Pass) for move in sight.legal) else ""


def match_of(code: str) -> Match:
    """The row of a table by the code in its address; UnknownTable (a private one is found by its code too)."""
    found = _coded(code) if _CODE.fullmatch(code) else ()
    if not found:
        raise UnknownTable
    return found[0]


@PreparedObjects
def _coded(code: str) -> QuerySet[Match]:
    return Match.objects.filter(code=code).select_related("series")


def match_for(code: str, user: User | AnonymousUser | None) -> Match:
    """The same for a viewer, to whom a prescribed match that is not his may be unknown (`games.fixed`)."""
    match = match_of(code)
    if not fixed.may_see(match, user):
        raise UnknownTable
    return match


def saved_rulesets(user: User | AnonymousUser) -> list[SavedRuleset]:
    """The rules that a person keeps, the oldest first."""
    return list(SavedRuleset.objects.filter(user_id=user.pk)) if user.pk is not None else []


def saved_ruleset(token: str) -> SavedRuleset:
    """Saved rules by the token in their address, whoever keeps them; UnknownRules."""
    saved = SavedRuleset.objects.filter(token=token).select_related("user").first() if _CODE.fullmatch(token) else None
    if saved is None:
        raise UnknownRules
    return saved


def seats_at(code: str, user: User | AnonymousUser | None) -> tuple[Match, tuple[Seat, ...]]:
    """A table with its seats and persons, nothing folded; UnknownTable."""
    match = match_for(code, user)
    return match, tuple(_seated(match.pk))


@PreparedObjects
def _seated(match_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(match_id=match_id).select_related("user").order_by("index")


def table_view(code: str, user: User | AnonymousUser | None, *, since: int | None = None) -> TableData:
    """The table as this viewer may see it. UnknownTable, CorruptMatch.

    `since`: what was read a moment ago for another viewer will do, if it is of this version or a newer one.
    """
    reading = recent.get(code, since) if since is not None else None
    if reading is None:
        reading = _read(code, user)
    elif not fixed.may_see(reading.match, user):
        raise UnknownTable
    match, seats = reading.match, reading.seats
    pk = user.pk if user is not None else None
    seat = next((seat.index for seat in seats if pk is not None and seat.user_id == pk), None)
    return replace(_seen(match, seats, seat, reading.folded), **_about(match, seats, seat, user))


def _read(code: str, user: User | AnonymousUser | None) -> Reading:
    """All that there is, for this viewer and whoever comes a moment later."""
    began = time.monotonic()
    match, seats = seats_at(code, user)
    try:
        folded = replay.load(match)
    except replay.ReplayError as error:
        raise CorruptMatch(str(error)) from error
    reading = Reading(match, seats, folded, began)
    recent.put(reading)
    return reading


def _about(match: Match, seats: Sequence[Seat], seat: int | None, user: User | AnonymousUser | None) -> dict[str, Any]:
    """What the viewer may do besides playing: invite others, follow them."""
    about: dict[str, Any] = {"may_follow": user is not None and user.is_authenticated and not user.is_guest}
    about["given"] = fixed.prescription_of(match)
    if seat is not None and (invite := invites.invitation_of(match)) is not None:
        about["invite"] = invite.token
    about["may_renew"] = seat is not None and invites.opener_of(match, seats) == seats[seat].user_id
    if about["may_follow"] and match.is_over:
        about["followed"] = followed_among(user, [other.user_id for other in seats])
    if match.is_over and match.format:
        about |= {"reviewable": True, "review": Review.objects.filter(match_id=match.pk).first()}
    return about


def _seen(match: Match, seats: Sequence[Seat], seat: int | None, folded: Replayed) -> TableData:
    stamped = [(happening, event) for happening in folded.happenings for event in happening.events]
    sight = sight_of(folded.match, folded.events, seat) if folded.match.round else None
    return TableData(
        match=match,
        seats=tuple(seats),
        seat=seat,
        sight=sight,
        versions=tuple(happening.version for happening, _ in stamped),
        by=tuple(happening.by for happening, _ in stamped),
        now=timing.now(),
        standing=standings.standing(match),
        goes_on=standings.awaits_next(match) and not timing.all_left(seats),
        fair=fair_deals(match, over=sight is not None and sight.revealed is not None),
        entries=tuple(entries_in(match.code)) if match.rated and match.is_over else (),
        hints=tuple(match.hints_taken.order_by("turn_version")) if match.hints else (),
    )
