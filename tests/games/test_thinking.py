"""Long thoughts in processes of their own: answers, errors, what hangs, what dies, and nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings as site

from games import robots
from games.rules.matches import new_match, start_round
from games.rules.ruleset import preset
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES
from games.services import minder, thinking, timing

SECONDS = 20.0


@pytest.fixture
def thinkers(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[thinking._Pool]:
    """A single process that thinks, and a pool that no other test knows."""
    settings.MUGGINS_THINKERS = 1
    pool = thinking._Pool()
    monkeypatch.setattr(thinking, "_pool", pool)
    yield pool
    pool.close()


def thinker_of(pool: thinking._Pool) -> int:
    """Its process, once it has answered."""
    assert thinking.think(len, "ab", seconds=SECONDS) == 2
    [thinker] = pool._all
    return thinker.process.pid


def is_alive(pid: int) -> bool:
    """Neither gone nor waiting to be buried."""
    try:
        return "(zombie)" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def dies(pid: int) -> bool:
    until = time.monotonic() + 5
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_alive(pid)


def test_an_answer_comes_from_another_process_that_stays_and_steps_back(thinkers: thinking._Pool) -> None:
    pid = thinker_of(thinkers)
    assert thinking.think(os.getpid, seconds=SECONDS) == pid != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
    assert thinking.think(preset, "pagat", 3, seconds=SECONDS) == preset("pagat", 3)


def test_it_knows_no_django(thinkers: thinking._Pool) -> None:
    known = thinking.think(eval, "set(__import__('sys').modules)", seconds=SECONDS)
    assert "games.robots" in known
    assert "django" not in known


def test_what_was_raised_there_is_raised_here(thinkers: thinking._Pool) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        thinking.think(int, "seven", seconds=SECONDS)
    with pytest.raises(RuntimeError, match="cannot be sent"):
        thinking.think(threading.Lock, seconds=SECONDS)
    assert thinking.think(int, "7", seconds=SECONDS) == 7


def test_what_hangs_is_killed_and_replaced(thinkers: thinking._Pool) -> None:
    pid = thinker_of(thinkers)
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        thinking.think(time.sleep, 60, seconds=0.1)
    assert time.monotonic() - began < 2
    assert not is_alive(pid)
    assert thinker_of(thinkers) != pid


def test_a_process_that_dies_is_replaced_and_asked_once_more(thinkers: thinking._Pool) -> None:
    pid = thinker_of(thinkers)
    os.kill(pid, signal.SIGKILL)
    assert thinking.think(int, "7", seconds=SECONDS) == 7
    with pytest.raises(thinking.Broken):
        thinking.think(os._exit, 3, seconds=SECONDS)
    assert thinking.think(int, "7", seconds=SECONDS) == 7


def test_a_process_that_has_grown_too_large_is_replaced(
    thinkers: thinking._Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "MOST_MB", 120)
    pid = thinker_of(thinkers)
    assert thinking.think(os.getpid, seconds=SECONDS) == pid
    assert thinking.think(eval, "len(globals().setdefault('kept', bytearray(b'x') * 150_000_000))", seconds=SECONDS)
    assert dies(pid)
    assert thinker_of(thinkers) != pid


def test_who_finds_all_busy_is_told_and_nobody_is_killed(thinkers: thinking._Pool) -> None:
    pid = thinker_of(thinkers)
    busy = threading.Thread(target=thinking.think, args=(time.sleep, 0.4), kwargs={"seconds": SECONDS})
    busy.start()
    while thinkers._free:
        time.sleep(0.005)
    with pytest.raises(thinking.Busy):
        thinking.think(int, "7", seconds=SECONDS, wait=0.05)
    busy.join()
    assert thinker_of(thinkers) == pid


def test_who_is_urgent_is_let_in_first(thinkers: thinking._Pool) -> None:
    thinker_of(thinkers)
    answered: list[str] = []

    def ask(name: str, urgent: bool) -> None:
        thinking.think(time.sleep, 0.2, seconds=SECONDS, urgent=urgent)
        answered.append(name)

    threads = []
    for name, urgent in (("first", False), ("patient", False), ("urgent", True)):
        threads.append(threading.Thread(target=ask, args=(name, urgent)))
        threads[-1].start()
        time.sleep(0.05)
    for thread in threads:
        thread.join()
    assert answered == ["first", "urgent", "patient"]


def test_without_processes_it_thinks_on_a_thread(settings: Any) -> None:
    settings.MUGGINS_THINKERS = 0
    assert thinking.think(os.getpid, seconds=1) == os.getpid()
    with pytest.raises(ZeroDivisionError):
        thinking.think(divmod, 1, 0, seconds=1)
    with pytest.raises(TimeoutError):
        thinking.think(time.sleep, 5, seconds=0.05)


PARENT = """
import contextlib, os, threading, time, django
django.setup(set_prefix=False)
from games.services import thinking
print(thinking.think(os.getpid, seconds=20), flush=True)
def long():
    with contextlib.suppress(Exception):
        thinking.think(time.sleep, 60, seconds=90)
