"""The layout as a list in words, in step with the picture: for ears, and for who would rather read."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presenters.ends import gives_of
from games.rules.arms import arms_of
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.ports import Port
from games.rules.tiles import Tile
from games.words.play import lying
from games.words.remembered import remembered
from games.words.tiles import tile_name


@remembered
def line_in_words(layout: Layout, *, counted: bool = True) -> str:
    """``Line from left to right: one-three, …; up from the double five: five-four. Ends: 1, 12, 2. Count 15.``

    Without its last two sentences while the count is not told (*counted* is false).
    """
    if layout.is_empty:
        return _("Nothing lies on the table yet.")
    joins = {play.port: play for play in layout.placements if play.port is not None}
    parts = [_("Line from left to right: %(tiles)s") % {"tiles": ", ".join(_main_line(layout.placements[0], joins))}]
    parts += list(_arms(layout, joins))
    if not counted:
        return f"{'; '.join(parts)}."
    ends = ", ".join(str(give) for give in gives_of(layout))
    tail = _("Ends: %(ends)s. Count %(count)d.") % {"ends": ends, "count": layout.count}
    return f"{'; '.join(parts)}. {tail}"


def _main_line(lead: Play, joins: dict[Port, Play]) -> list[str]:
    tile = lead.tile
    behind, ahead = _line_ports(lead)
    left = [_named(play, outer) for play, _inner, outer in _walk(joins, behind)]
    right = [_named(play, inner) for play, inner, _outer in _walk(joins, ahead)]
    return [*reversed(left), _named(lead, tile.high), *right]


def _line_ports(lead: Play) -> tuple[Port, Port]:
    """The lead's ports to the left and to the right."""
    tile = lead.tile
    if not tile.is_double:
        return Port(tile, str(tile.high)), Port(tile, str(tile.low))
    side = "S" if lead.lengthwise else "L"
    return Port(tile, f"{side}1"), Port(tile, f"{side}2")


def _walk(joins: dict[Port, Play], port: Port) -> Iterable[tuple[Play, int, int]]:
    """The tiles along an arm, each with its nearer and its farther half."""
    while port in joins:
        play = joins[port]
        outer = port.pip if play.tile.is_double else play.tile.other(port.pip)
        yield play, port.pip, outer
        port = _exit(play, outer)


def _exit(play: Play, outer: int) -> Port:
    if play.tile.is_double:
        return Port(play.tile, "S2" if play.lengthwise else "L2")
    return Port(play.tile, str(outer))


def _named(play: Play, first: int) -> str:
    return lying(tile_name(play.tile)) if play.lengthwise else tile_name(play.tile, first)


def _arms(layout: Layout, joins: dict[Port, Play]) -> Iterable[str]:
    """Each arm that begins at a double's cross side, in the order in which the doubles were laid."""
    directions = arms_of(layout.placements)
    for play in layout.placements:
        if not play.tile.is_double:
            continue
        for name in ("L1", "L2") if play.lengthwise else ("S1", "S2"):
            port = Port(play.tile, name)
            if port in joins:
                tiles = ", ".join(_named(other, inner) for other, inner, _outer in _walk(joins, port))
                yield _arm(directions[port][0], play.tile, tiles)


def _arm(direction: str, double: Tile, tiles: str) -> str:
    template = {
        "up": pgettext("arm, in words", "up from the %(double)s: %(tiles)s"),
        "down": pgettext("arm, in words", "down from the %(double)s: %(tiles)s"),
        "left": pgettext("arm, in words", "left from the %(double)s: %(tiles)s"),
        "right": pgettext("arm, in words", "right from the %(double)s: %(tiles)s"),
    }[direction]
    return template % {"double": tile_name(double), "tiles": tiles}
