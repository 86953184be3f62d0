"""Playing as a person does: only by what can be seen, named and pressed on the page."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import Error, TimeoutError, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.people import Person

POINTS = re.compile(r"\+(\d+)$")


class Player:
    """A person at a table. What is on the page decides what can be done next."""

    def __init__(self, person: Person, touch: bool = False, page: Page | None = None) -> None:
        self.person = person
        self.page = page or person.page
        self.touch = touch

    def press(self, target: Locator) -> None:
        """By mouse or by finger."""
        if self.touch:
            target.tap()
        else:
            target.click()

    # --- seeing ---

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def version(self) -> int:
        """The version of the match that the page shows."""
        return int(self.table.get_attribute("data-version") or 0)

    @property
    def state(self) -> str:
        """What the page shows: `gather`, `mixing`, `turn`, `wait`, `round-end` or `over`, read in one go."""
        for _ in range(20):
            try:
                return str(self.page.evaluate(_STATE))
            except Error as error:  # the page is being left for the next: ask that one
                if "navigation" not in str(error):
                    raise
                self.page.wait_for_timeout(100)
        raise AssertionError("the page is loaded again and again")

    @property
    def playable(self) -> Locator:
        """The tiles of the hand that fit, in any language."""
        return self.page.locator("#hand .rack button:not([aria-disabled=true])")

    @property
    def unplayable(self) -> Locator:
        return self.page.locator("#hand .rack button[aria-disabled=true]")

    @property
    def hand(self) -> list[str]:
        """The tiles of the hand, spelt as in records."""
        tiles: list[str] = self.page.locator("#hand .rack button").evaluate_all("all => all.map(one => one.value)")
        return tiles

    @property
    def choices(self) -> Locator:
        """The buttons of the action row that can be seen."""
        return self.page.locator("#play button[name=move]").filter(visible=True)

    @property
    def next(self) -> Locator:
        """The main button of the panel at the end of a round or a match."""
        return self.page.get_by_role("dialog").locator(".btn.main")

    @property
    def line(self) -> str:
        """The line in words."""
        return self.page.locator("svg.board").first.get_attribute("aria-label") or ""

    @property
    def log(self) -> list[str]:
        """The sentences of this round's log, newest first."""
        return [" ".join(text.split()) for text in self.page.locator("ol.log li").all_text_contents()]

    @property
    def scores(self) -> list[str]:
        return self.page.locator("aside.slip .score").all_text_contents()

    def wait_for(self, *states: str, seconds: float = 30) -> str:
        """Wait until the page shows one of these; say which."""
        self.page.wait_for_function(f"(wanted) => wanted.includes({_STATE})", arg=list(states), timeout=seconds * 1000)
        return self.state

    def wait_for_version(self, least: int, seconds: float = 10) -> None:
        """Wait until the page shows this version or a newer one."""
        self.page.wait_for_function(
            "(least) => Number(document.querySelector('#table')?.dataset.version) >= least",
            arg=least,
            timeout=seconds * 1000,
        )

    # --- doing ---

    def play(self) -> str:
        """Choose a tile that fits and the end that gives most; return the tile's name once the table has moved on."""
        before = self.version
        tile = self.playable.first
        name = (tile.get_attribute("aria-label") or "").split(",")[0]
        self.choose(tile)
        self.press(self.best_choice())
        self.wait_for_version(before + 1)
        return name

    def choose(self, tile: Locator | None = None) -> None:
        """Choose a tile, the first that fits unless another is named; a tile that is chosen already stays so."""
        tile = tile or self.playable.first
        if tile.get_attribute("aria-pressed") != "true":
            self.press(tile)
        expect(self.choices.first).to_be_visible()

    def send(self, greedily: bool = True) -> None:
        """Send the move that gives most, or the one offered first; return once this page shows the table after it."""
        before = self.version
        self.page.evaluate(_SEND, greedily)
        self.wait_for_version(before + 1)

    def lay(self, move: str) -> None:
        """Play this move, spelt as in records: take up its tile, press its end."""
        before = self.version
        self.wait_for("turn")
        self.choose(self.page.locator(f"#hand .rack button[value='{move[:2]}']"))
        self.press(self.page.locator(f"#play button[value='{move}']"))
        self.wait_for_version(before + 1)

    def best_choice(self) -> Locator:
        """The visible end that gives most."""
        expect(self.choices.first).to_be_visible()
        points = [POINTS.search(text.strip()) for text in self.choices.all_text_contents()]
        worth = [int(found[1]) if found else 0 for found in points]
        visible = [index for index in range(len(worth)) if self.choices.nth(index).is_visible()]
        return self.choices.nth(max(visible, key=lambda index: worth[index]))

    def go_on(self) -> None:
        """Do what the page asks for: play, or go on to the next round."""
        if self.state == "round-end":
            before = self.version
            self.confirm()
            assert self.version >= before
        else:
            self.play()

    def hurry(self) -> None:
        """As `go_on`, but the move is sent without a hand on the page."""
        if self.state == "round-end":
            self.confirm()
        else:
            self.send()

    def confirm(self) -> None:
        """Press "Next round"; once more when the panel was drawn anew under the finger, as others confirmed too."""
        gone_on = f"() => {_STATE} !== 'round-end' || {_CONFIRMED}"
        self.press(self.next)
        try:
            self.page.wait_for_function(gone_on, timeout=5000)
        except TimeoutError:
            self.press(self.next)
            self.page.wait_for_function(gone_on)

    def play_match(self, seconds: float = 120, each: Callable[[], None] | None = None) -> None:
        """Play on until the match is over."""
        self.play_until("over", seconds=seconds, each=each)

    def play_until(self, *states: str, seconds: float = 180, each: Callable[[], None] | None = None) -> str:
        """Play on until the page shows one of these states."""
        deadline = time.monotonic() + seconds
        while True:
            shown = self.wait_for("turn", "round-end", "over", seconds=max(deadline - time.monotonic(), 1))
            if shown in states:
                return shown
            assert shown != "over", "the match is over too soon"
            assert time.monotonic() < deadline, f"not done within {seconds} s"
            self.go_on()
            if each:
                each()


