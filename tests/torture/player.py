"""A player as a browser is one: pages, forms, a socket that comes back; and a journal of all that was sent."""

from __future__ import annotations

import asyncio
import html
import random
import re
import time
from dataclasses import dataclass, field

from tests.torture.wire import LOST, Answer, Browser

PASSWORD = "all-fives-are-played-here"
#: As static/js/table-live.js waits: the least and the most seconds before each try.
WAITS = ((0.2, 4.8), (0.5, 2.5), (0.5, 2.5), (2.0, 8.0), (4.0, 12.0), (8.0, 15.0))
BEND = 2  # sooner rather than later
HURRIED = ((0.05, 0.4), (0.2, 0.8))
QUIET = 4.0  # after so long without a word the page asks
TILES = [f"{high}{low}" for high in range(7) for low in range(high + 1)]
ACKED, REFUSED, UNKNOWN = "acked", "refused", "unknown"


@dataclass
class Entry:
    """One move that was sent, maybe several times, under one key."""

    player: str
    code: str
    key: str
    move: str
    version: int
    illegal: bool
    sent_at: float
    outcome: str = UNKNOWN
    status: int = 0
    sendings: int = 0


@dataclass
class Shown:
    """What the screen shows of a table."""

    version: int = -1
    html: str = ""
    older: int = 0  # older redraws that came and were not shown

    def show(self, text: str) -> bool:
        """As table-view.js does: what is older than what is shown is never swapped in."""
        found = re.search(r'<div id="table"[^>]* data-version="(\d+)"', text)
        if found is None:
            return False
        version = int(found[1])
        if version < self.version:
            self.older += 1
            return False
        self.version, self.html = version, text
        return True

    def values(self, name: str) -> list[str]:
        return [html.unescape(value) for value in re.findall(rf'name="{name}" value="([^"]*)"', self.html)]

    def has_form(self, action: str) -> bool:
        return 'action="/t/' in self.html and f'/{action}/"' in self.html

    @property
    def next_table(self) -> str:
        found = re.search(r' data-rematch="/t/([^/"]+)/"', self.html)
        return found[1] if found else ""


class Pace:
    """So many moves a second of all players together."""

    def __init__(self, rate: float) -> None:
        self.step, self.next = 1 / rate, 0.0

    async def turn(self) -> None:
        now = time.monotonic()
        self.next = max(self.next + self.step, now)
        await asyncio.sleep(self.next - now)


class Gate:
    """Where players wait with their move in hand, until all of them are let through in one instant."""

    def __init__(self) -> None:
        self.waiting = 0
        self._open = asyncio.Event()

    async def turn(self) -> None:
        self.waiting += 1
        try:
            await self._open.wait()
        finally:
            self.waiting -= 1

    def let_through(self) -> None:
        self._open.set()
        self._open = asyncio.Event()


