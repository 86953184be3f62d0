"""Eight players behind a bad line while the site is killed, ended, stopped, and dies between commit and push."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter

from asgiref.sync import sync_to_async

from games.models import Match, MoveBy
from tests.torture import club, history
from tests.torture.board import Board
from tests.torture.player import ACKED, REFUSED, UNKNOWN, Player
from tests.torture.proxy import Proxy
from tests.torture.supervisor import Supervisor

FAILPOINT = {"MUGGINS_FAILPOINT": "after_commit:0.06"}
BLOWS = ("killed", "ended", "killed", "killed", "stopped", "killed")
SETTLE_SECONDS = 40.0
RESYNC_BOUND = 60.0


class Storm:
    """The phase, its nemesis, and what it found."""

    def __init__(self, site: Supervisor, seconds: float, seed: int, board: Board) -> None:
        self.site, self.seconds, self.board = site, seconds, board
        self.dice = random.Random(seed)
        self.proxy = Proxy(site.port, seed)
        self.players: list[Player] = []
        self.blows: Counter[str] = Counter()
        self.resynced: list[float] = []
        self.resynced_slow: list[float] = []

    async def run(self) -> None:
        tables = await sync_to_async(club.storm_tables)()
        await self.site.start()
        await self.proxy.start()
        for name, code in tables.items():
            player = Player(name, self.proxy.port, code, random.Random(self.dice.random()))
            await player.sign_in()
            self.players.append(player)
        tasks = [asyncio.create_task(act()) for player in self.players for act in (player.listen, player.act)]
        self.proxy.bad = True
        await self._torment()
        self.proxy.bad = False
        await self._slow_restarts()
        settled = await self._settle()
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        await self.proxy.stop()
        await self.site.stop()
        await sync_to_async(self._judge)(settled)

    async def _torment(self) -> None:
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            await asyncio.wait_for(self.site.healthy.wait(), 120)
            await asyncio.sleep(self.dice.uniform(0.2, 1.2))
            blow = BLOWS[self.blows.total() % len(BLOWS)]
            self.blows[blow] += 1
            if blow == "stopped":
                self.site.send(signal.SIGSTOP)
                await asyncio.sleep(self.dice.uniform(0.3, 1.5))
                self.site.send(signal.SIGCONT)
            else:
                await self._take_down(signal.SIGKILL if blow == "killed" else signal.SIGTERM)
                await self._measure(self.resynced, 6.0)

    async def _take_down(self, how: signal.Signals) -> None:
        self.site.healthy.clear()
        self.site.send(how)

    async def _slow_restarts(self) -> None:
        """As pages really wait before they connect again: how long until all show the newest version?"""
        for player in self.players:
            player.hurried = False
        for _ in range(2):
            await asyncio.wait_for(self.site.healthy.wait(), 120)
            await asyncio.sleep(1)
            self.blows["killed, real pauses"] += 1
            await self._take_down(signal.SIGKILL)
            await self._measure(self.resynced_slow, RESYNC_BOUND)

    async def _measure(self, into: list[float], bound: float) -> None:
        """Seconds from health to a new socket, for each player that got there before the next blow."""
        await asyncio.wait_for(self.site.healthy.wait(), 120)
        since, waiting = self.site.healthy_at, set(range(len(self.players)))
        end = since + bound
        while waiting and time.monotonic() < end and self.site.healthy.is_set():
            for number in list(waiting):
                player = self.players[number]
                if player.connected and player.connected_at >= since:
                    waiting.discard(number)
                    into.append(player.connected_at - since)
            await asyncio.sleep(0.02)
        if self.site.healthy.is_set():
            into += [bound] * len(waiting)

    async def _settle(self) -> list[str]:
        """No new moves: after a while every screen shows the newest version. Those that do not."""
        for player in self.players:
            player.still = True
        end = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < end:
            await asyncio.sleep(0.5)
            behind = await sync_to_async(self._behind)()
            if not behind:
                return []
        return behind

    def _behind(self) -> list[str]:
        newest = dict(Match.objects.values_list("code", "version"))
        return [player.name for player in self.players if player.shown.version != newest[player.code]]

    def _judge(self, behind: list[str]) -> None:
        board, journal = self.board, [entry for player in self.players for entry in player.journal]
        faults = history.judge(journal, [seen for player in self.players for seen in player.seen.items()])
        outcomes = Counter(entry.outcome for entry in journal)
        said = self.site.said()
        deaths = said.count("failpoint after_commit")
        per_blow = max(1, int(self.seconds / 15))
        board.least("A1", f"kills -9 with 8 players and {len(journal)} moves sent", self.blows["killed"], per_blow)
        for what, found in faults.items():
            board.none("A1 E", what, found)
        board.within("A1", "started again until /healthz says ok", self.site.starts, 5)
        board.within("A1", "sockets back, real pauses before each try", self.resynced_slow, 10, 0.99)
        board.within("A1 A2", "sockets back, hurried", self.resynced, 5, 0.95)
        board.least("A2", "deaths between commit and push", deaths, 1)
        board.none("A2 A15", "screens that do not show the newest version in the end", len(behind))
        board.least("A4", "ends by SIGTERM in play", self.blows["ended"], 1)
        board.none("A4", "tracebacks in the log", said.count("Traceback (most recent call last)"))
        board.none("A4 A26", "turns played by the clock", self._by_clock())
        done = self.proxy.done
        pushes = sum(done[f"push {how}"] for how in ("dropped", "doubled", "swapped"))
        board.least("A15", "pushes dropped, doubled or swapped", pushes, per_blow)
        board.least("A17", "answers lost or requests cut", done["answer lost"] + done["cut"], per_blow)
        board.least(
            "A17",
            f"moves acked ({outcomes[REFUSED]} refused, {outcomes[UNKNOWN]} never answered)",
            outcomes[ACKED],
            per_blow * 5,
        )
        board.least("A22", "requests doubled by the line", done["doubled"], 1)
        board.least("A29", "robots' moves between the kills", self._moves(MoveBy.ROBOT), per_blow)
        server_errors = sum(
            count for player in self.players for status, count in player.statuses.items() if status == 500
        )
        board.none("A1", "answers of status 500", server_errors)

    def _by_clock(self) -> int:
        return self._moves(MoveBy.CLOCK)

    def _moves(self, by: MoveBy) -> int:
        from games.models import Move

        return Move.objects.filter(by=by).count()
