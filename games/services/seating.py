"""Who sits where: open a table, take a seat, seat a robot, leave, come back, agree to go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from accounts.company import blocked_by, kept_apart
from accounts.confirmed import is_confirmed
from games.models import BEST_OF, Match, MatchEnd, Seat, Stage, Why
from games.robots import AT_TABLES
from games.robots.oracle import ALL_SEEING
from games.rules.ruleset import Ruleset
from games.services import (
    announce,
    calling,
    deals,
    engaged,
    errors,
    furnishing,
    invites,
    sequel,
    standings,
    timing,
    windows,
)
from games.services.comers import Comer, is_blocked_again
from games.services.rated import why_friendly
from games.services.steps import STAND_IN, finish
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from accounts.models import User

MAX_TITLE = 60
NOBODY_KNOWN = Comer()
ROUND_LIMITS: tuple[int | None, ...] = (None, 10, 20, 30, 50)


def open_table(
    *,
    user: User,
    ruleset: Ruleset,
    turn_seconds: int | None = None,
    private: bool = False,
    robots: Sequence[str] | Mapping[int, str] = (),
    title: str = "",
    best_of: int = 1,
    round_limit: int | None = None,
    rated: bool = False,
    free_talk: bool = False,
    hints: bool = False,
) -> Match:
    """A new table with its opener on seat 0. It starts at once when robots fill the rest.

    `robots`: kinds by seat, or a sequence that fills the seats from the last one backwards. `best_of`: the first match
    of a series of so many. `round_limit`: the match ends with that round, whoever is ahead. `rated`: its result changes
    the ratings of who plays (`services.rated` says where it can). `free_talk`: texts may be said (`services.talk`).
    `hints`: they may be taken (`services.hints`), never where rated.
    BadSetting, NoSuchRobot, NoSuchSeat, OnlyFriendly when the table cannot be had; InRatedMatch, TooManyTables
    (`services.engaged`).
    """
    if turn_seconds not in timing.TURN_SECONDS or len(title) > MAX_TITLE:
        raise errors.BadSetting
    if best_of not in (1, *BEST_OF) or round_limit not in ROUND_LIMITS:
        raise errors.BadSetting
    placed = _placed(robots, ruleset.players)
    opener = {"guest": user.is_guest, "confirmed": is_confirmed(user)}
    if rated and hints:
        raise errors.RatedNoHints
    if rated:
        _no_oracle(placed.values())
    if rated and why_friendly(ruleset, private=private, robots=placed.values(), **opener):
        raise errors.BadSetting
    with transaction.atomic():
        engaged.must_be_free(user)
        engaged.must_have_room(user)
        match = furnishing.make_match(
            ruleset,
            rated=rated,
            free_talk=free_talk,
            hints=hints,
            turn_seconds=turn_seconds,
            round_limit=round_limit,
            private=private,
            title=title,
            created_by=user,
            **sequel.make_series(best_of),
        )
        table = furnishing.furnish(match, {0: user}, placed)
        table.save()
        if table.match.state == Stage.OPEN:
            invites.make(match, user)
        if not private:
            announce.lobby_changed()
        return table.match


def _placed(robots: Sequence[str] | Mapping[int, str], players: int) -> dict[int, str]:
    """The kind of robot on each seat, checked; seat 0 is the opener's."""
    if isinstance(robots, Mapping):
        placed = dict(robots)
    else:
        placed = {players - 1 - place: kind for place, kind in enumerate(robots)}
    if not all(0 < seat < players for seat in placed):
        raise errors.NoSuchSeat
    for kind in placed.values():
        _check_robot(kind)
    return placed


def _check_robot(kind: str) -> None:
    if kind not in AT_TABLES:
        raise errors.NoSuchRobot


def _no_oracle(robots: Iterable[str]) -> None:
    """OnlyFriendly: nobody's rating may change by who sees every tile."""
    if not ALL_SEEING.isdisjoint(robots):
        raise errors.OnlyFriendly


