"""Playing where points are called: claiming by pad or keys, calling «Muggins!», and what the plays were truly worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.layout import Layout, lay_all
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset, change, preset
from games.rules.scoring import points_for
from tests.browser.play import Player

if TYPE_CHECKING:
    from tests.browser.people import Person

#: What a page has of a count: coins on the board, the sum below it, and what a choice would make.
COUNTED = ".badge, #count .sum, [data-ends], [data-makes], .ghost .tag, .stroke.next.shown"


_TOO_SOON = """(counted) => document.querySelector('#count.window') ? document.querySelectorAll(counted).length : 0"""


def open_calling_table(host: Person, players: int = 2, robots: int = 0, seconds: int = 8, **choices: str) -> str:
    """Open a table where points are called; the path of its page."""
    values = {"players": players, "robots": robots, "muggins_seconds": seconds, "private": "open", **choices}
    query = "&".join(f"{field}={value}" for field, value in values.items())
    page = host.visit(f"/tables/new/?calling=muggins&{query}")
    page.locator("button.main[type=submit]").click()
    page.wait_for_url("**/t/*/")
    return host.path


class Caller(Player):
    """A person at a table where points are called."""

    path = ""
    ruleset: Ruleset = change(preset("pagat", 3), calling="muggins")

    @property
    def in_window(self) -> bool:
        """Whether the page shows an open window."""
        return self.page.locator("#count.window").count() > 0

    @property
    def told_too_soon(self) -> int:
        """How many traces of a count the page has while a window is open, read in one go."""
        return int(self.page.evaluate(_TOO_SOON, COUNTED))

    @property
    def layout(self) -> Layout:
        """The tiles on the table, as they are stored."""
        rows = self.person.site.rows(
            "select text from games_move where round_id = (select max(round.id) from games_round round"
            " join games_match on games_match.id = round.match_id where code = ?) order by version",
            self.path.strip("/").split("/")[1],
        )
        plays = [move for (text,) in rows if isinstance(move := parse_move(text), Play)]
        return lay_all(self.ruleset, plays)

    @property
    def worth(self) -> int:
        """What the last play was worth, by the rules and not by the page."""
        return int(points_for(self.layout.count, self.ruleset))

    def best_move(self) -> tuple[str, int]:
        """The move among those offered that makes most, and what it makes."""
        layout = self.layout
        texts: list[str] = self.page.locator("#play button[name=move]").evaluate_all("all => all.map(one => one.value)")
        worths = {}
        for text in texts:
            move = parse_move(text)
            assert isinstance(move, Play)
            worths[text] = int(points_for(layout.lay(move).count, self.ruleset))
        best = max(worths, key=lambda text: worths[text])
        return best, worths[best]

    def lay(self, move: str, claim: int | None = None, keys: bool = False) -> None:
        """Play this move, by the pad or by keys alone, and claim so much."""
        before = self.version
        tile = self.page.locator(f".rack-tile[value='{move[:2]}']")
        end = self.page.locator(f"#play button[value='{move}']")
        if keys:
            self._lay_by_keys(tile.get_attribute("value") or "", move, claim)
        else:
            if tile.get_attribute("aria-pressed") != "true":
                self.press(tile)
            if claim is not None:
                self.press(self.page.locator(f"#claim-{claim}"))
                assert self.page.locator("#claim").input_value() == str(claim)
            self.press(end)
        self.wait_for_version(before + 1)

    def _lay_by_keys(self, tile: str, text: str, claim: int | None) -> None:
        rack = self.page.locator(f".rack-tile[value='{tile}']")
        rack.focus()
        if rack.get_attribute("aria-pressed") != "true":
            self.page.keyboard.press("Enter")
        if claim is not None:
            self.page.keyboard.type(str(claim))
            assert self.page.locator("#claim").input_value() == str(claim)
        if self.choices.count() == 1 and claim is not None:
            self.page.keyboard.press("Enter")  # the field has the focus
        else:
            self.page.locator(f"#play button[value='{text}']").focus()
            self.page.keyboard.press("Enter")

    def call(self, points: int, keys: bool = False) -> None:
        """«Muggins!»"""
        before = self.version
        if keys:
            self.page.keyboard.press("m")
            assert self.page.evaluate("document.activeElement.id") == "call-points"
            self.page.keyboard.type(str(points))
            self.page.keyboard.press("Enter")
        else:
            self.press(self.page.locator(f"#call-{points}"))
            self.press(self.page.locator("#call .muggins"))
        self.wait_for_version(before + 1)
