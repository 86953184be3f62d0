"""Plays that come to the same: at the other one of two like sides of a double that are both still free."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.rules.moves import Play
from games.rules.ports import Port

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.robots.appraisal import Appraisal, Worth
    from games.rules.layout import Layout

TWINS = {"L2": "L1", "S2": "S1"}


def plain(play: Play, layout: Layout) -> Play:
    """The one play that stands for all that come to the same as this one."""
    port = play.port
    if port is None or port.name not in TWINS:
        return play
    twin = Port(port.host, TWINS[port.name])
    return Play(play.tile, twin, play.lengthwise) if twin in layout.open_ports else play


def apart(plays: Iterable[Play], layout: Layout) -> Sequence[Play]:
    """The plays that differ in what comes of them, each once."""
    return list(dict.fromkeys(plain(play, layout) for play in plays))


def apart_in(found: Appraisal, layout: Layout, made: Play) -> Appraisal:
    """The appraisal with each play once, at the side where it was *made*; chance made one twin look the better one."""
    best: dict[Play, Worth] = {}
    for worth in sorted(found.worths, key=lambda worth: worth.lost.chance if found.near else worth.lost.points):
        best.setdefault(plain(worth.play, layout), worth)
    chosen = plain(made, layout)
    worths = [replace(worth, play=made if play is chosen else play) for play, worth in best.items()]
    return replace(found, worths=tuple(worths))
