"""Pictures of every page and state, at two sizes, by day and by night: `make shots` writes them to build/shots."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests import chromium
from tests.browser.conftest import ARGUMENTS, NONE_FOUND
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.play import Player, open_table
from tests.browser.shots_desk import Desk, shoot_desk
from tests.browser.shots_fixed import shoot_fixed
from tests.browser.site import ROOT, Site
from tests.browser.test_invites import sign_up
from tests.prepared import prepare

FOLDER = ROOT / "build" / "shots"
LIGHTS = {"day": "light", "night": "dark"}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
#: How many play, as the form of a new table has it, and how many of them are robots from the beginning.
MATCHES = {"two": "2", "three": "3", "four": "4", "alone": "alone"}
ROBOTS = {"2": 0, "3": 1, "4": 2, "alone": 2}
PAGES = {
    "home": "/",
    "new-table": "/tables/new/",
    "rules": "/rules/",
    "explain": "/explain/?rules=five_up&moves=44,64>44.L1,43>44.L2,41>44.S1,66>64.6,65>66.L2&tile=61",
    "learn": "/learn/",
    "learn-count": "/learn/count/?rules=five_up",
    "learn-plays": "/learn/plays/",
    "learn-round": "/learn/round/?step=4&tile=50",
    "daily": "/daily/",
    "deals": "/deals/",
    "puzzles": "/puzzles/",
    "puzzle": "/puzzles/next/?level=fair",
    "rules-classic": "/rules/pagat/",
    "rules-five-up": "/rules/five_up/?players=4",
    "scoresheet": "/scoresheet/?players=4&name1=Alice&name2=Carol&name3=Bob&name4=Dave",
    "scoresheet-pegs": "/scoresheet/?preset=five_up&players=3",
    "matches": "/matches/",
    "invite-not-good": "/invite/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/",
    "leaderboards": "/leaderboards/",
    "fair": "/fair/",
    "robots": "/robots/",
    "sign-in": "/accounts/login/",
    "sign-up": "/accounts/signup/",
    "settings": "/accounts/settings/",
    "privacy": "/privacy/",
    "terms": "/terms/",
    "imprint": "/imprint/",
    "not-found": "/nowhere/",
}
#: What has an account behind it; the second factor asks for the password first.
ACCOUNT_PAGES = {
    "home-followed": "/",
    "following": "/following/",
    "upload": "/matches/upload/",
    "account-settings": "/accounts/settings/",
    "account-places": "/accounts/places/",
    "account-company": "/accounts/company/",
    "account-email": "/accounts/email/",
    "account-password": "/accounts/password/change/",
    "account-data": "/accounts/data/",
    "account-delete": "/accounts/delete/",
    "second-factor": "/accounts/2fa/",
    "second-factor-app": "/accounts/2fa/app/",
}


class Photographer:
    """One size and one light; knows where its pictures go."""

    def __init__(self, browser: Browser, site: Site, size: str, light: str, locale: str = "en-GB") -> None:
        self.browser, self.site, self.size, self.light, self.locale = browser, site, size, light, locale

    def person(self, name: str, **more: Any) -> Person:
        look = {"size": SIZES[self.size], "color_scheme": LIGHTS[self.light], "locale": self.locale}
        return Person(self.browser, self.site, name, **look, **more)

    def shoot(self, person: Person, name: str, whole: bool = False) -> None:
        """The window as it is, or the whole page."""
        person.page.wait_for_timeout(150)
        tongue = "" if self.locale == "en-GB" else f"-{self.locale}"
        person.page.screenshot(path=FOLDER / f"{name}-{self.size}-{self.light}{tongue}.png", full_page=whole)


def shoot_pages(camera: Photographer) -> None:
    """All pages without a table."""
    eve = camera.person("Eve")
    for name, path in PAGES.items():
        eve.visit(path)
        camera.shoot(eve, name, whole=True)
    eve.context.close()


def shoot_match(camera: Photographer, players: str, name: str) -> None:
    """A match with robots: waiting room, turn, chosen tile, late in the round, its end, the match's end."""
    alice = camera.person("Alice")
    open_table(alice, players=players, robots=ROBOTS[players], target=100)
    camera.shoot(alice, f"{name}-waiting-room", whole=True)
    alice.page.locator(".seat-robot button").first.click()
    player = Player(alice)
    moves, longest = 0, 0
    player.wait_for("turn")
    camera.shoot(alice, f"{name}-first-turn")
    ended = False
    while player.wait_for("turn", "round-end", "over", seconds=30) != "over":
        if player.state == "round-end":
            if not ended:
                camera.shoot(alice, f"{name}-round-end")
            ended = True
        else:
            player.choose()
            laid = alice.page.locator("svg.board.landscape .laid > g").count()
            if moves == 2:
                camera.shoot(alice, f"{name}-turn")
            elif laid > longest and laid >= 10:
                longest = laid
                camera.shoot(alice, f"{name}-late")
            moves += 1
        player.go_on()
    camera.shoot(alice, f"{name}-match-end")
    alice.page.get_by_role("button", name=re.compile("^See the board|^Ver a mesa")).or_(
        alice.page.locator(".over [data-peek]")
    ).first.click()
    camera.shoot(alice, f"{name}-after")
    alice.visit(f"/m/{alice.path.split('/')[2]}/")
    for _ in range(7):
        alice.page.keyboard.press("ArrowRight")
    camera.shoot(alice, f"{name}-replay")
    alice.press(re.compile("^Review this match|^Analisar esta partida"))
    alice.page.get_by_role("heading", name=re.compile("What turned it|O que decidiu")).wait_for(timeout=180_000)
    alice.page.locator("#review").evaluate("section => section.scrollIntoView()")
    camera.shoot(alice, f"{name}-review-below")
    camera.shoot(alice, f"{name}-review", whole=True)
    alice.visit(f"/t/{alice.path.split('/')[2]}/report/")
    camera.shoot(alice, f"{name}-report", whole=True)
    alice.visit("/matches/")
    camera.shoot(alice, f"{name}-my-matches", whole=True)
    alice.context.close()


