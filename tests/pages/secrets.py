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


#: Where a tile stands by its two numbers, whichever tile it is: each page is read once for all tiles.
TRACES = (
    re.compile(r"#t([0-6]{2})\b"),  # the picture
    # a button, a move
    re.compile(r'(?:name="(?:move|tile)" value|data-tile|data-move|data-last)="\+?([0-6]{2})(?=["*>])'),
    re.compile(r"[>\s\"]\+?([0-6]{2})(?=(?:\*|&gt;|>)\S)"),  # a move in a text
)
TOLD = re.compile(r'data-(?:hand|moves)=(?="([^"]*))')  # what the check of deals is told
NUMBERS = re.compile(r"\b([0-6]{2})\b")


def leaks(text: str, tiles: Iterable[Tile]) -> list[str]:
    """Every trace of these tiles in a page or frame."""
    body = SPRITE.sub("", text)
    traces = [match for trace in TRACES for match in trace.finditer(body)]
    traces += [match for told in TOLD.findall(body) for match in NUMBERS.finditer(told)]
    found = []
    for tile in sorted(tiles, key=str):
        either = {str(tile), str(tile)[::-1]}
        found += [f"{tile}: {match.group()}" for match in traces if match[1] in either]
        names = (tile_name(tile), tile_name(tile, tile.low))
        found += [f"{tile}: {name}" for name in names if name in body and re.search(rf"\b{name}\b", body)]
    return found
