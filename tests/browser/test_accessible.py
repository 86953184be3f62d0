"""axe-core finds nothing in any state, in both languages, by day and by night."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import People
from tests.browser.people import PHONE
from tests.browser.play import Player, move_beside, open_table

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
#: Nothing is fetched once more for rules about sound and film, of which the site has none.
QUICK = {"resultTypes": ["violations"], "preload": False, "selectors": False}
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, **QUICK}
LOCALES = pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
#: By night only colours are others.
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    **QUICK,
}
LIGHTS = {"light": OPTIONS, "dark": COLOURS}
#: In the second language only words are others: whether there are any, in which language, and how wide.
WORDS = {
    "runOnly": {
        "type": "rule",
        "values": [
            "aria-command-name",
            "aria-input-field-name",
            "aria-meter-name",
            "aria-progressbar-name",
            "aria-toggle-field-name",
            "aria-tooltip-name",
            "button-name",
            "document-title",
            "html-has-lang",
            "html-lang-valid",
            "image-alt",
            "input-button-name",
            "label",
            "link-name",
            "role-img-alt",
            "select-name",
            "summary-name",
            "svg-img-alt",
            "target-size",
            "valid-lang",
        ],
    },
    **QUICK,
}
AXE = Axe().axe_script
PAGES = (
    "/",
    "/tables/new/",
    "/rules/",
    "/rules/five_up/",
    "/explain/?rules=sniff&moves=55*,50>55.S1&tile=54",
    "/learn/",
    "/learn/count/?rules=five_up",
    "/learn/plays/",
    "/learn/round/?step=4&tile=50",
    "/puzzles/",
    "/daily/",
    "/deals/",
    "/puzzles/next/?level=hard",
    "/scoresheet/?preset=five_up&players=3",
    "/matches/",
    "/leaderboards/",
    "/fair/",
    "/robots/",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/settings/",
    "/accounts/password/reset/",
    "/privacy/",
    "/terms/",
    "/imprint/",
)
PLANTED = {
    "image-alt": "document.querySelector('main').append(new Image())",
    "button-name": "document.querySelector('main').append(document.createElement('button'))",
    "target-size": """() => {
      for (const _ of [1, 2]) {
        const small = document.createElement('button');
        small.textContent = 'x';
        small.style.cssText = 'width:12px;height:12px;padding:0;border:0;min-height:0;min-width:0';
        document.querySelector('main').prepend(small);
      }
    }""",
    "color-contrast": """() => {
      const faint = document.createElement('p');
      faint.textContent = 'Hardly to be read';
      faint.style.cssText = 'color:#999;background:#fff';
      document.querySelector('main').prepend(faint);
    }""",
}


@LOCALES
def test_pages(people: People, locale: str) -> None:
    eve = people("Eve", locale=locale)
    for path in PAGES:
        eve.visit(path)
        folds = eve.page.locator("main details:not([open]) > summary:visible")
        for _ in range(folds.count()):
            folds.first.click()
        nothing_found(eve.page, path)
    assert eve.page.locator("html").get_attribute("lang", timeout=1000) in ({"en"} if locale == "en-GB" else {"pt-br"})


@LOCALES
def test_forms_that_were_refused(people: People, locale: str) -> None:
    eve = people("Eve", locale=locale)
    eve.watch.expect("status of 4(00|22)")
    for path in ("/accounts/signup/", "/accounts/login/"):
        eve.visit(path).locator("[name=username], [name=login]").fill("x")
        eve.page.locator("main form button[type=submit]").first.click()
        eve.page.wait_for_load_state()
        nothing_found(eve.page, f"{path} refused")
    eve.visit("/tables/new/").locator("[name=target]").fill("7")
    eve.page.locator("button.main[type=submit]").click()
    eve.page.locator("main [role=alert]").wait_for()
    nothing_found(eve.page, "a table that cannot be opened")


@LOCALES
def test_the_table_from_the_first_seat_to_the_last_tile(people: People, locale: str) -> None:
    alice, bob, eve = (people(name, locale=locale) for name in ("Alice", "Bob", "Eve"))
    path = open_table(alice, target=20)
    nothing_found(alice.page, "waiting for players")
    nothing_found(eve.visit(path), "a free seat")
    bob.visit(path)
    bob.page.locator(".places form button").first.click()
    players = [Player(alice), Player(bob)]
    for player in players:
        player.wait_for("turn", "wait")
    mover, other = sorted(players, key=lambda player: player.state != "turn")
    mover.play()
    other.wait_for_version(mover.version)
    shown: dict[str, Player] = {}
    while other.state != "over":
        mover, other = sorted(players, key=lambda player: player.state != "turn")
        for player in players:
            state = player.state
            if state not in shown:
                _look_closer(player, state)
            shown.setdefault(state, player)
        play_one(players)
    for player in players:
        player.wait_for("over")
    nothing_found(alice.page, "the end of the match")
    nothing_found(bob.page, "the end of the match")
    nothing_found(eve.visit(path), "the end, watched")
    assert {"turn", "wait"} <= set(shown)


@LOCALES
def test_the_end_of_a_round_and_four_seats(people: People, locale: str) -> None:
    alice = people("Alice", locale=locale)
    open_table(alice, players=4, robots=3)
    player = Player(alice)
    player.wait_for("turn")
    nothing_found(alice.page, "four seats")
    player.play_until("round-end")
    nothing_found(alice.page, "the end of a round")
    nothing_found(alice.visit("/following/"), "whom one follows")
    nothing_found(alice.visit("/accounts/company/"), "whom one has muted")


def test_a_phone(people: People) -> None:
    alice = people("Alice", size=PHONE)
    nothing_found(alice.visit("/"), "the front page")
    alice.page.locator(".go button").first.tap()
    player = Player(alice, touch=True)
    player.wait_for("turn")
    player.choose()
    nothing_found(alice.page, "my turn")
    alice.page.locator("[data-show-log]:visible").first.tap()
    nothing_found(alice.page, "the log")
    alice.page.locator("[data-hide-log]").tap()
    player.play_until("round-end")
    nothing_found(alice.page, "the end of a round")


@pytest.mark.parametrize("rule", PLANTED)
def test_a_planted_fault_is_found(people: People, rule: str) -> None:
    eve = people("Eve")
    page = eve.visit("/rules/")
    page.evaluate(PLANTED[rule])
    assert rule in {violation["id"] for violation in findings(page)}


def _look_closer(player: Player, state: str) -> None:
    if state == "turn":
        player.choose()
        nothing_found(player.page, "my turn, a tile chosen")
        if player.unplayable.count():
            player.unplayable.first.click(force=True)
            nothing_found(player.page, "a tile that fits nowhere")
    else:
        nothing_found(player.page, f"the table: {state}")


def play_one(players: list[Player]) -> None:
    """One move, or on to the next round."""
    for player in players:
        if player.state in {"turn", "round-end"}:
            before = player.version
            if player.state == "turn" and move_beside(player.person, player.person.path):
                player.wait_for_version(before + 1)
            else:
                player.go_on()
            for other in players:
                other.wait_for_version(player.version)
            return
    players[0].page.wait_for_timeout(30)


def nothing_found(page: Page, where: str, **options: object) -> None:
    """By day and by night; each time all that can differ."""
    first = page.locator("html").get_attribute("lang") == "en"
    for light, usual in LIGHTS.items():
        usual = usual if first or usual is COLOURS else WORDS
        page.emulate_media(color_scheme=light)
        found = [
            f"{violation['id']}: {node['html'][:300]} {node.get('failureSummary', '')}"
            for violation in findings(page, {**usual, **options})
            for node in violation["nodes"]
        ]
        assert not found, f"{where}, {light}:\n" + "\n".join(found)


def findings(page: Page, options: dict = OPTIONS) -> list[dict]:
    """What axe finds on this page; it is brought along once for each load."""
    if page.evaluate("typeof window.axe") == "undefined":
        page.evaluate(AXE)
    violations: list[dict] = page.evaluate("async (options) => (await axe.run(document, options)).violations", options)
    return violations
