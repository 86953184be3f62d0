"""Pushes: after commit, only the version, at once, and never to the harm of a move. The keeper as a loop."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError, connection, transaction

from games import robots
from games.models import Match, Move, MoveBy
from games.services import announce, keeper, pulse, timing
from games.services.bell import bell
from tests.cast import make_cast
from tests.tables import confirm_all, fresh, make_move, open_table, rules

pytestmark = pytest.mark.django_db(transaction=True)


def in_thread(act: Callable[..., Any], *args: Any) -> Any:
    """Run this in a plain thread, as a web worker's or the keeper's."""

    def and_close() -> Any:
        try:
            return act(*args)
        finally:
            connection.close()

    return asyncio.get_running_loop().run_in_executor(None, and_close)


def two_persons(**settings: Any) -> Match:
    cast = make_cast()
    return open_table(cast.alice, cast.bob, ruleset=rules(target=10_000), **settings)


async def listen(group: str) -> str:
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    return str(channel)


async def heard(channel: str, seconds: float = 2.0) -> dict[str, Any]:
    layer = get_channel_layer()
    assert layer is not None
    async with asyncio.timeout(seconds):
        return dict(await layer.receive(channel))


@pytest.fixture
def loop_known() -> Iterator[None]:
    yield
    bell.detach()


async def test_a_move_tells_the_table_its_version_and_nothing_more() -> None:
    match = await in_thread(two_persons)
    channel = await listen(announce.table_group(match.code))
    await in_thread(make_move, match)
    version = (await in_thread(fresh, match)).version
    assert await heard(channel) == {"type": "table.changed", "code": match.code, "version": version}


async def test_nothing_is_told_of_what_is_rolled_back() -> None:
    match = await in_thread(two_persons)
    channel = await listen(announce.table_group(match.code))

    def take_it_back() -> None:
        with suppress(ZeroDivisionError), transaction.atomic():
            make_move(match)
            raise ZeroDivisionError

    await in_thread(take_it_back)
    with pytest.raises(TimeoutError):
        await heard(channel, 0.2)


async def test_the_lobby_hears_of_open_tables_and_not_of_private_ones() -> None:
    channel = await listen(announce.LOBBY)
    await in_thread(lambda: open_table(make_cast().alice, private=True))
    with pytest.raises(TimeoutError):
        await heard(channel, 0.2)
    await in_thread(lambda: open_table(make_cast().alice))
    assert await heard(channel) == {"type": "lobby.changed"}


@pytest.mark.parametrize("attached", [True, False])
async def test_pushes_from_a_thread_arrive_at_once(loop_known: None, attached: bool) -> None:  # A30
    """On the server's loop, whether the bell knows it or the thread was sent out by it."""
    match = await in_thread(two_persons)
    channel = await listen(announce.table_group(match.code))
    if attached:
        bell.attach()
    in_some_thread = partial(partial, in_thread) if attached else partial(sync_to_async, thread_sensitive=False)
    late = []
    for _ in range(100):
        message, sent = await asyncio.gather(heard(channel, 5), in_some_thread(timed_move)(match))
        late.append(time.monotonic() - sent)
        assert message["version"] > 0
    assert statistics.quantiles(late, n=20)[18] < 0.3


def timed_move(match: Match) -> float:
    """When the move was stored."""
    if fresh(match).between_rounds:
        with mock.patch.object(announce, "_push"):
            confirm_all(match)
    stored = []
    push = announce._push

    def note(*args: Any) -> None:
        stored.append(time.monotonic())
        push(*args)

    with mock.patch.object(announce, "_push", note):
        make_move(match)
    return stored[0]


async def test_a_push_from_the_loops_own_thread_is_sent_too() -> None:
    channel = await listen("table.here")
    announce._push("table.here", {"type": "table.changed"})
    assert await heard(channel) == {"type": "table.changed"}


@contextmanager
def broken_layer() -> Iterator[None]:
    layer = mock.Mock(group_send=mock.AsyncMock(side_effect=ConnectionError("no layer")))
    with mock.patch.object(announce, "get_channel_layer", return_value=layer):
        yield


def test_a_broken_layer_fails_no_move() -> None:
    match = two_persons()
    with broken_layer():
        make_move(match)
    assert Move.objects.filter(match=match, by=MoveBy.PERSON).count() == 1


