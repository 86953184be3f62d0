"""Looking for what a viewer may not know in what he is sent: tiles as pictures, as values, as moves, as words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.rules.sight import Sight
from games.rules.tiles import TILES, Tile
from games.words.tiles import tile_name

#: The sprite draws all 28 tiles once for everybody; what is on the table, or in a hand, only refers to it.
SPRITE = re.compile(r'<svg class="sprite".*?</svg>', re.DOTALL)


def hidden_from(sight: Sight) -> set[Tile]:
    """The tiles of which this viewer may see the back at most."""
    known = {play.tile for play in sight.layout.placements}
    known.update(sight.hand or ())
    for hand in sight.revealed or ():
        known.update(hand)
    return set(TILES) - known


def leaks(text: str, tiles: Iterable[Tile]) -> list[str]:
    """Every trace of these tiles in a page or frame."""
    body = SPRITE.sub("", text)
    found = []
    for tile in sorted(tiles, key=str):
        either = f"(?:{tile}|{str(tile)[::-1]})"
        traces = (
            rf"#t{either}\b",  # the picture
            rf'data-(?:hand|moves)="[^"]*\b{either}\b',  # what the check of deals is told
            rf'(?:name="(?:move|tile)" value|data-tile|data-move|data-last)="\+?{either}["*>]',  # a button, a move
            rf"[>\s\"]\+?{either}(?:\*|&gt;|>)\S",  # a move in a text
            rf"\b{tile_name(tile)}\b",
            rf"\b{tile_name(tile, tile.low)}\b",
        )
        found += [f"{tile}: {match.group()}" for trace in traces for match in re.finditer(trace, body)]
    return found