@dataclass
class Player:
    """Plays wherever its rematches lead; `act` and `listen` run until cancelled."""

    name: str
    port: int
    code: str
    dice: random.Random
    hurried: bool = True
    illegal: float = 0.1
    pause: float = 0.15
    journal: list[Entry] = field(default_factory=list)
    shown: Shown = field(default_factory=Shown)
    took: list[float] = field(default_factory=list)  # seconds of each answer to a move
    statuses: dict[int, int] = field(default_factory=dict)
    connected: bool = False
    connected_at: float = 0.0
    still: bool = False  # no new moves
    before: Pace | Gate | None = None  # what a move has to wait for
    sending: bool = False  # a move is on its way

    def __post_init__(self) -> None:
        self.browser = Browser(self.port)
        self.news = asyncio.Event()
        self.seen: dict[str, int] = {}
        self.keys = 0

    async def sign_in(self) -> None:
        await self.browser.get("/accounts/login/")
        answer = await self.browser.post("/accounts/login/", login=self.name, password=PASSWORD)
        assert "sessionid" in self.browser.cookies, (answer.status, answer.body[:500])
        self._take(await self.browser.get(f"/t/{self.code}/"))

    # --- hearing ---

    async def listen(self) -> None:
        """A socket to the present table, again and again."""
        tries = 0
        while True:
            code = self.code
            try:
                socket = await self.browser.socket(f"/ws/t/{code}/")
            except LOST:
                await self._wait(tries)
                tries += 1
                await self._look(code)
                continue
            tries, self.connected, self.connected_at = 0, True, time.monotonic()
            try:
                await self._hear(socket, code)
            except LOST:
                pass
            finally:
                socket.drop()
                self.connected = False
            if code == self.code:
                await self._wait(0)
                tries = 1

    async def _hear(self, socket: object, code: str) -> None:
        while code == self.code:
            try:
                async with asyncio.timeout(QUIET):
                    heard = await socket.hear()  # type: ignore[attr-defined]
            except TimeoutError:
                await socket.say(type="sync", version=self.shown.version, digest="")  # type: ignore[attr-defined]
                async with asyncio.timeout(5):
                    heard = await socket.hear()  # type: ignore[attr-defined]
            if heard["type"] == "table":
                self._show(str(heard["html"]))
            elif heard["type"] == "current" and int(str(heard["version"])) > self.shown.version:
                await socket.say(type="sync", version=self.shown.version, digest="")  # type: ignore[attr-defined]

    async def _wait(self, tries: int) -> None:
        waits = HURRIED if self.hurried else WAITS
        least, most = waits[min(tries, len(waits) - 1)]
        await asyncio.sleep(least + (most - least) * self.dice.random() ** BEND)

    async def _look(self, code: str) -> None:
        """Without a socket: what is the table like?"""
        try:
            answer = await self.browser.get(f"/t/{code}/state/?version={self.shown.version}&digest=")
        except LOST:
            return
        if code == self.code:
            self._take(answer)

    def _take(self, answer: Answer) -> None:
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        if answer.body:
            self._show(answer.body)

    def _show(self, text: str) -> None:
        """What still comes of a table that was left for a rematch is not of this page: a browser has loaded another."""
        if f' data-code="{self.code}"' in text and self.shown.show(text):
            self.seen[self.code] = self.shown.version
            self.news.set()

    # --- acting ---

    async def act(self) -> None:
        """What the page offers: play, confirm, come back, play again."""
        while True:
            self.news.clear()
            if not self.still:
                await self._act_once()
            try:
                async with asyncio.timeout(1.0):
                    await self.news.wait()
            except TimeoutError:
                pass

    async def _act_once(self) -> None:
        shown = self.shown
        if shown.next_table:
            self._go(shown.next_table)
        elif shown.values("move") and shown.values("key"):
            await asyncio.sleep(self.dice.uniform(0, 2 * self.pause))
            if self.before is not None:
                await self.before.turn()
            await self._move()
        elif self.dice.random() < self.illegal / 5:
            await self._send(self._entry(self._nonsense(), illegal=True))
        else:
            for action in ("back", "confirm", "rematch"):
                if shown.has_form(action):
                    await self._press(action)
                    return

    async def _press(self, action: str) -> None:
        code = self.code
        try:
            answer = await self.browser.post(f"/t/{code}/{action}/")
        except LOST:
            return
        if there := re.fullmatch(r"/t/([^/]+)/", answer.header("hx-redirect")):
            self._go(there[1])
        elif code == self.code:
            self._take(answer)

    def _go(self, code: str) -> None:
        self.code, self.shown = code, Shown()
        self.news.set()

    async def _move(self) -> None:
        if self.dice.random() < self.illegal:
            await self._send(self._entry(self._nonsense(), illegal=True))
            return
        legal = self.shown.values("move")
        if legal:
            await self._send(self._entry(self.dice.choice(legal), illegal=False))

    def _nonsense(self) -> str:
        """A tile from anywhere to an end from anywhere: by chance it may even be legal."""
        ends = ["", ">11.R1", ">55.L1", ">64.R2", "*"]
        return self.dice.choice(TILES) + self.dice.choice(ends)

    def _entry(self, move: str, *, illegal: bool) -> Entry:
        self.keys += 1
        key = f"{self.name}-{self.keys}"
        return Entry(self.name, self.code, key, move, max(0, self.shown.version), illegal, time.time())

    async def _send(self, entry: Entry) -> None:
        """Until there is an answer, as a rule; one in five is given up and stays unknown."""
        self.journal.append(entry)
        patience = 1 if self.dice.random() < 0.2 else 12
        fields = {"move": entry.move, "version": str(entry.version), "key": entry.key}
        while entry.sendings < patience:
            entry.sendings += 1
            began, self.sending = time.monotonic(), True
            try:
                answer = await self.browser.post(f"/t/{entry.code}/play/", **fields)
            except LOST:
                await asyncio.sleep(self.dice.uniform(0.1, 0.5))
                continue
            finally:
                self.sending = False
            self.took.append(time.monotonic() - began)
            entry.status = answer.status
            if answer.status < 500:
                entry.outcome = ACKED if answer.status == 200 else REFUSED
                if entry.code == self.code:
                    self._take(answer)
                return
            self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
            await asyncio.sleep(0.3)
