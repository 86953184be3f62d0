"""From the rows that a selector gathered to the facts that presenters take. The one place that reads rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.crypto import salted_hmac

from accounts.confirmed import is_confirmed
from accounts.ratings import shown
from games.presenters.facts import ClockFacts, HintFacts, MoveFacts, ReviewFacts, SeatFacts, TableFacts
from games.presenters.given import Given, given_view
from games.presenters.people import robot_name
from games.rules.events import Drew, Passed, Played, WindowClosed
from games.services import timing

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from accounts.prefs import Prefs
    from games.models import Hint, Seat
    from games.selectors import TableData
    from games.words.calling import Calls


def facts_of(
    data: TableData,
    user: User | AnonymousUser,
    prefs: Prefs,
    *,
    chosen: str = "",
    why: str = "",
    calls: tuple[Calls, ...] = (),
) -> TableFacts:
    """The facts of a table for this viewer. *chosen* is the tile that he has taken up (pages without script).

    *calls*: for each side, what it claimed, missed and took in a match that is over.
    """
    match, hint = data.match, _own_hint(data)
    return TableFacts(
        code=match.code,
        version=match.version,
        turn_version=match.turn_version,
        state=match.state,
        ruleset=data.ruleset,
        seats=_all_seats(data),
        me=data.seat,
        rated=match.rated and not _guest_at(data.seats),
        friendly_by_guest=match.rated and _guest_at(data.seats),
        sight=data.sight,
        moves=_moves(data),
        closings=_closings(data),
        window_clock=_window_clock(data),
        calls=calls,
        dealt_version=data.versions[0] if data.versions else 0,
        clock=_clock(data),
        turn_seconds=match.turn_seconds,
        private=match.private,
        title=match.title,
        signed_in=user.is_authenticated,
        sort=prefs.sort,
        one_tap=prefs.one_tap,
        single_keys=prefs.single_keys,
        hints=match.hints,
        hinted=match.turn_seat if _hint_of_turn(data) is not None else None,
        hint=hint,
        chosen=chosen or (hint.move[:2] if hint is not None else ""),
        why=why,
        rematch_code=match.rematch.code if match.rematch is not None else "",
        standing=data.standing,
        goes_on=data.goes_on,
        round_limit=match.round_limit,
        ended_why=match.why,
        invite=data.invite,
        may_renew=data.may_renew,
        fair=data.fair,
        given=_given(data),
        review=_review(data),
        key=one_time_key(match.code, match.version, user),
        call_key=one_time_key(match.code, match.turn_version, user, act="call"),
    )


def _moves(data: TableData) -> tuple[MoveFacts, ...]:
    if data.sight is None:
        return ()
    hinted = {hint.number for hint in data.hints if hint.round_number == data.sight.round_no}
    moved = [
        (version, by)
        for version, by, event in zip(data.versions, data.by, data.sight.events, strict=True)
        if isinstance(event, Played | Drew | Passed)
    ]
    return tuple(MoveFacts(version, by, number in hinted) for number, (version, by) in enumerate(moved, start=1))


def _hint_of_turn(data: TableData) -> Hint | None:
    """The hint that was taken in the turn that is going on; a match that is over has none."""
    match = data.match
    if match.turn_seat is None or not data.hints or data.hints[-1].turn_version != match.turn_version:
        return None
    return data.hints[-1]


def _own_hint(data: TableData) -> HintFacts | None:
    """For who took it, and as long as his turn lasts."""
    hint = _hint_of_turn(data)
    if hint is None or data.seat is None or hint.seat != data.seat or data.seats[data.seat].user_id != hint.user_id:
        return None
    return HintFacts(hint.move, hint.points, hint.error, hint.deals)


def _given(data: TableData) -> Given | None:
    if data.given is None:
        return None
    return given_view(data.match, data.given, own=data.seat == data.given.seat)


def _review(data: TableData) -> ReviewFacts | None:
    row = data.review
    if not data.reviewable:
        return None
    return ReviewFacts() if row is None else ReviewFacts(row.state, row.place, row.choices)


def _closings(data: TableData) -> tuple[int, ...]:
    events = data.sight.events if data.sight is not None else ()
    return tuple(
        version for version, event in zip(data.versions, events, strict=True) if isinstance(event, WindowClosed)
    )


def _window_clock(data: TableData) -> ClockFacts | None:
    """What is left of the window in which points can be called."""
    until = data.match.window_until
    if until is None:
        return None
    return ClockFacts(max(0.0, (until - data.now).total_seconds()), float(data.ruleset.muggins_seconds))


def one_time_key(code: str, version: int, user: User | AnonymousUser, act: str = "move") -> str:
    """The key of the one move, or the one call, that this page can make.

    It is the same each time this version is drawn for this user, so that a move sent again from a redrawn page is
    known for what it is, and a second tab at the same version cannot play twice.
    """
    salt = "games.one_time_key" if act == "move" else f"games.one_time_key.{act}"
    return salted_hmac(salt, f"{code}.{version}.{user.pk}").hexdigest()[:32]


def _names(seats: Sequence[Seat]) -> list[str]:
    """The names of the seats: persons' own; robots of one kind at one table are numbered."""
    kinds = [seat.robot for seat in seats if seat.robot]
    seen: Counter[str] = Counter()
    names = []
    for seat in seats:
        seen[seat.robot] += 1
        robot = robot_name(seat.robot) if seat.robot else ""
        numbered = f"{robot} {seen[seat.robot]}" if kinds.count(seat.robot) > 1 else robot
        names.append(seat.user.username if seat.user is not None else numbered)
    return names


def _guest_at(seats: Sequence[Seat]) -> bool:
    """Whether somebody sits here whose result could not be rated."""
    return any(seat.user is not None and not is_confirmed(seat.user) for seat in seats)


def _all_seats(data: TableData) -> tuple[SeatFacts, ...]:
    changes = {entry.player_id: (shown(entry.mu_before), shown(entry.mu_after)) for entry in data.entries}
    return tuple(
        _seat(seat, name, changes.get(seat.user_id or 0), _followed(data, seat))
        for seat, name in zip(data.seats, _names(data.seats), strict=True)
    )


def _followed(data: TableData, seat: Seat) -> bool | None:
    """Whether the viewer follows who sits there; None for himself, for guests and robots, and for who cannot."""
    stranger = seat.user is not None and not seat.user.is_guest and seat.index != data.seat
    return seat.user_id in data.followed if data.may_follow and data.match.is_over and stranger else None


def _seat(seat: Seat, name: str, rating: tuple[int, int] | None, followed: bool | None) -> SeatFacts:
    return SeatFacts(
        index=seat.index,
        name=name,
        robot=seat.robot,
        stand_in=seat.stand_in,
        person=seat.user_id is not None,
        away=seat.away,
        left=seat.left,
        ready=seat.ready,
        wants_rematch=seat.wants_rematch,
        has_page=seat.user is not None and not seat.user.is_guest,
        rating=rating,
        followed=followed,
    )


def _clock(data: TableData) -> ClockFacts | None:
    """The countdown that people see: of a turn, or of the panel at a round's end."""
    left = data.seconds_left
    if left is None or (data.match.turn_seat is None and data.match.window_until is not None):
        return None
    if data.match.turn_seat is None:
        return ClockFacts(left, timing.round_end().total_seconds())
    return ClockFacts(left, float(data.match.turn_seconds or left or 1))