def take_seat(
    *, match_id: int, user: User, seat: int | None = None, token: str = "", comer: Comer = NOBODY_KNOWN
) -> Match:
    """Sit down on a free seat (the first one, or the one named); the last to sit down starts the match.

    `token`: of the table's invitation, which a private table asks for. `comer`: from where he comes.
    NotOpen, AlreadySeated, NotInvited, CannotSit, InRatedMatch, TooManyTables, NoSuchSeat, SeatTaken, TableFull.
    """
    with transaction.atomic():
        table = lock(match_id)
        _must_be_open(table)
        if any(other.user_id == user.pk for other in table.seats):
            raise errors.AlreadySeated
        invites.must_be_invited(table.match, user, token)
        _must_not_be_kept_apart(table, user, comer)
        engaged.must_be_free(user, table=table)
        engaged.must_have_room(user)
        place = _free_seat(table, seat)
        table.change(place, user=user, seen_at=table.at, away=False, left=False)
        return _seats_changed(table)


def seat_robot(*, match_id: int, user: User, seat: int | None, robot: str) -> Match:
    """Put a robot on a free seat of an open table; whoever sits at the table may. OnlyFriendly for an oracle."""
    _check_robot(robot)
    with transaction.atomic():
        table = lock(match_id)
        _must_be_open(table)
        table.seat_of(user)
        if table.match.rated:
            _no_oracle([robot])
            engaged.must_be_free(user, table=table)
        table.change(_free_seat(table, seat), robot=robot)
        return _seats_changed(table)


def remove_robot(*, match_id: int, user: User, seat: int) -> Match:
    """Free a robot's seat while the table is open."""
    with transaction.atomic():
        table = lock(match_id)
        _must_be_open(table)
        table.seat_of(user)
        place = _seat_at(table, seat)
        if not place.robot:
            raise errors.SeatTaken
        table.change(place, robot="")
        return _seats_changed(table)


def _must_not_be_kept_apart(table: Table, user: User, comer: Comer) -> None:
    """CannotSit where somebody at the table, or who opened it, has blocked this person, or he one of them."""
    people = [table.match.created_by_id, *(seat.user_id for seat in table.seats)]
    if kept_apart(user, people) or is_blocked_again(user, comer, people):
        raise errors.CannotSit


def _must_be_open(table: Table) -> None:
    """After the start a table is full: whoever comes late hears that, not that it is unknown."""
    if table.match.is_over:
        raise errors.NotOpen
    if table.match.state != Stage.OPEN:
        raise errors.TableFull


def _seat_at(table: Table, index: int) -> Seat:
    if not 0 <= index < len(table.seats):
        raise errors.NoSuchSeat
    return table.seats[index]


def _free_seat(table: Table, index: int | None) -> Seat:
    if index is None:
        return next(seat for seat in table.seats if seat.is_free)  # an open table has one
    place = _seat_at(table, index)
    if not place.is_free:
        raise errors.SeatTaken
    return place


def _seats_changed(table: Table) -> Match:
    table.raise_version()
    engaged.make_room(table)
    furnishing.start_when_full(table)
    table.save()
    if not table.match.private:
        announce.lobby_changed()
    return table.match


def leave(*, match_id: int, user: User) -> Match:
    """Give up one's seat: it is free again while the table is open; in a match a stand-in plays on.

    When the last person leaves an open table it is closed. Leaving twice changes nothing.
    """
    with transaction.atomic():
        table = lock(match_id)
        seat = table.seat_of(user)
        if table.match.state == Stage.OPEN:
            return _leave_open(table, seat)
        if not seat.left:
            vacate(table, seat)
        return table.match


def vacate(table: Table, seat: Seat) -> None:
    """This person leaves a match that has begun: a robot plays on for him. The table is saved."""
    table.raise_version()
    if table.is_running:
        gone = {"left": True, "gone_at": table.at, "seen_at": table.at}
        table.change(seat, stand_in=STAND_IN, expiries=0, ready=False, **gone)
        if table.match.window_open:
            windows.watch(table, table.fold().match, seat)
    else:
        table.change(seat, left=True, wants_rematch=False)
    deal_or_save(table)


def _leave_open(table: Table, seat: Seat) -> Match:
    table.change(seat, user=None, seen_at=None, away=False)
    table.raise_version()
    if not table.persons:
        close(table, Why.EVERYBODY_LEFT)
    table.save()
    if not table.match.private:
        announce.lobby_changed()
    return table.match


def close(table: Table, why: Why) -> None:
    """End a match that nobody plays any more. The caller saves the table.

    Points that have been claimed in a window that is still open are credited first; they may decide the match.
    """
    if table.match.window_open:
        calling.close_now(table)
    if not table.match.is_over:
        finish(table, Stage.ABANDONED, MatchEnd.UNFINISHED)
        table.match.why = why


