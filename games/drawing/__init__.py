"""Where everything lies on the board: `draw` is a pure function of the moves, the box and the ruleset.

Docs: docs/decisions/0030-slots.md and the pages after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.drawing.painter import paint
from games.drawing.picture import Coin, LaidTile, Link, Mark, Picture, Pose, Slot, mirrored, pose_for
from games.drawing.reading import Arm, Reading, Turned, reading
from games.drawing.values import BOXES, Box, Style
from games.rules.layout import Layout, lay_all
from games.rules.moves import Play
from games.rules.ruleset import Ruleset

__all__ = [
    "BOXES",
    "Arm",
    "Box",
    "Coin",
    "LaidTile",
    "Link",
    "Mark",
    "Picture",
    "Pose",
    "Reading",
    "Slot",
    "Turned",
    "draw",
    "mirrored",
    "pose_for",
    "reading",
]


def draw(layout: Layout | Sequence[Play], ruleset: Ruleset, box: Box | str) -> Picture:
    """The picture of a layout (or of the plays that make it) in a box or in the box of this name.

    A move more costs one lay, because boards are kept by the moves before it. IllegalMove for plays that the rules
    do not allow; never an error for a layout of the rules.
    """
    laid = layout if isinstance(layout, Layout) else lay_all(ruleset, tuple(layout))
    return paint(laid, Style(ruleset.spinner, ruleset.lengthwise), BOXES[box] if isinstance(box, str) else box)
