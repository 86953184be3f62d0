"""Tables for tests: opened, filled, dealt as wished, played on, at a time that the test sets."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

from django.db import transaction

from accounts.models import User
from games import replay
from games.models import Deal, Match, Seat
from games.robots import safe_move
from games.rules.fairness import Drawn
from games.rules.moves import Move, Play
from games.rules.rounds import RoundState, legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES, Tile, tile
from games.services import calling, deals, errors, invites, keeper, play, pulse, seating, tables, timing
from tests.cast import Cast

_keys = itertools.count(1)


def new_key() -> str:
    """A one-time key that no other move of this run has."""
    return f"key-{next(_keys)}"


def rules(name: str = "pagat", players: int = 2, **settings: Any) -> Ruleset:
    return change(preset(name, players), **settings) if settings else preset(name, players)


def open_table(*persons: User, ruleset: Ruleset | None = None, **settings: Any) -> Match:
    """A table opened by the first of these, the others, invited, sitting down on the next free seats."""
    ruleset = ruleset or rules(players=max(2, len(persons)))
    match = seating.open_table(user=persons[0], ruleset=ruleset, **settings)
    token = token_of(match)
    for user in persons[1:]:
        seating.take_seat(match_id=match.pk, user=user, token=token)
    return fresh(match)


def token_of(match: Match) -> str:
    """The token of the table's good invitation; empty when there is none."""
    invite = invites.invitation_of(match)
    return invite.token if invite is not None else ""


def fresh(match: Match) -> Match:
    """The row as it is now."""
    return Match.objects.get(pk=match.pk)


def state_of(match: Match) -> RoundState:
    """The present round, all tiles face up."""
    state = replay.load(fresh(match)).match.round
    assert state is not None
    return state


def sight(match: Match, seat: int | None) -> Sight:
    """What this seat may know now."""
    match = fresh(match)
    folded = replay.load(match)
    return sight_of(folded.match, folded.events, seat)


def seat_of(match: Match, user: User) -> Seat:
    return Seat.objects.get(match=match, user=user)


def on_turn(match: Match) -> User:
    """The person whose turn it is."""
    user = Seat.objects.select_related("user").get(match=match, index=fresh(match).turn_seat).user
    assert user is not None, "a robot is on turn"
    return user


def waiting(match: Match) -> User:
    """A person who is not on turn."""
    others = Seat.objects.select_related("user").filter(match=match, user__isnull=False)
    user = others.exclude(index=fresh(match).turn_seat)[0].user
    assert user is not None
    return user


def options(match: Match) -> list[Play]:
    """The plays of whoever is on turn."""
    return [move for move in legal_moves(state_of(match)) if isinstance(move, Play)]


def make_move(
    match: Match,
    user: User | None = None,
    move: Move | str | None = None,
    version: int | None = None,
    key: str = "",
    claim: int | str | None = None,
) -> play.Played:
    """A person's move: the first legal one at the present version with a new key, unless told otherwise."""
    return play.play_move(
        match_id=match.pk,
        user=user or on_turn(match),
        move=move if move is not None else options(match)[0],
        version=fresh(match).version if version is None else version,
        key=key or new_key(),
        claim=claim,
    )


def play_out_round(match: Match) -> Match:
    """The persons on turn play the simple move until the round (or the match) is over.

    Where points are called they claim nothing, and a window that nobody closes by playing is closed.
    """
    number = fresh(match).round_number
    while (now := fresh(match)).window_open or (now.turn_seat is not None and now.round_number == number):
        if now.window_open and not (now.turn_seat is not None and options(match)):
            close_window(match)
            continue
        with contextlib.suppress(errors.WindowEnded):
            make_move(match, move=safe_move(sight(match, now.turn_seat)))
    return fresh(match)


def close_window(match: Match) -> Match:
    """The open window is closed at once."""
    with transaction.atomic():
        calling.close_now(tables.lock(match.pk))
    return fresh(match)


def confirm_all(match: Match) -> Match:
    """Every person has seen the round's end."""
    for seat in Seat.objects.select_related("user").filter(match=match, user__isnull=False, left=False):
        assert seat.user is not None
        seating.confirm_round(match_id=match.pk, user=seat.user)
    return fresh(match)


def play_out_match(match: Match) -> Match:
    """Round after round to the end."""
    while not play_out_round(match).is_over:
        confirm_all(match)
    return fresh(match)


def timed(cast: Cast, seconds: int = 20) -> Match:
    """Alice and Bob with a clock, and a match that will not end soon."""
    return open_table(cast.alice, cast.bob, ruleset=rules(target=1000), turn_seconds=seconds)


def keep_here(match: Match) -> None:
    """Both pages are open: the leases are renewed."""
    for seat in match.seats.select_related("user"):
        if seat.user is not None:
            seating.heartbeat(match_id=match.pk, user=seat.user)


def tiles(text: str) -> tuple[Tile, ...]:
    """A deal that begins with these tiles; the rest follows in the order of TILES."""
    first = [tile(word) for word in text.split()]
    return (*first, *[other for other in TILES if other not in first])


@contextmanager
def dealing(text: str, lot: int = 0) -> Iterator[None]:
    """Every deal in here begins with these tiles, and every lot falls on this seat: no secret is to be had for that."""

    def stacked(deal: Deal, players: int) -> Drawn:
        deal.delete()
        return Drawn(tiles(text), lot)

    with mock.patch.object(deals, "drawn", stacked):
        yield


class Clock:
    """The time that all services read, moved by the test alone."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


@contextmanager
def standing_clock(*, longest_gap: timedelta = timedelta(days=365)) -> Iterator[Clock]:
    """Time stands still in here unless the test moves it. The server is up meanwhile, whatever the jump."""
    clock = Clock()
    with mock.patch.object(timing, "now", clock), mock.patch.object(pulse, "GAP", longest_gap):
        yield clock


def let_keeper_act(clock: Clock, times: int = 1, step: float = 1.3) -> None:
    """So many ticks of the keeper, one robot's pace apart."""
    for _ in range(times):
        clock.pass_by(step)
        keeper.tick()


def texts(match: Match) -> Sequence[str]:
    """All stored moves as text, in order."""
    return list(match.moves.order_by("version").values_list("text", flat=True))