_STATE = """(() => {
  const table = document.querySelector('#table');
  if (!table || table.querySelector('.gather')) return 'gather';
  if (table.dataset.mixing) return 'mixing';
  const panel = table.querySelector('.panel');
  if (panel) {
    if (table.dataset.state !== 'running') return 'over';
    return panel.querySelector('.row-end form button') ? 'round-end' : 'confirmed';
  }
  return table.querySelector('#play .btn') ? 'turn' : 'wait';
})()"""
#: The button of a move is pressed by the page itself, whether its tile has been taken up or not.
_SEND = """(greedily) => {
  const worth = (button) => Number(button.dataset.strokes ?? 0);
  const offered = [...document.querySelectorAll('#play button[name=move]')];
  if (!offered.length) return;
  const chosen = greedily ? offered.reduce((best, one) => (worth(one) > worth(best) ? one : best)) : offered[0];
  chosen.click();
}"""
_CONFIRMED = "!document.querySelector('#table .panel .row-end form button')"


def open_table(
    host: Person, players: int | str = 2, robots: int = 0, target: int = 0, preset: str = "pagat", **choices: str
) -> str:
    """Open a table for friends by the form, filled in by its address; its path. `choices`: further fields."""
    values = {"preset": preset, "players": players, "robots": robots, "private": "open", **choices}
    if target:
        values["target"] = target
    page = host.visit(f"/tables/new/?{urlencode(values)}")
    page.locator("button.main[type=submit]").click()
    page.wait_for_url("**/t/*/")
    return host.path


def sit_down(guest: Person, path: str) -> Player:
    """Come by the link and sit down."""
    guest.visit(path)
    guest.press(re.compile("^Sit down"))
    guest.page.locator("#table[data-seated]").wait_for()
    return Player(guest)


def play_together(players: Sequence[Player], until: str = "over", seconds: float = 120) -> None:
    """Everybody plays at his turn and goes on at a round's end, until all pages show that state."""
    deadline = time.monotonic() + seconds
    while not all(player.state == until for player in players):
        assert time.monotonic() < deadline, [player.state for player in players]
        moved = False
        for player in players:
            if player.state == "turn" or (player.state == "round-end" and until != "round-end"):
                player.go_on()
                moved = True
        if not moved:
            players[0].page.wait_for_timeout(30)


def rush(players: Sequence[Player], until: str = "round-end", seconds: float = 120, greedily: bool = True) -> None:
    """Everybody's moves are sent, without a hand on his page, until all pages show that state.

    For what comes after a round: how one plays by the page is proved elsewhere.
    """
    deadline = time.monotonic() + seconds
    while (shown := [player.state for player in players]) != [until] * len(players):
        assert time.monotonic() < deadline, shown
        if until == "over":
            for player, state in zip(players, shown, strict=True):
                if state == "round-end":
                    player.confirm()
        if "turn" in shown:
            players[shown.index("turn")].send(greedily)
        else:
            players[0].page.wait_for_timeout(20)


def move_beside(person: Person, path: str) -> bool:
    """Play what is offered first by a plain request beside the page; whether this person was on turn, and has moved."""
    text = person.context.request.get(path).text()
    found = [
        re.search(rf'name="{name}" value="([^"]*)"', text) for name in ("csrfmiddlewaretoken", "version", "key", "move")
    ]
    if not all(found):
        return False
    token, version, key, move = (html.unescape(one[1]) for one in found if one)
    form = {"csrfmiddlewaretoken": token, "version": version, "key": key, "move": move}
    answer = person.context.request.post(f"{path}play/", form=form, max_redirects=0)
    return answer.status < 400
