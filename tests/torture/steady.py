"""A site that nobody kills: sixteen writers, bad company and a backup meanwhile, a full disk, sockets gone or deaf."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import socket
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from asgiref.sync import sync_to_async

from games.models import Match
from tests.browser.site import ROOT
from tests.torture import club, crowd, history
from tests.torture.board import Board
from tests.torture.player import Pace, Player
from tests.torture.proxy import Proxy
from tests.torture.supervisor import Supervisor
from tests.torture.wire import LOST, Browser

WRITERS = 16
FULL_SECONDS = 5.0
FREED_SECONDS = 60.0  # a half-open socket is let go after so long at most
NOTICED_SECONDS = 20.0
RECOVERY_SECONDS = 30.0
TARGET_SECONDS = 0.2
BRISK, CALM = 10.0, 5.0  # moves a second
SETTLED_SECONDS = 4.0  # between one pace and the next
HALVES_SECONDS = 65.0
FLOOD_SECONDS = 30.0  # at most: it is closed long before, where the machine has time for it


class Steady:
    """The phase and what it found."""

    def __init__(self, site: Supervisor, seconds: float, seed: int, board: Board) -> None:
        self.site, self.seconds, self.seed, self.board = site, seconds, seed, board
        self.proxy = Proxy(site.port, seed)
        self.players: list[Player] = []

    async def run(self) -> None:
        tables = await sync_to_async(club.writers)(WRITERS)
        await self.site.start()
        await self.proxy.start()
        for number, (name, code) in enumerate(tables.items()):
            player = Player(name, self.site.port, code, random.Random(self.seed + number), illegal=0.0, pause=0.0)
            await player.sign_in()
            self.players.append(player)
        tasks = [asyncio.create_task(act()) for player in self.players for act in (player.listen, player.act)]
        await asyncio.sleep(2)
        noticed, freed = await self._half_open()
        await self._load()
        await self._full_disk()
        self.board.within("A19", "the page notices that its line is dead", [await noticed], NOTICED_SECONDS)
        self.board.within("A19", "the server lets the half-open socket go", [await freed], FREED_SECONDS)
        await asyncio.sleep(max(0.0, self.never_since + FREED_SECONDS - time.monotonic()))
        self.board.none("A33", "sockets never read that are open after a minute", int(await _is_open(self.never)))
        lasted = await self.halves.end(HALVES_SECONDS)
        self.board.within("A34", "half requests kept, a little more of them every second", lasted, HALVES_SECONDS)
        for player in self.players:
            player.still = True
        await asyncio.sleep(3)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.proxy.stop()
        await self.site.stop()
        await sync_to_async(self._judge)()

    async def _half_open(self) -> tuple[asyncio.Task[float], asyncio.Task[float]]:
        """One more page of a player, whose line falls silent without a word: when it, and when the site, notices."""
        sleeper = Player("sleeper", self.proxy.port, self.players[0].code, random.Random(1))
        sleeper.browser.cookies = dict(self.players[0].browser.cookies)
        listening = asyncio.create_task(sleeper.listen())
        while not sleeper.connected:
            await asyncio.sleep(0.02)
        self.proxy.deaf.set()
        since = time.monotonic()

        async def notice() -> float:
            while sleeper.connected:
                await asyncio.sleep(0.05)
            listening.cancel()
            return time.monotonic() - since

        async def let_go() -> float:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.proxy.let_go.wait(), 2 * FREED_SECONDS)
            return time.monotonic() - since

        return asyncio.create_task(notice()), asyncio.create_task(let_go())

    async def _load(self) -> None:
        """The writers play as fast as they can; then at the pace of the figures, with bad company, and with backups."""
        began = await self._from_now()
        await asyncio.sleep(self.seconds / 3)
        self._count("A10", began, "as fast as they can, p99", 1.0, 0.99)
        before, code = self.site.memory(), self.players[2].code
        version = await sync_to_async(self._versions)(code)
        self.never, self.never_since = await self._never_reads(), time.monotonic()
        began = await self._from_now(BRISK)
        await asyncio.sleep(self.seconds / 3)
        self._count("A10", began, "p95", TARGET_SECONDS, 0.95)
        told = await sync_to_async(self._versions)(code) - version
        grown = (self.site.memory() - before) / 1e6
        self.board.most("A33", f"MB more memory with a socket that never reads {told} redraws", grown, 10)
        began = await self._from_now(CALM)
        await self._bad_company()
        self._count("A34 A35", began, "p95 meanwhile", 0.5, 0.95)
        began = await self._from_now(CALM)
        failed = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(60.0, self.seconds)):
                failed += await self._command("backup", str(self.site.data.with_suffix(".backup")), "--force")
                failed += await self._command("rebuild_ratings", "--dry-run")
        self._count("A11", began, "p95 during a backup and a rebuild", 0.5, 0.95)
        self.board.none("A11", "commands that failed", failed)

    async def _bad_company(self) -> None:
        """Half requests, which stay for as long as they can, big bodies, and one socket after another that floods."""
        self.halves = crowd.Halves(self.site.port)
        browser = Browser(self.site.port, cookies=dict(self.players[4].browser.cookies))
        until, sent, codes = time.monotonic() + self.seconds / 3, 0, Counter[int]()
        bodies = asyncio.create_task(crowd.big_bodies(self.site.port))
        while time.monotonic() < until:
            with contextlib.suppress(*LOST):
                frames, code = await crowd.flood(browser, f"/ws/t/{self.players[4].code}/", FLOOD_SECONDS)
                sent += frames
                codes[code] += 1
            await asyncio.sleep(0.05)
        refused, grown = await bodies
        self.board.least("A34", f"bodies of 60 MB refused, of {crowd.BIG}", refused, crowd.BIG)
        self.board.most("A34", "MB more in the folder of temporary files meanwhile", grown / 1e6, 50)
        self.board.least("A35", f"sockets closed with 4429 ({sent} frames)", codes[4429], 1)

    async def _from_now(self, rate: float = 0.0) -> float:
        """At so many moves a second, 0: as fast as they can. When it began: what was sent before has been answered."""
        pace = Pace(rate) if rate else None
        for player in self.players:
            player.before = pace
        await asyncio.sleep(SETTLED_SECONDS)
        for player in self.players:
            player.took.clear()
        return time.monotonic()

    def _count(self, row: str, began: float, what: str, bar: float, share: float) -> None:
        took = [seconds for player in self.players for seconds in player.took]
        rate = len(took) / (time.monotonic() - began)
        self.board.within(row, f"{WRITERS} writers, {rate:.1f} moves/s, {what}", took, bar, share)
        for player in self.players:
            player.took.clear()

    async def _command(self, *words: str) -> int:
        running = await asyncio.create_subprocess_exec(
            sys.executable, "manage.py", *words, cwd=ROOT, env=self.site.env, stdout=asyncio.subprocess.DEVNULL
        )
        return int(await running.wait() != 0)

    async def _never_reads(self) -> socket.socket:
        """A socket to a table in play whose window is small and which nobody empties."""
        browser = Browser(self.site.port, cookies=dict(self.players[2].browser.cookies))
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", self.site.port))
        head = browser.handshake(f"/ws/t/{self.players[2].code}/")
        await asyncio.to_thread(raw.sendall, head)
        return raw

    async def _full_disk(self) -> None:
        """No file of the site may grow or be written: as on a full disk. Then it may again."""
        statuses = Counter[int]()
        for player in self.players:
            player.statuses.clear()
            player.took.clear()
        hard = resource.prlimit(self.site.number, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.site.number, resource.RLIMIT_FSIZE, (0, hard))
        await asyncio.sleep(FULL_SECONDS)
        for player in self.players:
            statuses.update(player.statuses)
            player.statuses.clear()
        resource.prlimit(self.site.number, resource.RLIMIT_FSIZE, (hard, hard))
        freed = time.monotonic()
        version = await sync_to_async(self._versions)()
        while await sync_to_async(self._versions)() == version and time.monotonic() - freed < RECOVERY_SECONDS:
            await asyncio.sleep(0.1)
        self.board.least("A12", "answers of status 503 while the disk was full", statuses[503], 1)
        self.board.none("A12", "answers of status 500 then", statuses[500])
        self.board.within("A12", "playing again after space was freed", [time.monotonic() - freed], 5)

    def _versions(self, *codes: str) -> int:
        """Of these tables, or of all, together: what goes on there is counted so."""
        matches = Match.objects.filter(code__in=codes) if codes else Match.objects.all()
        return sum(matches.values_list("version", flat=True))

    def _judge(self) -> None:
        journal = [entry for player in self.players for entry in player.journal]
        said = self.site.said()
        self.board.none("A10", "“database is locked” in the log", said.count("database is locked"))
        faults = history.judge(journal, [seen for player in self.players for seen in player.seen.items()])
        for what, found in faults.items():
            self.board.none("A10-12 E", what, found)
        with closing(sqlite3.connect(Path(self.site.data) / "db.sqlite3")) as rows:
            verdict = rows.execute("PRAGMA integrity_check").fetchone()[0]
        self.board.none("A12", f"faults of PRAGMA integrity_check ({verdict})", int(verdict != "ok"))


async def _is_open(raw: socket.socket) -> bool:
    """Whether the other side has not closed it yet: what lies in it is read, for a moment."""
    raw.settimeout(0.5)
    try:
        while await asyncio.to_thread(raw.recv, 1 << 20):
            continue
    except TimeoutError:
        return True
    except LOST:
        return False
    finally:
        raw.close()
    return False
