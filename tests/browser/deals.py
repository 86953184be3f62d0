"""Deals as a test wishes them: for what chance brings once in a hundred rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.rules.tiles import TILES

if TYPE_CHECKING:
    from tests.browser.play import Player
    from tests.browser.site import Site


def deal(site: Site, players: Sequence[Player], hands: Sequence[str], leader: int = 0, by: str = "lot") -> None:
    """Lay the tiles of the first round as wished, before anybody has moved: `hands` by seat, what is left in order.

    All seats must be persons', for a robot leads at once. Their pages are loaded anew.
    """
    dealt = " ".join(hands).split()
    rest = [str(tile) for tile in TILES if str(tile) not in dealt]
    code = players[0].person.path.strip("/").split("/")[1]
    match = "(select id from games_match where code = ?)"
    _wait_for_the_deal(site, players[0], code)
    site.write(
        f"update games_round set tiles = ?, leader = ?, leader_by = ? where match_id = {match}",
        " ".join([*dealt, *rest]),
        leader,
        by,
        code,
    )
    # No secret leads to these tiles, so they have no proof.
    site.write(f"update games_deal set number = 999 where number = 1 and match_id = {match}", code)
    site.write("update games_match set turn_seat = ? where code = ?", leader, code)
    for player in players:
        player.page.reload()
    players[leader].wait_for("turn")
    for seat, hand in enumerate(hands):
        assert sorted(players[seat].hand) == sorted(hand.split())


def _wait_for_the_deal(site: Site, player: Player, code: str) -> None:
    """The first round is dealt a moment after the last player has sat down: browsers add their numbers first."""
    query = "select round.id from games_round round join games_match on games_match.id = match_id where code = ?"
    for _ in range(100):
        if site.rows(query, code):
            return
        player.page.wait_for_timeout(100)
    raise AssertionError("no round was dealt")
