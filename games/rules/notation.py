"""Moves, numbers and rounds as text, and back (RECORD.md)."""

from __future__ import annotations

import re
from fractions import Fraction

from games.rules.errors import NotationError
from games.rules.moves import Draw, Move, Pass, Play
from games.rules.ports import Port
from games.rules.scoring import Number, exact
from games.rules.tiles import tile

_PLAY = re.compile(r"([0-6]{2})(\*?)(?:>([0-6]{2})\.([0-6]|[LS][12]))?")
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[05]0*)?")


def parse_move(text: str) -> Move:
    """The move of a text: ``55``, ``50>55.L1``, ``55*>51.5``, ``+31`` or ``-``; NotationError if it is none.

    >>> parse_move("05>55.L1")
    Play('50>55.L1')
    >>> parse_move("+31"), parse_move("-")
    (Draw(Tile(3, 1)), Pass())
    """
    if text == "-":
        return Pass()
    if isinstance(text, str) and text[:1] == "+":
        return Draw(tile(text[1:]))
    match = _PLAY.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise NotationError(f"{_shown(text)} is not a move")
    laid, star, host, name = match.groups()
    return Play(tile(laid), parse_port(f"{host}.{name}") if host else None, bool(star))


def parse_port(text: str) -> Port:
    """The port of a text such as ``55.L1`` or ``64.4``; NotationError if there is none."""
    host, dot, name = text.partition(".")
    if not dot:
        raise NotationError(f"{_shown(text)} is not a port")
    return Port(tile(host), name)


def number(value: Number) -> str:
    """Points or a score as text: whole, or with a half.

    >>> number(10), number(Fraction(-5, 2))
    ('10', '-2.5')
    """
    doubled = Fraction(value) * 2
    if doubled.denominator != 1:
        raise NotationError(f"{value} is neither whole nor a half")
    whole, half = divmod(abs(doubled.numerator), 2)
    return f"{'-' if doubled < 0 else ''}{whole}{'.5' if half else ''}"


def parse_number(text: str) -> Number:
    """The number of such a text, exactly; NotationError for any other.

    >>> parse_number("2.5")
    Fraction(5, 2)
    """
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise NotationError(f"{_shown(text)} is neither a whole number nor a half")
    return exact(Fraction(text))


def _shown(text: object) -> str:
    shown = repr(text)
    return shown if len(shown) <= 40 else shown[:40] + "…"
