"""The counting ends in the order in which the page reads them: left, right, top, bottom."""

from __future__ import annotations

from games.rules.arms import arms_of
from games.rules.layout import Layout
from games.rules.ports import End
from games.rules.tiles import Tile
from games.words import play

READING = {"left": 0, "right": 1, "up": 2, "down": 3}


def in_reading_order(layout: Layout) -> tuple[End, ...]:
    """The ends of a layout, by the direction of their arms; ends of one direction in the order laid."""
    arms = arms_of(layout.placements)

    def rank(end: End) -> int:
        return READING[arms[end.port][0]] if end.port in arms else -1

    return tuple(sorted(layout.ends, key=rank))


def open_numbers(layout: Layout) -> list[int]:
    """The numbers that may be joined, each once, in reading order."""
    arms = arms_of(layout.placements)
    ports = sorted(layout.open_ports, key=lambda port: READING[arms[port][0]])
    return list(dict.fromkeys(port.pip for port in ports))


def doubles_at_ends(layout: Layout) -> list[Tile]:
    """The doubles that count both their halves, in reading order; none where the count is not told."""
    return [end.tile for end in in_reading_order(layout) if end.double and end.gives]


def gives_of(layout: Layout) -> tuple[int, ...]:
    """What each counting end gives, in reading order; a lone tile shows both its halves."""
    if len(layout.placements) == 1:
        tile = layout.placements[0].tile
        return tile.high, tile.low
    return tuple(end.gives for end in in_reading_order(layout))


def ends_in_words(layout: Layout) -> tuple[str, ...]:
    """What each counting end gives, a sentence each, in reading order."""
    if len(layout.placements) == 1:
        return (play.alone(layout.placements[0].tile),)
    return tuple(
        play.one_end(layout.place(end.port), end.tile, end.gives, both=end.double)
        for end in in_reading_order(layout)
        if end.port is not None
    )
