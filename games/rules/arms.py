"""Where arms go on a table on which nothing turns: the names that words use (DRAWING.md, coordinates)."""

from __future__ import annotations

from games.rules.moves import Play
from games.rules.ports import Port
from games.rules.tiles import Tile

LEFT_OF = {"right": "up", "up": "left", "left": "down", "down": "right"}
OPPOSITE = {"right": "left", "left": "right", "up": "down", "down": "up"}

#: Which way an arm goes, and the double at which it begins (for the first line, the lead).
Arm = tuple[str, Tile]


def arms_of(placements: tuple[Play, ...]) -> dict[Port, Arm]:
    """The arm of every port that the tiles laid have, or had before it was used."""
    arms: dict[Port, Arm] = {}
    for play in placements:
        if play.port is None:
            arms.update(_ports_of_lead(play))
        else:
            walk, origin = arms[play.port]
            arms.update(_ports_walked(play, walk, origin))
    return arms


def _ports_of_lead(play: Play) -> dict[Port, Arm]:
    """The lead's line runs left to right: L1 (lengthwise: S1; plain: its high half) is on the left."""
    tile = play.tile
    if not tile.is_double:
        return {Port(tile, str(tile.high)): ("left", tile), Port(tile, str(tile.low)): ("right", tile)}
    behind = Port(tile, "S1" if play.lengthwise else "L1")
    return {behind: ("left", tile), **_ports_walked(play, "right", tile)}


def _ports_walked(play: Play, walk: str, origin: Tile) -> dict[Port, Arm]:
    """The further ports of a tile that is reached while walking in a direction.

    A double is reached by its L1, and S1 is on the walker's left; lengthwise the sides change roles.
    """
    tile = play.tile
    if not tile.is_double:
        return dict.fromkeys(play.opens, (walk, origin))
    line, cross = ("S", "L") if play.lengthwise else ("L", "S")
    left = LEFT_OF[walk]
    return {
        Port(tile, f"{line}2"): (walk, origin),
        Port(tile, f"{cross}1"): (left, tile),
        Port(tile, f"{cross}2"): (OPPOSITE[left], tile),
    }