def come_back(*, match_id: int, user: User) -> Match:
    """Take one's seat back from the stand-in, at any moment; no change when one never left it.

    InRatedMatch when one left it and has a rated match elsewhere by now.
    """
    with transaction.atomic():
        table = lock(match_id)
        seat = table.seat_of(user)
        if table.match.state == Stage.ABANDONED:
            raise errors.MatchOver
        if not (seat.left or seat.stand_in or seat.away):
            return table.match
        if seat.left and table.is_running:
            engaged.must_be_free(user, table=table)
        back = {"seen_at": table.at, "gone_at": None} if table.is_running else {"seen_at": None}
        table.change(seat, left=False, stand_in="", away=False, expiries=0, **back)
        windows.forget(table, seat)
        table.raise_version()
        table.save(returning=table.match.turn_seat == seat.index)
        return table.match


def confirm_round(*, match_id: int, user: User) -> Match:
    """Seen the end of a round, or of a match with another to follow in its series.

    The next one begins when all persons at the table have confirmed. Too late, it changes nothing.
    """
    with transaction.atomic():
        table = lock(match_id)
        seat = table.seat_of(user)
        if seat.ready or seat.left or not (table.match.between_rounds or standings.awaits_next(table.match)):
            return table.match
        # Who confirms is at the table again: a stand-in that finished the round for him goes.
        seen_at = table.at if table.is_running else None
        table.change(seat, ready=True, seen_at=seen_at, away=False, stand_in="", expiries=0)
        table.raise_version()
        deal_or_save(table)
        return table.match


def deal_or_save(table: Table) -> None:
    """Save; and go on first when, at the end of a round or match, every person who is at the table has confirmed."""
    deals.deal_when_ready(table)
    if timing.agreed(table.match, table.seats) and standings.awaits_next(table.match):
        sequel.next_match(table)
    table.save()


def ask_rematch(*, match_id: int, user: User) -> Match | None:
    """Agree to play again; the new table when all persons have agreed, None while others are still to.

    There is one rematch of a match: asked again it is the same table. NoRematch when somebody has left, when the
    series goes on by itself, or the deal was given in advance; InRatedMatch; Elsewhere when one of the others is in a
    rated match by now; CannotSit when he has blocked one of them himself: the others wait for him and hear nothing.
    """
    with transaction.atomic():
        table = lock(match_id)
        seat = table.seat_of(user)
        match = table.match
        if match.rematch is not None:
            return match.rematch
        if match.state != Stage.FINISHED or any(person.left for person in table.persons):
            raise errors.NoRematch
        if standings.awaits_next(match) or match.prescribed:
            raise errors.NoRematch
        engaged.must_be_free(user, table=table)
        if blocked_by(user) & {person.user_id for person in table.persons}:
            raise errors.CannotSit
        if not seat.wants_rematch:
            table.change(seat, wants_rematch=True)
            table.raise_version()
        _take_back_agreements(table)
        if all(person.wants_rematch for person in table.persons):
            if match.rated and not engaged.all_free(table):
                raise errors.Elsewhere
            sequel.rematch(table)
        table.save()
        return match.rematch


def _take_back_agreements(table: Table) -> None:
    """Who agreed, and blocked one of the others then, has not agreed: they wait for him as if he never had."""
    persons = {person.user_id for person in table.persons}
    for person in table.persons:
        if person.wants_rematch and blocked_by(person.user) & persons:
            table.change(person, wants_rematch=False)


def heartbeat(*, match_id: int, user: User) -> None:
    """Renew a person's lease on his seat. Cheap: one update that mostly finds nothing to do."""
    at = timing.now()
    held = Seat.objects.filter(match_id=match_id, user=user, left=False, seen_at__isnull=False)
    old = at - timedelta(seconds=timing.HEARTBEAT_SECONDS)
    held.filter(Q(seen_at__lt=old), away=False).update(seen_at=at)
    if held.filter(away=True).exists():
        _back_in_sight(match_id, user)


def _back_in_sight(match_id: int, user: User) -> None:
    """The page is there again; a seat that a stand-in took is still to be asked for."""
    with transaction.atomic():
        table = lock(match_id)
        seat = table.seat_of(user)
        if seat.away:
            table.change(seat, away=False, seen_at=table.at)
            table.raise_version()
            table.save()
