"""Figures from where people sat down: two at one table who come from the same address, or with the same browser."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from games.desk.finding import MOST_MATCHES, Finding
from games.models import FlagKind, Origin

#: A browser that more people than this have says nothing of two of them.
RARE = 3
#: And none says anything before so many people have been seen.
LEAST_PEOPLE = 20


def places() -> Iterator[Finding]:
    """Pairs at one table, with how many of their matches they began from one address, or with one rare browser."""
    rows = Origin.objects.order_by("match_id").values_list("match_id", "user_id", "address", "browser")
    tables: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    having: dict[str, set[int]] = defaultdict(set)
    people: set[int] = set()
    for match, user, address, browser in rows.iterator(chunk_size=2000):
        tables[match].append((user, address, browser))
        having[browser].add(user)
        people.add(user)
    met: dict[tuple[int, int], list[tuple[int, bool, str]]] = defaultdict(list)
    for match, sitters in tables.items():
        for (a, here, with_a), (b, there, with_b) in combinations(sorted(sitters), 2):
            met[a, b].append((match, bool(here) and here == there, with_a if with_a == with_b else ""))
    for (a, b), seen in met.items():
        yield from _together(a, b, seen, having, len(people))


def _together(
    a: int, b: int, seen: list[tuple[int, bool, str]], having: dict[str, set[int]], people: int
) -> Iterator[Finding]:
    same = [match for match, address, _browser in seen if address]
    browsers = [(match, browser) for match, _address, browser in seen if browser]
    rare = [match for match, browser in browsers if len(having[browser]) <= RARE and people >= LEAST_PEOPLE]
    if not same and not rare:
        return
    figures = {
        "met": len(seen), "address": len(same), "browser": len(browsers), "people": people,
        "having": min((len(having[browser]) for _match, browser in browsers), default=0),
    }  # fmt: skip
    matches = sorted({*same, *rare}, reverse=True)
    yield Finding(FlagKind.ORIGIN, a, b, figures, tuple(matches[:MOST_MATCHES]))
