"""What must happen without a person: robot turns, deadlines, the next deal, presence, abandoned tables.

Deadlines stand in the database, so nothing is lost with a process. The keeper takes what is due and acts through the
same doors as persons; what it decided on is dropped there when the turn has passed meanwhile. Several may run.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from django.db import DatabaseError, connection
from django.db.models import F, Min

from games import replay, robots
from games.models import Match, MoveBy
from games.rules.moves import Play
from games.rules.sight import sight_of
from games.services import calling, deals, faults, play, prescribed, pulse, sequel, sweep, tallies, timing, windows
from games.services.bell import bell
from games.services.minder import Minder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.models import Seat
    from games.replay import Replayed
    from games.rules.moves import Move as AnyMove
    from games.rules.sight import Sight

log = logging.getLogger(__name__)
T = TypeVar("T")

THREADS = 8  # some of them wait for robots that think
BATCH = 200
SWEEP_SECONDS = 5.0
LONGEST_PAUSE = 1.0
SHORTEST_PAUSE = 0.02
BROKEN_PAUSE = 2.0
SITE = "site"

_minder = Minder()


def tick(name: str = SITE) -> list[int]:
    """One round of everything, one thing after another. Returns the matches that were attended to."""
    pulse.beat(name)
    sweep_all()
    attended = due()
    for match_id in attended:
        attend(match_id)
    return attended


def due() -> list[int]:
    """The matches in which something must happen now, the longest overdue first."""
    return list(Match.objects.due(timing.now()).values_list("pk", flat=True)[:BATCH])


def sweep_all() -> None:
    """Mark who is away, end what nobody plays; the fault of one table does not keep the others from it."""
    at = timing.now()
    for match_id in sweep.out_of_sight(at):
        _guarded(match_id, sweep.mark_away)
    for match_id, user_id in sweep.barred():
        _guarded(match_id, partial(sweep.see_out, user_id=user_id))
    for match_id in sweep.forsaken(at):
        _guarded(match_id, sweep.close_forsaken)
    tallies.count_deals()


def attend(match_id: int) -> None:
    """Do the one thing that is due at this table. Never raises for what is wrong with the match itself."""
    _guarded(match_id, _attend)


def _guarded(match_id: int, act: Callable[[int], None]) -> None:
    try:
        act(match_id)
    except DatabaseError:
        log.exception("Match %s was not attended to.", match_id)  # locked, or the database is away: later
    except Exception as error:
        faults.flag(match_id, error)


def _attend(match_id: int) -> None:
    match = Match.objects.filter(pk=match_id, wake_at__lte=timing.now()).first()
    if match is None:
        return
    if match.is_over:
        sequel.open_next(match_id=match.pk, turn_version=match.turn_version)
    elif match.window_open:
        _attend_window(match)
    elif match.turn_seat is None:
        deals.deal_next(match_id=match.pk, turn_version=match.turn_version)
    else:
        _move_for(match, match.turn_seat)
    faults.clear(match)


def _attend_window(match: Match) -> None:
    """While points may be called: the time is up, or a robot looks, or the robot on turn acts."""
    at = timing.now()
    if windows.is_over(match, at):
        calling.close_window(match_id=match.pk, turn_version=match.turn_version)
        return
    looking = match.seats.filter(look_at__lte=at).order_by("look_at").first()
    if looking is not None:
        _look_for(match, looking)
    elif match.turn_seat is not None and match.seats.get(index=match.turn_seat).player:
        _move_for(match, match.turn_seat)


def _look_for(match: Match, seat: Seat) -> None:
    """Whether the robot on this seat notices points that it can take is drawn by lot now, and only once."""
    points = None
    if seat.player:
        seed = prescribed.seed_of(match, seat.index)
        points = _minder.call(match.pk, seat.player, _sight(match, seat.index), seed)
    calling.call_for(match_id=match.pk, seat_index=seat.index, points=points, turn_version=match.turn_version)


def soon() -> dict[int, int]:
    """The matches in which a robot that thinks long is on turn and moves in a moment, with the version of the turn."""
    at = timing.now()
    slow = [kind for kind, robot in robots.KINDS.items() if robot.is_slow]
    waiting = Match.objects.filter(wake_at__gt=at, wake_at__lte=at + timing.AHEAD)
    on_turn = waiting.filter(seats__robot__in=slow, seats__index=F("turn_seat"))
    return dict(on_turn.values_list("pk", "turn_version")[:BATCH])


def think_ahead(match_id: int) -> None:
    """Let the robot on turn think before its moment comes: how long it took shall not be seen. Never raises."""
    with contextlib.suppress(Exception):  # `attend` meets whatever is wrong with this match, and says so
        match = Match.objects.get(pk=match_id)
        folded = replay.load(match)
        state = folded.match.round
        if match.turn_seat is not None and state is not None and state.turn == match.turn_seat:
            _chosen(match, match.seats.get(index=match.turn_seat), folded, _minder.think_ahead)


def _chosen(match: Match, seat: Seat, folded: Replayed, ask: Callable[..., AnyMove]) -> AnyMove:
    """What the robot on this seat plays."""
    sight = sight_of(folded.match, folded.events, seat.index)
    seed = prescribed.seed_of(match, seat.index)
    _let_go_of_the_connection()
    return ask(match.pk, seat.player, sight, seed, folded.match)


def _sight(match: Match, seat_index: int) -> Sight:
    folded = replay.load(match)
    return sight_of(folded.match, folded.events, seat_index)


def _move_for(match: Match, seat_index: int) -> None:
    """Think without a lock, then go through the door, which looks whether the turn is still the same."""
    seat = match.seats.get(index=seat_index)
    folded = replay.load(match)
    sight = sight_of(folded.match, folded.events, seat_index)
    turn = {"match_id": match.pk, "seat_index": seat_index, "turn_version": match.turn_version}
    if not seat.player:
        play.play_for(**turn, move=robots.safe_move(sight), by=MoveBy.CLOCK)
    elif match.window_open and not any(isinstance(move, Play) for move in sight.legal):
        calling.go_on_for(**turn)
    else:
        seed = prescribed.seed_of(match, seat_index)
        move = _chosen(match, seat, folded, _minder.choose)
        claim = _minder.claim(match.pk, seat.player, sight, move, seed)
        by = MoveBy.ROBOT if seat.robot else MoveBy.STAND_IN
        play.play_for(**turn, move=move, by=by, claim=claim)


class Keeper:
    """The keeper as a loop: its work on threads of its own, its pushes on the loop itself."""

    def __init__(self, name: str = SITE) -> None:
        self.name = name
        self._looking = ThreadPoolExecutor(1, thread_name_prefix="keeper")
        self._acting = ThreadPoolExecutor(THREADS, thread_name_prefix="keeper-hand")
        self._in_hand: dict[int, asyncio.Future[None]] = {}
        self._thought: dict[int, int] = {}
        self._next_beat = self._next_sweep = 0.0

    async def run(self) -> None:
        """Until cancelled. A database that is away is waited for."""
        bell.attach()
        try:
            while True:
                await bell.wait(await self._turn())
        finally:
            for threads in (self._looking, self._acting):
                threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self) -> float:
        """Start what is due; seconds to wait."""
        try:
            await self._beat_and_sweep()
            for match_id in await self._look(due):
                self._take_in_hand(match_id, attend)
            await self._think_ahead()
            return await self._look(partial(_seconds_to_wait, tuple(self._in_hand)))
        except DatabaseError:
            log.exception("The keeper cannot reach the database.")
            return BROKEN_PAUSE

    async def _beat_and_sweep(self) -> None:
        # The beat comes first: after a restart the lost time is given back before anything is found to be late.
        clock = asyncio.get_running_loop().time()
        if clock >= self._next_beat:
            await self._look(partial(pulse.beat, self.name))
            self._next_beat = clock + pulse.BEAT_SECONDS
        if clock >= self._next_sweep:
            await self._look(sweep_all)
            self._next_sweep = clock + SWEEP_SECONDS

    async def _think_ahead(self) -> None:
        """Once for each turn."""
        turns = await self._look(soon)
        for match_id, turn in turns.items():
            if self._thought.get(match_id) != turn:
                self._take_in_hand(match_id, think_ahead)
        self._thought = turns

    def _take_in_hand(self, match_id: int, act: Callable[[int], None]) -> None:
        """Each match on its own: one whose robot hangs holds up nobody else."""
        if match_id in self._in_hand:
            return
        loop = asyncio.get_running_loop()
        acting = loop.run_in_executor(self._acting, _with_connection, partial(act, match_id))
        self._in_hand[match_id] = acting
        acting.add_done_callback(partial(self._let_go, match_id))

    def _let_go(self, match_id: int, acted: asyncio.Future[None]) -> None:
        self._in_hand.pop(match_id, None)
        if not acted.cancelled() and (error := acted.exception()) is not None:
            log.error("Match %s was not attended to.", match_id, exc_info=error)
        bell.ring()

    async def _look(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._looking, _with_connection, work)


def _seconds_to_wait(in_hand: Sequence[int]) -> float:
    """Until the next match is due, those in hand left out."""
    waiting = Match.objects.filter(wake_at__isnull=False).exclude(pk__in=in_hand)
    first = waiting.aggregate(at=Min("wake_at"))["at"]
    if first is None:
        return LONGEST_PAUSE
    return min(LONGEST_PAUSE, max(SHORTEST_PAUSE, (first - timing.now()).total_seconds()))


def _with_connection(work: Callable[[], T]) -> T:
    """SQLite keeps this thread's connection: closing the last one of a process would cost a checkpoint each time."""
    try:
        return work()
    except DatabaseError:
        connection.close()
        raise
    finally:
        _let_go_of_the_connection()


def _let_go_of_the_connection() -> None:
    """Back to the pool; SQLite has none."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()


async def run(name: str = SITE) -> None:
    """The keeper on the server's event loop, until cancelled."""
    await Keeper(name).run()


async def heart(name: str = SITE) -> None:
    """For a web process whose keeper is another process: it only shows that the site is alive."""
    bell.attach()
    while True:
        try:
            await asyncio.to_thread(_with_connection, partial(pulse.beat, name))
        except DatabaseError:
            log.exception("The site's pulse was not stored.")
        await asyncio.sleep(pulse.BEAT_SECONDS)
