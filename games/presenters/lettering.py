"""Figures as outlines, for pictures that must look the same where our typefaces are not installed."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from games.presenters.board import num

SIGNS = "0123456789+="
SPACE = 0.24  # of the size


class Face(NamedTuple):
    """A typeface of the site at one weight."""

    package: str
    file: str
    limits: tuple[tuple[str, float], ...]


TEXT = Face("fontpkg_libre_franklin", "LibreFranklin[wght].ttf", (("wght", 700),))
SIGN = Face(
    "fontpkg_fraunces", "Fraunces[SOFT,WONK,opsz,wght].ttf", (("SOFT", 0), ("WONK", 0), ("opsz", 36), ("wght", 700))
)


class Outline(NamedTuple):
    """A text as one path, and how wide it is."""

    d: str
    width: float


@lru_cache(maxsize=4)
def _font(face: Face) -> TTFont:
    font = TTFont(str(files(face.package) / "files" / face.file))
    subsetter = Subsetter(Options(layout_features=[], hinting=False))
    subsetter.populate(text=SIGNS)
    subsetter.subset(font)
    instantiateVariableFont(font, dict(face.limits), inplace=True)
    return font


@lru_cache(maxsize=512)
def outline(text: str, face: Face, size: float, x: float, y: float) -> Outline:
    """The text in the middle of *x*, on the base line *y*. Only figures, plus and equals; a space is a space."""
    font = _font(face)
    scale = size / font["head"].unitsPerEm
    names, glyphs, widths = font.getBestCmap(), font.getGlyphSet(), font["hmtx"]
    advances = [SPACE * size if sign == " " else widths[names[ord(sign)]][0] * scale for sign in text]
    width = sum(advances)
    pen = SVGPathPen(glyphs, ntos=num)
    at = x - width / 2
    for sign, advance in zip(text, advances, strict=True):
        if sign != " ":
            glyphs[names[ord(sign)]].draw(TransformPen(pen, (scale, 0, 0, -scale, at, y)))
        at += advance
    return Outline(pen.getCommands(), width)