threading.Thread(target=long, daemon=True).start()
time.sleep(0.2)
try:
    print("thinking", flush=True)
    time.sleep(30)
except KeyboardInterrupt:
    pass
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_thinker_outlives_the_site_not_even_in_the_middle_of_a_thought(number: signal.Signals) -> None:
    surroundings = {**os.environ, "DJANGO_SETTINGS_MODULE": "muggins_site.settings", "MUGGINS_THINKERS": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=site.BASE_DIR, env=surroundings, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_hear_ctrl_c,
    ) as parent:  # fmt: skip
        assert parent.stdout is not None
        assert parent.stderr is not None
        pid = int(parent.stdout.readline())
        assert parent.stdout.readline() == "thinking\n"
        assert is_alive(pid)
        parent.send_signal(number)
        assert parent.wait(10) in (0, -number)
        assert dies(pid)
        assert parent.stderr.read() == ""


def test_a_pipe_that_somebody_reads_is_not_closed_by_who_ends_the_pool(
    thinkers: thinking._Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed by both, it would be closed twice: the second time it is no file, or somebody else's."""
    pid = thinker_of(thinkers)
    [thinker] = thinkers._all
    seen: list[BaseException] = []
    begun, dismissed = threading.Event(), threading.Event()
    send = thinker.pipe.send
    monkeypatch.setattr(thinker.pipe, "send", lambda question: (send(question), begun.set()))
    monkeypatch.setattr(thinkers, "dismiss", lambda thinker: dismissed.wait(SECONDS))

    def ask() -> None:
        try:
            thinking.think(time.sleep, 60, seconds=SECONDS)
        except thinking.Busy as error:
            seen.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    assert begun.wait(SECONDS)
    thinkers.close()
    assert not is_alive(pid)
    assert not thinker.pipe.closed
    dismissed.set()
    asking.join(SECONDS)
    assert [type(error) for error in seen] == [thinking.Busy]


def _hear_ctrl_c() -> None:
    """A shell starts what runs in its background deaf to SIGINT, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def a_choice(seed: int = 1) -> Sight:
    """What the leader of a freshly dealt round sees."""
    tiles = tuple(Random(seed).sample(TILES, len(TILES)))
    step = start_round(new_match(preset("pagat", 2)), tiles, 0, "lot")
    return sight_of(step.match, step.events, 0)


def test_a_strong_robot_chooses_in_a_thinker_and_the_same_as_here(
    thinkers: thinking._Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker_of(thinkers)
    monkeypatch.setattr(timing, "THOUGHT_SECONDS", SECONDS)
    monkeypatch.setattr(timing, "THINKER_WAIT_SECONDS", SECONDS)
    seen = a_choice()
    assert minder.Minder().choose(1, "brass", seen, 7) is robots.choose("brass", seen, 7)
    assert len(thinkers._all) == 1


def test_where_all_are_busy_a_quick_robot_chooses_and_nobody_sits_on_the_bench(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def busy(*args: object, **limits: object) -> None:
        raise thinking.Busy

    monkeypatch.setattr(thinking, "think", busy)
    seen, mind = a_choice(), minder.Minder()
    for seed in (7, 8):
        assert mind.choose(1, "ebony", seen, seed) is robots.choose("careful", seen, seed)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2


def test_what_never_ends_in_a_thinker_is_given_up_within_three_seconds(
    thinkers: thinking._Pool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:  # A28
    assert timing.THOUGHT_SECONDS + timing.THINKER_WAIT_SECONDS <= 3
    pid = thinker_of(thinkers)
    monkeypatch.setattr(timing, "THOUGHT_SECONDS", 0.1)
    seen, mind = a_choice(), minder.Minder()
    slowly = partial(minder._slowly, seen, time.sleep)  # the seed says for how long
    assert mind._ask(1, "ebony", slowly, bool, 60) is None
    assert not is_alive(pid)
    assert ["did not answer in time" in record.message for record in caplog.records] == [True]
