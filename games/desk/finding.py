"""What a look through the rows found about somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """Figures about a person, or about two. `kind` is a `FlagKind`; `matches` are those behind it, newest first."""

    kind: str
    user: int
    other: int | None
    figures: dict[str, Any]
    matches: tuple[int, ...]


#: So many matches stay linked with a flag.
MOST_MATCHES = 50
#: A figure is flagged where chance brings its like less often than this, in one look at one person or pair.
SELDOM = 0.001
