"""Pictures of the desk: the queue, a match and all that leads to it, and every list of the admin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.play import Player, open_table
from tests.browser.test_desk import come_to_the_desk, pages_of, play_and_report

if TYPE_CHECKING:
    from tests.browser.people import Person
    from tests.browser.shots import Photographer


class Desk:
    """Something to look at, and Olga's cookies: made once for all sizes and lights."""

    def __init__(self, camera: Photographer) -> None:
        alice, bob, olga = (camera.person(name) for name in ("Alice", "Bob", "Olga"))
        code = play_and_report(alice)
        open_table(bob, robots=1)
        Player(bob).wait_for("turn")
        come_to_the_desk(olga)
        own = open_table(olga, robots=1)
        self.state: Any = olga.context.storage_state()
        self.pages = {**pages_of(olga, code), **self._own(olga, own.split("/")[2])}
        for person in (alice, bob, olga):
            person.context.close()

    def _own(self, olga: Person, code: str) -> dict[str, str]:
        """The match that Olga sits at herself, as the desk shows it to her."""
        [(match,)] = olga.site.rows("select id from games_match where code = ?", code)
        return {"own-match": f"games/match/{match}/change/", "own-review": f"games/match/{match}/review/"}


def shoot_desk(camera: Photographer, desk: Desk) -> None:
    """All of them, as Olga sees them."""
    olga = camera.person("Olga", storage_state=desk.state)
    for name, path in desk.pages.items():
        olga.visit(f"/admin/{path}")
        camera.shoot(olga, f"desk-{name}", whole=True)
    olga.context.close()
