"""«Muggins!» as one viewer sees it: the open window, the pads for amounts, and what was told when it closed.

What a play makes is not in here while its window is open, for nobody (RULES.md section 4): a sight does not have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.presenters.clock import Clock, clock_of
from games.presenters.facts import TableFacts
from games.presenters.people import side_name, who
from games.rules.events import Called, Played, WindowClosed
from games.rules.moves import Play
from games.rules.ruleset import Ruleset
from games.rules.sight import Sight
from games.words import calling as words

RUNNING = "running"
#: The most that a play can score, in points of five: RULES.md section 2. What lies beyond a pad's keys can be typed.
MOST = {"none": 20, "first": 35, "every": 35}


@dataclass(frozen=True)
class Pad:
    """The keys with the amounts that can be claimed or called here, the least first."""

    keys: tuple[int, ...]


@dataclass(frozen=True)
class WindowView:
    """The open window. *says*: the claim; *tried*: what has been called in vain; *bar*: what is left of the time.

    *may_call*: the viewer has his one try; *called* tells of it once he has had it. *closes*: the viewer is to act, and
    thereby closes it; where he has no choice, *go_on* is the name of the button that does it, and *why* says so.
    """

    says: str
    bar: Clock | None
    may_call: bool
    called: str
    tried: tuple[str, ...]
    closes: str
    go_on: str
    why: str
    pad: Pad


def is_called(facts: TableFacts) -> bool:
    """Whether players call their points at this table."""
    return facts.ruleset.calling == "muggins"


def pad(ruleset: Ruleset, *, nothing: bool) -> Pad:
    """The keys for a ruleset, those for *nothing* included where nothing may be said."""
    steps = range(0 if nothing else 1, MOST[ruleset.spinner] // 5 + 1)
    return Pad(tuple(step * ruleset.points_per_five for step in steps))


def window(facts: TableFacts) -> WindowView | None:
    """The window that is open, None when there is none."""
    sight = facts.sight
    if sight is None or sight.window is None or facts.state != RUNNING:
        return None
    seen = sight.window
    may_call = seen.may_call and _acts(facts)
    acting = sight.turn is not None and sight.turn == facts.me and _acts(facts)
    choice = any(isinstance(move, Play) for move in sight.legal)
    return WindowView(
        says=words.claims(who(facts, seen.seat), seen.claim),
        bar=clock_of(facts.window_clock) if facts.window_clock is not None else None,
        may_call=may_call,
        called=next((words.you_called(call.points) for call in calls(sight) if call.seat == facts.me), ""),
        tried=tuple(words.called_wrongly(who(facts, call.seat), call.points) for call in calls(sight)),
        closes=words.playing_closes() if acting and choice else "",
        go_on=words.go_on(sight.must_draw) if acting and not choice else "",
        why=words.nothing_fits(sight.must_draw) if acting and not choice else "",
        pad=pad(facts.ruleset, nothing=False),
    )


def _acts(facts: TableFacts) -> bool:
    """Whether the viewer plays his seat himself."""
    return facts.me is not None and not facts.seats[facts.me].player


def calls(sight: Sight) -> Iterator[Called]:
    """What has been called on the last play of the round."""
    last = max((number for number, event in enumerate(sight.events) if isinstance(event, Played)), default=0)
    return (event for event in sight.events[last:] if isinstance(event, Called))


def told(facts: TableFacts, closed: WindowClosed) -> str:
    """Who claimed, missed and took what, once it is told; nothing when the mover simply claimed it all."""
    others = [side for side in range(len(facts.ruleset.sides)) if side != closed.side]
    return words.told(
        words.Told(
            mover=who(facts, closed.seat),
            claim=closed.claim,
            worth=closed.points,
            credited=closed.credited,
            taker=who(facts, closed.taken_by) if closed.taken_by is not None else None,
            taken=closed.taken,
            penalty=closed.penalty,
            others=[side_name(facts, side) for side in others],
        )
    )


def closings(sight: Sight) -> list[WindowClosed]:
    """The windows of this round that have closed."""
    return [event for event in sight.events if isinstance(event, WindowClosed)]


def calls_of(closed: Iterable[WindowClosed], ruleset: Ruleset) -> tuple[words.Calls, ...]:
    """For each side, what its players claimed, missed and took."""
    plays = list(closed)
    return tuple(_calls_of(plays, ruleset, side) for side in range(len(ruleset.sides)))


def _calls_of(plays: list[WindowClosed], ruleset: Ruleset, side: int) -> words.Calls:
    own = [play for play in plays if play.side == side]
    over = [play for play in own if missed(play)]
    took = [play for play in plays if play.taken_by is not None and ruleset.side_of(play.taken_by) == side]
    return words.Calls(
        claimed=sum(play.claim is not None and play.claim == play.points for play in own),
        missed=len(over),
        missed_points=sum(play.points for play in over),
        lost=sum(play.taken_by is not None for play in over),
        lost_points=sum(play.points for play in over if play.taken_by is not None),
        took=len(took),
        took_points=sum(play.taken for play in took),
    )


def missed(closed: WindowClosed) -> bool:
    """Whether points were there that the mover did not get: then every end is told."""
    return bool(closed.points) and closed.claim != closed.points
