"""Random and adversarial boards: placements that the rules allow, chosen to trouble the drawing.

A small layout of its own (RULES.md section 2), so that the drawing's tests do not lean on the engine that it serves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from games.drawing.values import Style, read

TILES = [f"{high}{low}" for high in range(7) for low in range(high + 1)]
STYLES = {
    "first": Style("first"),
    "none": Style("none"),
    "sniff": Style("first", lengthwise=True),
    "every": Style("every"),
}
SHARES = ("first", "none", "first", "sniff", "first", "every")
"""How often each style is drawn: about as often as the presets have it."""
MANNERS = ("random", "one port", "one arm", "late double", "cross arms", "oldest", "no doubles", "bushy")


class Table:
    """Tiles laid so far and the ports that are open, oldest first."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.left = list(TILES)
        self.moves: list[str] = []
        self.open: list[tuple[str, str, int]] = []  # tile, port, number
        self.waiting: dict[str, tuple[set[str], list[str]]] = {}  # a double's free line ports, its cross ports
        self.doubles = 0

    def lay(self, tile: str, at: tuple[str, str, int] | None, lengthwise: bool = False) -> None:
        self.moves.append(f"{tile}{'*' * lengthwise}" + (f">{at[0]}.{at[1]}" if at else ""))
        self.left.remove(tile)
        if at:
            self.open.remove(at)
            self._use(at)
        line, cross = (("S1", "S2"), ("L1", "L2")) if lengthwise else (("L1", "L2"), ("S1", "S2"))
        if tile[0] == tile[1]:
            free = list(line[1:] if at else line)
            branches = self.style.spinner == "every" or (self.style.spinner == "first" and not self.doubles)
            self.waiting[tile] = set(free), list(cross) if branches else []
            self.doubles += 1
            self.open += [(tile, name, int(tile[0])) for name in free]
        else:
            halves = [half for half in tile if not at or int(half) != at[2]]
            self.open += [(tile, half, int(half)) for half in halves]

    def _use(self, at: tuple[str, str, int]) -> None:
        free, cross = self.waiting.get(at[0], (set(), []))
        if at[1] in free:
            free.remove(at[1])
            if not free:
                self.open += [(at[0], name, at[2]) for name in cross]

    def choices(self) -> list[tuple[str, tuple[str, str, int] | None]]:
        if not self.moves:
            return [(tile, None) for tile in self.left]
        return [(tile, at) for at in self.open for tile in self.left if str(at[2]) in tile]


def _is_double(tile: str) -> bool:
    return tile[0] == tile[1]


def _preference(manner: str, table: Table) -> Callable[[tuple[str, tuple[str, str, int] | None]], float]:
    """How much a manner likes a choice; ties are broken by lot."""
    age = {at: i for i, at in enumerate(table.open)}

    def likes(choice: tuple[str, tuple[str, str, int] | None]) -> float:
        tile, at = choice
        if manner == "bushy":
            return _is_double(tile)
        if manner == "no doubles":
            return -_is_double(tile)
        if at is None:
            return 0
        if manner in ("one port", "one arm"):
            return age[at] if manner == "one arm" else -(at[0] == table.moves[0][:2])
        if manner == "late double":
            return -_is_double(tile) if len(table.moves) < 12 else _is_double(tile)
        if manner == "cross arms":
            return at[1] in ("S1", "S2") or at[1] not in ("L1", "L2")
        return -age[at] if manner == "oldest" else 0

    return likes


def random_board(
    rng: random.Random, style: Style, manner: str = "random", most: int = 28, trunk: Sequence[str] = ()
) -> list[str]:
    """The placements of one board, grown from `trunk` up to `most` tiles or until nothing fits."""
    table = Table(style)
    for text in trunk:
        move = read(text)
        at = next((port for port in table.open if port[:2] == (move.host, move.port)), None)
        table.lay(move.tile, at, move.lengthwise)
    while len(table.moves) < most:
        choices = table.choices()
        if not choices:
            break
        likes = _preference(manner, table)
        best = max(map(likes, choices))
        tile, at = rng.choice([choice for choice in choices if likes(choice) == best])
        lengthwise = style.lengthwise and _is_double(tile) and not table.doubles and rng.random() < 0.5
        table.lay(tile, at, lengthwise)
    return table.moves


def board_of(number: int) -> tuple[str, list[str]]:
    """The style's name and the placements of the board with this number; every third group of four is adversarial.

    The four boards of a group share their first tiles, and so the drawing of those.
    """
    group = random.Random(number // 4)
    name = SHARES[number // 4 % len(SHARES)]
    manner = group.choice(MANNERS[1:]) if group.random() < 0.3 else "random"
    most = 28 if manner != "random" else group.randint(10, 26)
    trunk = random_board(group, STYLES[name], manner, most * 5 // 8)
    return name, random_board(random.Random(number), STYLES[name], manner, most, trunk)
