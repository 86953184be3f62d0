"""Other deals that a viewer cannot tell from the true one: what he may not know, permuted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from games.rules.errors import IllegalMove
from games.rules.events import Drew, Event
from games.rules.matches import MatchState, Step, call, close_window, lead_for, play, start_round
from games.rules.moves import Draw, Move, Play
from games.rules.rounds import RoundState
from games.rules.tiles import Tile


@dataclass(frozen=True)
class Claimed:
    """A play with the points that are claimed for it."""

    play: Play
    claim: int | None


@dataclass(frozen=True)
class Call:
    """«Muggins!»"""

    seat: int
    points: int


@dataclass(frozen=True)
class Close:
    """The points of the last play are told."""


Act = Move | Claimed | Call | Close


def step_of(match: MatchState, act: Act) -> Step:
    match act:
        case Claimed():
            return play(match, act.play, act.claim)
        case Call():
            return call(match, act.seat, act.points)
        case Close():
            return close_window(match)
    return play(match, act)


@dataclass(frozen=True)
class Told:
    """A round as it came about: the match before it, the deal, the moves; and where that has led."""

    before: MatchState
    tiles: tuple[Tile, ...]
    leader: int
    leader_by: str
    moves: tuple[Act, ...]
    match: MatchState
    events: tuple[Event, ...]

    @property
    def round(self) -> RoundState:
        assert self.match.round is not None
        return self.match.round


def begin(before: MatchState, tiles: tuple[Tile, ...], leader: int, leader_by: str) -> Told:
    step = start_round(before, tiles, leader, leader_by)
    return Told(before, tiles, leader, leader_by, (), step.match, tuple(step.events))


def go_on(told: Told, act: Act) -> Told:
    step = step_of(told.match, act)
    moves, events = (*told.moves, act), (*told.events, *step.events)
    return Told(told.before, told.tiles, told.leader, told.leader_by, moves, step.match, events)


def retold(told: Told, tiles: tuple[Tile, ...]) -> Told | None:
    """The same visible moves from another deal; None when they could not have happened there."""
    if lead_for(told.before, tiles, told.leader) != (told.leader, told.leader_by):
        return None
    other = begin(told.before, tiles, told.leader, told.leader_by)
    try:
        for move in told.moves:
            drawn = Draw(other.round.boneyard[0]) if isinstance(move, Draw) and other.round.boneyard else move
            other = go_on(other, drawn)
    except IllegalMove:
        return None
    return other if looks_alike(told.match, told.round, other.round) else None


def looks_alike(match: MatchState, true: RoundState, other: RoundState) -> bool:
    """Whether both rounds stand where everybody sees them stand: still going on, or ended alike with these hands."""
    return true.end == other.end and (match.is_playing or true.hands == other.hands)


def hidden_places(told: Told, viewer: int | None) -> list[int]:
    """The places in the deal whose tiles the viewer was not shown: not dealt to him, not drawn by him."""
    ruleset = told.match.ruleset
    size = ruleset.hand_size
    own = set() if viewer is None else set(range(viewer * size, viewer * size + size))
    drawers = [event.seat for event in told.events if isinstance(event, Drew)]
    first = ruleset.players * size
    own |= {first + number for number, seat in enumerate(drawers) if seat == viewer}
    return [place for place in range(28) if place not in own]


def other_deals(told: Told, viewer: int | None, random: Random, tries: int) -> Iterator[Told]:
    """Walk by swaps of two hidden tiles through deals that look the same to the viewer."""
    places = hidden_places(told, viewer)
    here = told
    for _ in range(tries):
        if len(places) < 2:
            return
        tiles = swapped(here.tiles, random.sample(places, 2))
        other = retold(told, tiles)
        if other is not None:
            here = other
            yield here


def swapped(tiles: Sequence[Tile], places: list[int]) -> tuple[Tile, ...]:
    one, two = places
    changed = list(tiles)
    changed[one], changed[two] = changed[two], changed[one]
    return tuple(changed)
