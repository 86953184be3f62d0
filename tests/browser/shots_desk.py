"""Pictures of the desk: the queue, a match and all that leads to it, and every list of the admin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.play import Player, open_table
from tests.browser.test_desk import come_to_the_desk, pages_of, play_and_report

if TYPE_CHECKING:
    from tests.browser.shots import Photographer


class Desk:
    """Something to look at, and Olga's cookies: made once for all sizes and lights."""

    def __init__(self, camera: Photographer) -> None:
        alice, bob, olga = (camera.person(name) for name in ("Alice", "Bob", "Olga"))
        code = play_and_report(alice)
        open_table(bob, robots=1)
        Player(bob).wait_for("turn")
        come_to_the_desk(olga)
        self.state: Any = olga.context.storage_state()
        self.pages = pages_of(olga, code)
        for person in (alice, bob, olga):
            person.context.close()


def shoot_desk(camera: Photographer, desk: Desk) -> None:
    """All of them, as Olga sees them."""
    olga = camera.person("Olga", storage_state=desk.state)
    for name, path in desk.pages.items():
        olga.visit(f"/admin/{path}")
        camera.shoot(olga, f"desk-{name}", whole=True)
    olga.context.close()
