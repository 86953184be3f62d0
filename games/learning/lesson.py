"""The first round, guided: a fixed deal in which a learner meets all that a round has, in about two minutes.

The deal was found by a seeded search for a short round with a lead that scores, a spinner, a play that scores nothing,
two arms, a draw, a pass, and going out; a test holds it to that. Of the boneyard one tile may be drawn, or the round
would be long.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.rules.events import Event
from games.rules.layout import Layout
from games.rules.matches import MatchState, new_match, play, start_round
from games.rules.moves import Draw, Move, Pass, Play
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.states import RoundState
from games.rules.tiles import Tile, tile

LEARNER, ROBOT = 0, 1
HAND_SIZE, DRAWABLE = 5, 1
DEAL = "43 52 50 00 64 30 66 62 65 44 60 32 54 42 31 53 41 51 11 20 21 22 33 63 61 55 10 40"
MOVES = "64 66>64.6 43>64.4 62>66.L2 52>62.2 30>43.3 50>30.0 65>66.S2 +60 60>66.S1 - 00>60.0"


@dataclass(frozen=True)
class Scene:
    """A moment at which the learner acts. *before* are the robot's moves and what they led to since he acted last.

    *asked* is the move that this step asks for; None when the round is over.
    """

    number: int
    before: tuple[tuple[Move, Event, Layout], ...]
    match: MatchState
    asked: Move | None

    @property
    def state(self) -> RoundState:
        state = self.match.round
        assert state is not None
        return state

    @property
    def hand(self) -> tuple[Tile, ...]:
        """What the learner holds."""
        return self.state.hand(LEARNER)

    @property
    def legal(self) -> tuple[Play, ...]:
        """Every way in which the learner could lay a tile now."""
        return tuple(move for move in legal_moves(self.state) if isinstance(move, Play)) if self.asked else ()


@cache
def lesson_ruleset() -> Ruleset:
    """The classic game with small hands and, to be short, one tile to draw."""
    small = change(preset("pagat", 2), hand_size=HAND_SIZE)
    return change(small, reserve=small.boneyard_size - DRAWABLE)


@cache
def scenes() -> tuple[Scene, ...]:
    """The scenes in their order; the last one is the end of the round."""
    tiles = [tile(text) for text in DEAL.split()]
    match = start_round(new_match(lesson_ruleset()), tiles, LEARNER, "lot").match
    found: list[Scene] = []
    before: list[tuple[Move, Event, Layout]] = []
    for move in map(parse_move, MOVES.split()):
        state = match.round
        assert state is not None
        if state.turn == LEARNER:
            found.append(Scene(len(found) + 1, tuple(before), match, move))
            before = []
        match, events = play(match, move)
        after = match.round
        assert after is not None
        before.append((move, events[0], after.layout))
    return (*found, Scene(len(found) + 1, tuple(before), match, None))


def is_forced(move: Move | None) -> bool:
    """Whether the step asks for a draw or a pass: one button, no tile."""
    return isinstance(move, Draw | Pass)
