"""Where one can go from a step of a replay: links, with what stands beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from games.presenters.log import LogEntry
    from games.presenters.reviewed import Mark
    from games.rules.retrace import Spot

ALL = "all"
#: A round that is being played, as everybody sees it: no hand, no drawn tile. Only the desk looks at such.
PUBLIC = "public"


class Way(NamedTuple):
    """A link to another place or view; an empty address where there is none."""

    query: str
    text: str = ""
    here: bool = False


@dataclass(frozen=True)
class Ways:
    """Where one can go from a step: the four keys, the step itself, the rounds, the same step as others saw it."""

    first: Way
    back: Way
    next: Way
    last: Way
    here: Way
    rounds: tuple[Way, ...]
    views: tuple[Way, ...]


class LogLine(NamedTuple):
    """A turn of the log: what is told, where it leads, and what the robot thinks of it, once that is known."""

    entry: LogEntry
    way: Way
    mark: Mark | None


class Better(NamedTuple):
    """The way to the drawing of the better play, or back from it; and to the flagged moves before and after."""

    toggle: Way
    back: Way
    next: Way


class Chosen(NamedTuple):
    """The tile whose place is drawn on the board."""

    chosen: str


@dataclass(frozen=True)
class Sentence:
    """One line of the round as text, with the move that it tells."""

    query: str
    text: str
    here: bool


def step_query(spot: Spot, view: str) -> str:
    """The part of an address that names a move and a view."""
    return f"?move={spot}" if view in (ALL, PUBLIC) else f"?move={spot}&seat={view}"
