"""Pictures of the deal of the day, of what-ifs and of deal codes, each before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.play import Player

if TYPE_CHECKING:
    from tests.browser.shots import Photographer


def shoot_fixed(camera: Photographer) -> None:
    """A stranger plays the deal of the day, leaves it at its sixth move, and shares it."""
    eve = camera.person("Eve")
    page = eve.visit("/daily/")
    page.locator(".deal form .btn").first.click()
    page.wait_for_url("**/t/*/")
    player = Player(eve)
    player.wait_for("turn")
    camera.shoot(eve, "daily-table")
    player.play_match()
    camera.shoot(eve, "daily-end")
    code = eve.path.split("/")[2]
    eve.visit("/daily/")
    camera.shoot(eve, "daily-played", whole=True)
    eve.visit(f"/m/{code}/?move=1.6")
    camera.shoot(eve, "daily-replay")
    eve.visit(f"/m/{code}/play-on/?move=1.6")
    camera.shoot(eve, "what-if-form", whole=True)
    page.locator(".fork-form .btn.main").click()
    page.wait_for_url("**/t/*/")
    player.wait_for("turn")
    camera.shoot(eve, "what-if-table")
    player.play_match()
    camera.shoot(eve, "what-if-end")
    page.locator(".panel .btn.main").click()
    page.wait_for_url("**/compared/")
    camera.shoot(eve, "what-if-compared", whole=True)
    eve.visit("/deals/")
    page.locator("form[method=post].code-form .btn").click()
    page.wait_for_url("**/deals/*/")
    camera.shoot(eve, "deal-code", whole=True)
    eve.context.close()
