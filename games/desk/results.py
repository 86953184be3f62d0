"""Figures from results: pairs that lose to each other, results that hang on the partner.

Chance is what the two do against everybody else: who mostly wins is expected to win, and is not flagged for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from games.desk.finding import MOST_MATCHES, SELDOM, Finding
from games.desk.odds import as_uneven, at_least
from games.models import FlagKind, Result, Seat

#: Fewer matches than this say nothing, however they went.
LEAST_TOGETHER = 8


@dataclass(frozen=True)
class Played:
    """A match that was won: the persons at it by side."""

    match: int
    winner: int
    sides: dict[int, list[int]]


@dataclass
class Count:
    """So many won of so many played, and in which matches."""

    won: int = 0
    matches: list[int] = field(default_factory=list)

    @property
    def played(self) -> int:
        return len(self.matches)

    def add(self, match: int, won: bool) -> None:
        self.won += won
        self.matches.append(match)

    @property
    def newest(self) -> tuple[int, ...]:
        return tuple(sorted(self.matches, reverse=True)[:MOST_MATCHES])


def played_matches() -> list[Played]:
    """All matches with two persons or more that somebody won; those that were annulled say nothing."""
    seats = Seat.objects.filter(user__isnull=False, result__in=[Result.WON, Result.LOST], match__annulled_at=None)
    rows = seats.order_by("match_id", "index").values_list(
        "match_id", "user_id", "index", "match__winner_side", "match__ruleset__partners"
    )
    found: dict[int, Played] = {}
    for match, user, index, winner, partners in rows.iterator(chunk_size=2000):
        assert winner is not None, "somebody won"
        played = found.setdefault(match, Played(match, winner, defaultdict(list)))
        played.sides[index % 2 if partners else index].append(user)
    return [played for played in found.values() if sum(map(len, played.sides.values())) > 1]


def pairs(matches: Iterable[Played]) -> Iterator[Finding]:
    """Two of whom one wins against the other far more than both do against everybody else."""
    met: dict[tuple[int, int], Count] = defaultdict(Count)
    alone: dict[int, Count] = defaultdict(Count)
    for played in matches:
        if len(played.sides) != 2:
            continue
        (one, ours), (_two, theirs) = sorted(played.sides.items())
        for user in ours + theirs:
            alone[user].add(played.match, (user in ours) == (played.winner == one))
        for a in ours:
            for b in theirs:
                first, second = sorted((a, b))
                met[first, second].add(played.match, (first == a) == (played.winner == one))
    enough = {pair: count for pair, count in met.items() if count.played >= LEAST_TOGETHER}
    for (first, second), count in enough.items():
        yield from _one_sided(first, second, count, alone, len(enough))


def _one_sided(a: int, b: int, count: Count, alone: dict[int, Count], compared: int) -> Iterator[Finding]:
    """From the winner's side."""
    if 2 * count.won < count.played:
        a, b, won = b, a, count.played - count.won
    else:
        won = count.won
    wins = alone[a].won - won, alone[a].played - count.played
    losses = alone[b].played - count.played - (alone[b].won - (count.played - won)), alone[b].played - count.played
    share = _expected(*wins, *losses)
    chance = at_least(won, count.played, share)
    if chance < SELDOM:
        figures = {
            "won": won, "played": count.played, "wins_else": wins[0], "played_else": wins[1], "losses_else": losses[0],
            "other_played_else": losses[1], "share": round(share, 3), "chance": chance, "compared": compared,
        }  # fmt: skip
        yield Finding(FlagKind.PAIR, a, b, figures, count.newest)


def _expected(wins: int, played: int, losses: int, other_played: int) -> float:
    """What the one wins, and the other loses, against everybody else; drawn towards a half where that is little."""
    return ((wins + 2) / (played + 4) + (losses + 2) / (other_played + 4)) / 2


def partners(matches: Iterable[Played]) -> Iterator[Finding]:
    """Who wins far more, or less, with one partner than with the others."""
    beside: dict[int, dict[int, Count]] = defaultdict(lambda: defaultdict(Count))
    for played in matches:
        for side, persons in played.sides.items():
            for a, b in combinations(persons, 2):
                beside[a][b].add(played.match, side == played.winner)
                beside[b][a].add(played.match, side == played.winner)
    looks = [(user, other, count, by) for user, by in beside.items() for other, count in by.items()]
    looks = [look for look in looks if _says_something(*look)]
    for user, other, count, by in looks:
        yield from _depends(user, other, count, by, len(looks))


def _says_something(user: int, other: int, count: Count, by: dict[int, Count]) -> bool:
    rest = sum(each.played for each in by.values()) - count.played
    return min(count.played, rest) >= LEAST_TOGETHER


def _depends(user: int, other: int, count: Count, by: dict[int, Count], compared: int) -> Iterator[Finding]:
    won = sum(each.won for each in by.values()) - count.won
    played = sum(each.played for each in by.values()) - count.played
    chance = as_uneven(count.won, count.played, won, played)
    if chance < SELDOM:
        figures = {
            "won": count.won, "played": count.played, "won_else": won, "played_else": played,
            "partners_else": len(by) - 1, "chance": chance, "compared": compared,
        }  # fmt: skip
        yield Finding(FlagKind.PARTNER, user, other, figures, count.newest)
