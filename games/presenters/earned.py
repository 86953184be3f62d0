"""From the strokes of the live tally to the plays that earned them: in the replay, or in the table's own list of moves.

A round that is being played is in no replay: its strokes lead to the rows of its log, which everybody here sees.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.presenters.facts import TableFacts
from games.presenters.log import LogEntry
from games.presenters.marks import stroke_spots
from games.presenters.people import Side
from games.presenters.tally import IN_A_HOUSE, Way
from games.rules.events import Passed, Played, WindowClosed
from games.rules.retrace import Credit, Spot
from games.rules.scoring import Number
from games.rules.sight import Sight
from games.words.tiles import capital, signed

#: A tally is kept in strokes of five points each.
POINTS = 5


def with_ways(facts: TableFacts, sides: Sequence[Side], entries: Sequence[LogEntry], past_url: str) -> tuple[Side, ...]:
    """The sides, the houses of their tallies with the ways to their plays. *past_url*: "" while nothing is over."""
    if facts.sight is None:
        return tuple(sides)
    credits_ = tuple(_credits(facts.sight))
    return tuple(_with_ways(side, credits_, entries, past_url) for side in sides)


def _with_ways(side: Side, credits_: Sequence[Credit], entries: Sequence[LogEntry], past_url: str) -> Side:
    if side.tally is None:
        return side
    spots = stroke_spots(credits_, side.index)
    made: defaultdict[int, Number] = defaultdict(int)
    for credit in credits_:
        if credit.side == side.index:
            made[credit.spot.move] += credit.points
    houses = []
    for index, house in enumerate(side.tally.houses):
        strokes = list(enumerate(spots, 1))[index * IN_A_HOUSE : (index + 1) * IN_A_HOUSE]
        plays = [_play(move, entries, made) for move in dict.fromkeys(spot.move for _, spot in strokes[::-1]) if move]
        earlier = [_earlier(side.index, number, past_url) for number, spot in strokes if not spot.move and past_url]
        houses.append(replace(house, plays=tuple(plays), earlier=tuple(earlier)))
    return replace(side, tally=replace(side.tally, houses=tuple(houses)))


def _play(move: int, entries: Sequence[LogEntry], made: Mapping[int, Number]) -> Way:
    return Way(f"#move-{move}", capital(entries[move - 1].sentence), signed(made[move]))


def _earlier(side: int, number: int, past_url: str) -> Way:
    return Way(f"{past_url}?stroke={side}.{number}", str(number * POINTS))


def _credits(sight: Sight) -> Iterator[Credit]:
    """What each side had before this round, as of move 0, and what it was credited since, by turns of the log.

    Once a round is over all of it can be looked back at, so that nothing is left to its log.
    """
    lately = [] if sight.revealed is not None else list(_lately(sight))
    for side, score in enumerate(sight.scores):
        before: Number = score - sum(credit.points for credit in lately if credit.side == side)
        yield Credit(Spot(sight.round_no, 0), side, before, False)
    yield from lately


def _lately(sight: Sight) -> Iterator[Credit]:
    turn = 0
    for event in sight.events:
        if isinstance(event, Played | Passed):
            turn += 1
        if isinstance(event, Played) and event.points:
            yield Credit(Spot(sight.round_no, turn), event.side, event.points, False)
        elif isinstance(event, WindowClosed):
            for side, gain in enumerate(event.gains):
                if gain:
                    yield Credit(Spot(sight.round_no, turn), side, gain, False)
