"""SIGTERM while twenty moves are on their way, again and again: as at every new release (A4)."""

from __future__ import annotations

import asyncio
import random
import signal
import statistics
import time

from asgiref.sync import sync_to_async

from games.models import Move, MoveBy
from tests.torture import club, history
from tests.torture.board import Board
from tests.torture.player import Gate, Player
from tests.torture.supervisor import Supervisor

PLAYERS = 20
MOST_TIMES = 20
GATHER_SECONDS = 8.0
BACK_SECONDS = 30.0


class Ending:
    """The phase and what it found. Pages wait before they connect again as real ones do."""

    def __init__(self, site: Supervisor, seconds: float, seed: int, board: Board) -> None:
        self.site, self.seconds, self.board = site, seconds, board
        self.dice = random.Random(seed)
        self.gate = Gate()
        self.players: list[Player] = []
        self.in_flight: list[int] = []
        self.back: list[float] = []

    async def run(self) -> None:
        tables = await sync_to_async(club.askers)(PLAYERS)
        await self.site.start()
        for name, code in tables.items():
            dice = random.Random(self.dice.random())
            player = Player(name, self.site.port, code, dice, hurried=False, illegal=0.0, pause=0.0, before=self.gate)
            await player.sign_in()
            self.players.append(player)
        tasks = [asyncio.create_task(act()) for player in self.players for act in (player.listen, player.act)]
        end = time.monotonic() + self.seconds
        while time.monotonic() < end and len(self.in_flight) < MOST_TIMES:
            await self._once()
        await self._settle()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.site.stop()
        await sync_to_async(self._judge)()

    async def _once(self) -> None:
        """All who are on turn send their move at once; the end comes while they are being answered."""
        await asyncio.wait_for(self.site.healthy.wait(), 60)
        gathered = time.monotonic() + GATHER_SECONDS
        while self.gate.waiting < PLAYERS and time.monotonic() < gathered:
            await asyncio.sleep(0.02)
        self.gate.let_through()
        await asyncio.sleep(self.dice.uniform(0.02, 0.08))
        self.in_flight.append(sum(player.sending for player in self.players))
        ended = time.monotonic()
        self.site.healthy.clear()
        self.site.send(signal.SIGTERM)
        while not all(player.connected and player.connected_at > ended for player in self.players):
            if time.monotonic() > ended + BACK_SECONDS:
                break
            await asyncio.sleep(0.02)
        self.back += [max(0.0, (p.connected_at if p.connected else ended + BACK_SECONDS) - ended) for p in self.players]

    async def _settle(self) -> None:
        """What is on its way gets its answer."""
        for player in self.players:
            player.still = True
        until = time.monotonic() + BACK_SECONDS
        while any(player.sending for player in self.players) and time.monotonic() < until:
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)

    def _judge(self) -> None:
        board, said = self.board, self.site.said()
        times = len(self.in_flight)
        board.least("A4", f"ends by SIGTERM, moves in flight at each (median of {times})", _middle(self.in_flight), 15)
        board.within("A4", "sockets back after the signal, median", self.back, 3, 0.5)
        board.within("A4", "sockets back after the signal", self.back, 10, 0.99)
        journal = [entry for player in self.players for entry in player.journal]
        faults = history.judge(journal, [seen for player in self.players for seen in player.seen.items()])
        for what, found in faults.items():
            board.none("A4 E", what, found)
        board.none("A4", "turns played by the clock", Move.objects.filter(by=MoveBy.CLOCK).count())
        board.none("A4", "tracebacks in the log", said.count("Traceback (most recent call last)"))
        if "Traceback" in said:
            print(said[said.index("Traceback") - 500 :][:4000])


def _middle(amounts: list[int]) -> int:
    return int(statistics.median(amounts)) if amounts else 0
