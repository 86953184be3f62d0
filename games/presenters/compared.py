"""A what-if beside the match that it left: what happened then against what happened now, from the fork on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from games.presenters.log import LogEntry, log_entries
from games.presenters.over import OverPanel, over_panel
from games.presenters.past import ALL, facts_of, seat_facts
from games.presenters.people import side_name
from games.rules.retrace import Spot
from games.words.tiles import figure, signed

if TYPE_CHECKING:
    from games.past import Past


class Gain(NamedTuple):
    """What a side gained from the fork to the end of the round, and the score that it came to."""

    name: str
    gained: str
    score: str


@dataclass(frozen=True)
class Course:
    """One of the two courses of the round."""

    gains: tuple[Gain, ...]
    over: OverPanel | None
    moves: tuple[LogEntry, ...]


@dataclass(frozen=True)
class Compared:
    """Both courses. `rows` has their moves side by side from where they part, None where one is at its end already.

    `alike`: how many moves of the beginning are the same in both.
    """

    then: Course
    now: Course
    alike: int
    rows: tuple[tuple[LogEntry | None, LogEntry | None], ...]


def compared(then: Past, now: Past, fork: Spot) -> Compared:
    """`fork`: the first move that may differ. Both rounds are over."""
    before, after = course(then, fork), course(now, fork)
    pairs = list(zip_longest(before.moves, after.moves))
    alike = len(list(takewhile(_is_alike, pairs)))
    return Compared(before, after, alike, tuple(pairs[alike:]))


def _is_alike(pair: tuple[LogEntry | None, LogEntry | None]) -> bool:
    one, other = pair
    return one is not None and other is not None and (one.seat, one.sentence) == (other.seat, other.sentence)


def course(past: Past, fork: Spot) -> Course:
    """How the round of the fork went from there on."""
    seats = seat_facts(past)
    last = next(at for at in reversed(past.positions) if at.spot.round_no == fork.round_no)
    start = past.index_of(Spot(fork.round_no, fork.move - 1))
    assert start is not None, "both have the same moves up to the fork"
    facts = facts_of(past, seats, last, ALL)
    scores = last.match.scores
    gains = [new - old for new, old in zip(scores, past.positions[start].match.scores, strict=True)]
    names = [side_name(facts, side) for side in range(len(scores))]
    told = tuple(
        Gain(name, signed(gain) if gain else figure(gain), figure(score))
        for name, gain, score in zip(names, gains, scores, strict=True)
    )
    moves = tuple(entry for entry in log_entries(facts) if entry.version >= fork.move)
    return Course(told, over_panel(facts), moves)
