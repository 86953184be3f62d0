"""Tiles, moves and numbers as text, both ways (RECORD.md)."""

from __future__ import annotations

import re
from fractions import Fraction

from games.rules.errors import NotationError
from games.rules.moves import Draw, Move, Pass, Play
from games.rules.ports import Port
from games.rules.scoring import Number, exact
from games.rules.tiles import tile

__all__ = ["number", "parse_move", "parse_number"]

_MOVE = re.compile(r"(?P<tile>[0-9]{2})(?P<lengthwise>\*)?(?:>(?P<host>[0-9]{2})\.(?P<port>[LS][12]|[0-9]))?", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[05])?", re.ASCII)
DRAWN = "+"
PASSED = "-"


def parse_move(text: str) -> Move:
    """A move from its text; NotationError when it says none. The digits of a tile may come in either order.

    >>> str(parse_move("05>55.L1")), str(parse_move("55*")), str(parse_move("+13")), str(parse_move("-"))
    ('50>55.L1', '55*', '+31', '-')
    """
    if text == PASSED:
        return Pass()
    if text.startswith(DRAWN):
        return Draw(tile(text[1:]))
    found = _MOVE.fullmatch(text)
    if not found:
        raise NotationError(f"{_short(text)} is no move")
    port = Port(tile(found["host"]), found["port"]) if found["host"] else None
    return Play(tile(found["tile"]), port, bool(found["lengthwise"]))


def number(value: Number) -> str:
    """A score or points as text, exact; NotationError when it is neither whole nor a half.

    >>> number(10), number(Fraction(5, 2)), number(Fraction(-5, 2))
    ('10', '2.5', '-2.5')
    """
    halves = value * 2
    if halves != int(halves):
        raise NotationError(f"{value} is neither whole nor a half")
    whole, half = divmod(abs(int(halves)), 2)
    return f"{'-' if value < 0 else ''}{whole}{'.5' if half else ''}"


def parse_number(text: str) -> Number:
    """A score or points from its text; NotationError when it is not a whole or half number.

    >>> parse_number("2.5"), parse_number("-15")
    (Fraction(5, 2), -15)
    """
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"{_short(text)} is neither a whole number nor a half")
    return exact(Fraction(text))


def _short(text: str) -> str:
    """A text for a sentence, cut to a readable length whatever it is."""
    return repr(text if len(text) <= 20 else text[:17] + "...")