def shoot_company(camera: Photographer) -> None:
    """What one who has an account sees: whom he follows, where records are brought, and the pages of the account."""
    alice, bob = camera.person("Alice"), camera.person("Bob")
    mark = f"{camera.size} {camera.light}"
    for person in (alice, bob):
        sign_up(person, f"{person.name} {mark}")
    bob.visit(f"/players/Alice {mark}/")
    bob.press(re.compile("^Follow|^Seguir"))
    open_table(alice)
    for name, path in ACCOUNT_PAGES.items():
        bob.visit(path)
        camera.shoot(bob, name, whole=True)
    for person in (alice, bob):
        person.context.close()


@contextmanager
def running() -> Iterator[tuple[Browser, Site]]:
    """A site with an empty data folder, and a browser."""
    path = chromium.find()
    if not path:
        sys.exit(NONE_FOUND)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        prepare(Path(folder) / "prepared")
        site = Site(Path(folder) / "prepared")
        site.start()
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, "--no-sandbox"])
        yield browser, site
        browser.close()
        site.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["pages", "company", "fixed", "desk", *MATCHES])
    parser.add_argument("--sizes", nargs="+", default=list(SIZES))
    parser.add_argument("--lights", nargs="+", default=list(LIGHTS))
    parser.add_argument("--locale", default="en-GB")
    asked = parser.parse_args()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    desk: Desk | None = None
    with running() as (browser, site):
        for size in asked.sizes:
            for light in asked.lights:
                camera = Photographer(browser, site, size, light, asked.locale)
                if "pages" in asked.what:
                    shoot_pages(camera)
                if "company" in asked.what:
                    shoot_company(camera)
                if "fixed" in asked.what:
                    shoot_fixed(camera)
                if "desk" in asked.what:
                    desk = desk or Desk(camera)
                    shoot_desk(camera, desk)
                for name, players in MATCHES.items():
                    if name in asked.what:
                        shoot_match(camera, players, name)
    print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
