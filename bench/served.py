"""What a move costs through the whole site: sixteen people at eight tables, HTTP and sockets, as `make torture` plays.

.venv/bin/python bench/served.py [SECONDS [MOVES_A_SECOND [PATH]]]     (20 s, as fast as they can; 10: at that pace)

Milliseconds of the processor for each move that was answered: the site's (the move, its answer, its pushes to both
players, and what goes on meanwhile) and, apart, those of the players, who share the machine. Beside it a yardstick,
taken at the same time: what a fixed piece of Python costs here, so that figures of two machines can be compared.
With a PATH, py-spy (which has to be there) writes a profile of the site to it.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.site import environment
from tests.prepared import prepare

WRITERS = 16
WARM_SECONDS = 6.0
YARD = 200_000


def main(seconds: float, rate: float, profile: str) -> None:
    """Django is set up on the data folder of the site that is asked."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="muggins-bench-", dir=memory if memory.is_dir() else None) as folder:
        prepared, data = Path("build/torture/prepared"), Path(folder) / "data"
        prepared.mkdir(parents=True, exist_ok=True)
        prepare(prepared.resolve())
        shutil.copytree(prepared, data)
        os.environ.update(environment(data, 1, {"MUGGINS_FAIR_WAIT_SECONDS": "0"}))
        os.environ["DJANGO_SETTINGS_MODULE"] = "muggins_site.settings"
        import django

        django.setup()
        asyncio.run(measure(data, seconds, rate, profile))


async def measure(data: Path, seconds: float, rate: float, profile: str) -> None:
    """Play, and print what it took."""
    from asgiref.sync import sync_to_async

    from tests.torture import club
    from tests.torture.board import part
    from tests.torture.player import Pace, Player
    from tests.torture.supervisor import Supervisor

    site, players = Supervisor(data), list[Player]()
    tables = await sync_to_async(club.writers)(WRITERS)
    await site.start()
    try:
        for number, (name, code) in enumerate(tables.items()):
            player = Player(name, site.port, code, random.Random(number), illegal=0.0, pause=0.0)
            await player.sign_in()
            players.append(player)
        tasks = [asyncio.create_task(act()) for player in players for act in (player.listen, player.act)]
        await asyncio.sleep(WARM_SECONDS)
        pace = Pace(rate) if rate else None
        for player in players:
            player.before = pace
            player.took.clear()
        if profile:
            await asyncio.create_subprocess_exec(*_spy(site.number, seconds, profile))
        lasted, served, ours, yard = await _watch(site.number, seconds)
        took = [one for player in players for one in player.took]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        await site.stop()
    moves = len(took)
    print(f"{moves / lasted:.1f} moves a second, p50 {part(took, 0.5):.3f}, p95 {part(took, 0.95):.3f}, ", end="")
    print(f"p99 {part(took, 0.99):.3f} s, longest {max(took):.3f} s")
    print(f"a move: {1000 * served / moves:.1f} ms of the site, {1000 * ours / moves:.1f} ms of the players", end="")
    print(f"; yardstick {yard:.1f} ms: {1000 * served / moves / yard:.2f} yards of the site")


async def _watch(number: int, seconds: float) -> tuple[float, float, float, float]:
    """How long it lasted, what the site and the players used of the processor meanwhile (s), the yardstick (ms)."""
    began, served, ours, spent = time.monotonic(), processor(number), time.process_time(), list[float]()
    while time.monotonic() < began + seconds:
        await asyncio.sleep(1)
        spent.append(yardstick())
    lasted, served = time.monotonic() - began, processor(number) - served
    return lasted, served, time.process_time() - ours - sum(spent), 1000 * sum(spent) / len(spent)


def processor(number: int) -> float:
    """Seconds of processor that a process has used."""
    words = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def yardstick() -> float:
    """Seconds of processor for a fixed piece of work."""
    began, found = time.process_time(), {}
    for number in range(YARD):
        found[number % 1000] = number * 7 % 1001
    return time.process_time() - began


def _spy(number: int, seconds: float, path: str) -> list[str]:
    return [
        "py-spy",
        "record",
        "-F",
        "-f",
        "raw",
        "-r",
        "40",
        "--gil",
        "-d",
        str(int(seconds)),
        "-p",
        str(number),
        "-o",
        path,
    ]


if __name__ == "__main__":
    words = sys.argv[1:]
    main(
        float(words[0]) if words else 20.0,
        float(words[1]) if len(words) > 1 else 0.0,
        words[2] if len(words) > 2 else "",
    )
