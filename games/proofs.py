"""What is told of a deal: the promise before it, the proof after its round. Values alone; `games.fair` makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.fairness import SCHEME


@dataclass(frozen=True)
class Promise:
    """The commitment of a round, from before its deal on."""

    number: int
    commitment: str


@dataclass(frozen=True)
class Proof:
    """What is published when a round is over; `values` are the players' numbers by seat, None where none came."""

    match: str
    number: int
    commitment: str
    secret: str
    values: tuple[str | None, ...]

    def as_data(self) -> dict[str, Any]:
        """As it stands under `deal` in a record."""
        return {
            "scheme": SCHEME,
            "commitment": self.commitment,
            "secret": self.secret,
            "values": list(self.values),
            "match": self.match,
            "round": self.number,
        }


@dataclass(frozen=True)
class FairDeals:
    """The deals of a table as everybody may know them: of the next round, of this one, and of this one once over."""

    next: Promise | None = None
    present: Promise | None = None
    proof: Proof | None = None
