"""What a figure of the rules says at each of its steps: what was laid, and why the ends give what they give."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.ports import LONG_SIDES, SHORT_SIDES, End
from games.rules.tiles import Tile
from games.words import places, play
from games.words.tiles import capital, joined, tile_said


def title(key: str) -> str:
    """The heading of a figure."""
    return {
        "becomes": _("A double becomes the spinner"),
        "sides": _("A spinner filled on four sides"),
        "nine": _("Nine moves"),
        "ways": _("Crosswise or lengthwise"),
        "along": _("A spinner that lies lengthwise"),
        "tree": _("A tree grows"),
        "line": _("A line with two ends"),
        "most": _("The most that a line can give"),
        "draw": _("Ben has to draw"),
        "pass": _("Ben has to pass"),
        "out": _("Ann goes out"),
        "block": _("Blocked"),
    }[key]


def players() -> tuple[str, str, str, str]:
    """Who plays in the figures, in the order of their turns; the first and the third are partners."""
    return (
        pgettext("a player in a figure", "Ann"),
        pgettext("a player in a figure", "Ben"),
        pgettext("a player in a figure", "Cleo"),
        pgettext("a player in a figure", "Dan"),
    )


def laid(before: Layout, move: Play, instead: bool = False) -> str:
    """``Five-three on the right.``; *instead*: another way to lay the tile of the step before."""
    tile = play.laid(move.tile, move.lengthwise)
    if instead:
        return _("Or %(tile)s.") % {"tile": tile}
    if move.port is None:
        return _("%(tile)s leads.") % {"tile": capital(tile)}
    return _("%(tile)s %(place)s.") % {"tile": capital(tile), "place": places.phrase(before.place(move.port))}


def why(before: Layout, move: Play, after: Layout) -> list[str]:
    """Why the ends give what they give now, from what the move changed."""
    if move.port is None:
        return [_("Alone on the table, a tile gives both halves."), *_branching(before, move)]
    if not move.port.host.is_double:
        return _at_plain(before, move, after)
    return [*_own(before, move, after), *_at_double(move, after)]


def _at_plain(before: Layout, move: Play, after: Layout) -> list[str]:
    if move.is_double:
        return _own(before, move, after)
    old, new = move.port.pip if move.port else 0, _end_of(after, move.tile)
    if new is None:
        return []
    return [_("This end gave %(old)d; now it gives %(new)d.") % {"old": old, "new": new.gives}]


def _own(before: Layout, move: Play, after: Layout) -> list[str]:
    """What the laid tile gives itself."""
    end = _end_of(after, move.tile)
    gives = {"number": end.gives if end else 0}
    if move.lengthwise:
        return [_("Lengthwise, a double gives one half, %(number)d.") % gives, *_branching(before, move)]
    if move.is_double:
        return [_("A double at an end gives both halves, %(number)d.") % gives, *_branching(before, move)]
    return [_("It gives its free half, %(number)d.") % gives]


def _branching(before: Layout, move: Play) -> list[str]:
    if not move.is_double or before.rules.spinner == "none":
        return []
    if before.rules.spinner == "every":
        return [_("Every double is a spinner.")]
    if before.first_double is None:
        return [_("It is the first double: the spinner.")]
    return [_("It is not the first double, so it will never branch.")]


def _at_double(move: Play, after: Layout) -> list[str]:
    """What happens to the double that was joined."""
    port = move.port
    assert port is not None
    values = {"double": tile_said(port.host), "number": port.pip}
    along = _lies_along(after, port.host)
    if port.name in (LONG_SIDES if along else SHORT_SIDES):
        return [_("An arm begins.")]
    if port.twin in after.open_ports:
        if along:
            return [capital(_("%(double)s is still an end, and gives the half that is free.") % values)]
        return [capital(_("%(double)s is still an end, and gives both halves.") % values)]
    return [capital(_closed(after, port.host, along) % values)]


def _closed(after: Layout, host: Tile, along: bool) -> str:
    """The sentence for a double that has just been joined on both of its sides in the line."""
    if not any(port.host is host for port in after.open_ports):
        return _("%(double)s is joined on both sides and gives nothing now.")
    if after.rules.exposed_sides_count:
        return _("%(double)s is joined on both sides; its other two open, and each gives %(number)d while it is free.")
    if along:
        return _("%(double)s is joined at both ends and gives nothing now. Its long sides open.")
    return _("%(double)s is joined on both long sides and gives nothing now. Its short sides open.")


def _lies_along(layout: Layout, double: Tile) -> bool:
    first = layout.first_double
    return first is not None and first.tile is double and first.lengthwise


def _end_of(layout: Layout, tile: Tile) -> End | None:
    return next((end for end in layout.ends if end.tile is tile), None)


def no_points() -> str:
    return _("no points")


def made(sum_text: str, points_text: str) -> str:
    """The sum and what it earned, in one sentence."""
    return _("%(sum)s: %(points)s.") % {"sum": sum_text, "points": points_text}


# --- rounds ---


def nothing_fits(name: str, one: int, other: int) -> str:
    """Why a player has to draw or pass."""
    return _("%(name)s has no tile with %(one)d or %(other)d.") % {"name": name, "one": one, "other": other}


def pair(names: list[str]) -> str:
    """Partners as one side."""
    return _("the pair %(names)s") % {"names": joined(names)}


def draws(name: str, tile: Tile, fits: bool) -> str:
    values = {"name": name, "tile": tile_said(tile)}
    if fits:
        return pgettext("draw", "%(name)s draws %(tile)s.") % values
    return pgettext("draw", "%(name)s draws %(tile)s: no use.") % values


def must_play() -> str:
    return _("It fits, so it must be played at once.")


def keeps_drawing() -> str:
    return _("Who cannot play draws on until a tile fits.")


def passes(name: str) -> str:
    return pgettext("pass", "%(name)s passes.") % {"name": name}


def pass_is_free(empty: bool) -> str:
    if empty:
        return _("Nothing may be drawn. A pass costs nothing.")
    return _("Nothing more may be drawn. A pass costs nothing.")


def before_the_last_tile(name: str) -> str:
    return _("%(name)s has one tile left.") % {"name": name}


def goes_out(name: str) -> str:
    return _("%(name)s has laid the last tile of the hand: the round is over.") % {"name": name}


def all_used(number: int) -> str:
    """Why nobody can play."""
    return _("Every open end asks for a %(number)d, and all seven tiles that have one lie on the table.") % {
        "number": number
    }


def settled() -> str:
    return _("What is left in the hands")


def left_out() -> str:
    """The note below a figure of the end of a round."""
    return _("Tiles that do not matter are left out of the picture.")


def on_the_board(tiles: list[str], sum_text: str) -> str:
    """The name of the picture of a step."""
    return _("On the table: %(tiles)s. The ends give %(sum)s.") % {"tiles": joined(tiles), "sum": sum_text}