async def test_a_broken_layer_fails_no_move_on_the_servers_loop(loop_known: None) -> None:
    match = await in_thread(two_persons)
    bell.attach()
    with broken_layer():
        await in_thread(make_move, match)
        await asyncio.sleep(0.05)
    assert await in_thread(Move.objects.filter(match=match, by=MoveBy.PERSON).count) == 1


# --- The keeper as a loop


@pytest.fixture
async def keeping(loop_known: None) -> Any:
    task = asyncio.ensure_future(keeper.run())
    yield task
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.2)  # its threads give their connections back before the database is dropped


async def until(what: Callable[[], bool], seconds: float = 20) -> None:
    """Until this is true of the database."""
    async with asyncio.timeout(seconds):
        while not await in_thread(what):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.fixture
def quick_robots(settings: Any) -> None:
    settings.MUGGINS_ROBOT_PACE = (0.0, 0.01)
    settings.MUGGINS_ROUND_END_SECONDS = 0.05


@pytest.mark.usefixtures("quick_robots")
async def test_the_loop_plays_for_the_robots_and_deals(keeping: Any) -> None:
    match = await in_thread(lambda: open_table(make_cast().alice, robots=["scorer"], ruleset=rules(target=10_000)))

    def alice_plays() -> bool:
        now = fresh(match)
        if now.between_rounds:
            confirm_all(now)  # alone with robots, nobody is hurried
        elif now.turn_seat == 0:
            make_move(now)
        return now.round_number == 3

    await until(alice_plays, 60)
    assert not keeping.done()


async def test_a_robots_move_comes_in_its_pace_and_its_push_at_once(keeping: Any) -> None:  # A30
    match = await in_thread(lambda: open_table(make_cast().alice, robots=["scorer"]))
    if (await in_thread(fresh, match)).turn_seat == 0:
        await in_thread(make_move, match)
    channel = await listen(announce.table_group(match.code))
    message = await heard(channel, 5)
    row = await in_thread(lambda: Move.objects.get(match=match, by=MoveBy.ROBOT))
    now = await in_thread(fresh, match)
    assert message["version"] == now.version
    assert (timing.now() - row.at).total_seconds() < 1


@pytest.mark.usefixtures("quick_robots")
async def test_one_robot_that_hangs_holds_up_no_other_table(keeping: Any) -> None:  # A28
    choose = robots.choose

    def hang(kind: str, sight: Any, seed: int) -> Any:
        if kind == "beginner":
            time.sleep(3)
        return choose(kind, sight, seed)

    def opened(kind: str) -> Match:
        match = open_table(make_cast().alice, robots=[kind], ruleset=rules(target=10_000))
        if fresh(match).turn_seat == 0:
            make_move(match)
        return match

    def has_moved(match: Match) -> bool:
        return Move.objects.filter(match=match, by=MoveBy.ROBOT).exists() or fresh(match).turn_seat == 0

    with mock.patch.object(robots, "choose", hang):
        stuck = await in_thread(opened, "beginner")
        sound = await in_thread(opened, "scorer")
        await until(lambda: has_moved(sound), 2)
        assert not await in_thread(has_moved, stuck)
        await until(lambda: has_moved(stuck), 5)


async def test_the_loop_outlives_a_database_that_is_away(keeping: Any) -> None:
    with (
        mock.patch.object(pulse, "beat", side_effect=OperationalError("away")),
        mock.patch.object(keeper, "BROKEN_PAUSE", 0.05),
    ):
        await asyncio.sleep(2)
    assert not keeping.done()
    match = await in_thread(lambda: open_table(make_cast().alice, robots=["scorer"]))
    await until(lambda: Move.objects.filter(match=match).exists() or fresh(match).turn_seat == 0, 10)


def test_a_push_while_the_process_ends_is_one_line_and_fails_no_move(caplog: pytest.LogCaptureFixture) -> None:
    ended = RuntimeError("cannot schedule new futures after shutdown")
    match = two_persons()
    with mock.patch.object(announce, "async_to_sync", return_value=mock.Mock(side_effect=ended)):
        make_move(match)
    lines = [record for record in caplog.records if "was not sent" in record.getMessage()]
    assert lines
    assert not any(record.exc_info for record in caplog.records)
    assert fresh(match).moves.filter(by=MoveBy.PERSON).count() == 1
