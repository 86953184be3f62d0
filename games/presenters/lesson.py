"""The guided first round as the page shows it, one step after the other; every figure comes from the engine."""

from __future__ import annotations

from dataclasses import dataclass

from games.learning.lesson import LEARNER, ROBOT, Scene, is_forced, scenes
from games.presenters.ends import doubles_at_ends, gives_of, open_numbers
from games.presenters.hand import Option
from games.presenters.learning import HandTile
from games.presenters.stage import Counted, Stage, counted, stage
from games.robots import ROBOTS
from games.rules.errors import Reason
from games.rules.events import Drew, Passed, Played
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.scoring import points_for, settle
from games.rules.tiles import Tile
from games.words import learning
from games.words import lesson as words
from games.words import play as said
from games.words.tiles import sum_line, tile_name

#: The target of the game that the lesson teaches.
TARGET = 250


@dataclass(frozen=True)
class Step:
    """A step of the round: what happened, what is new, what to do. *note* answers a choice that was not asked for."""

    number: int
    of: str
    told: tuple[str, ...]
    notes: tuple[str, ...]
    ask: str
    stage: Stage
    count: Counted | None
    hand: tuple[HandTile, ...]
    chosen: str
    asked: str
    draws: bool
    note: str
    held: str
    score: str
    settlement: tuple[str, ...]
    goes_on: str
    over: bool

    @property
    def options(self) -> tuple[Option, ...]:
        return self.stage.options

    @property
    def spoken(self) -> str:
        """All of it for the ear."""
        if self.note:
            return self.note
        return " ".join((*self.told, *self.notes, *self.settlement, self.ask))


def step(number: int, tile: str = "", play: str = "") -> Step:
    """The step of this number, from 1. *tile* is taken up; *play* was tried and is not what the step asks for.

    IndexError for a number that no step has.
    """
    if number < 1:
        raise IndexError(number)
    scene = scenes()[number - 1]
    ruleset, layout = scene.match.ruleset, scene.state.layout
    robot = ROBOTS["beginner"].name
    hand = tuple(_hand_tile(scene, each, tile) for each in sorted(scene.hand, reverse=True))
    taken = next((each for each in hand if each.chosen), None)
    return Step(
        number=number,
        of=words.step_of(number, len(scenes())),
        told=_told(scene, robot),
        notes=tuple(words.notes(number)),
        ask=_ask(scene),
        stage=stage(ruleset, layout, scene.legal),
        count=None if layout.is_empty else counted(ruleset, layout),
        hand=hand,
        chosen=tile if taken is not None and taken.fits else "",
        asked=str(scene.asked or ""),
        draws=is_forced(scene.asked),
        note=_note(scene, play) or (taken.why if taken is not None else ""),
        held=words.held(robot, scene.state.tiles_left[ROBOT]),
        score=words.score(robot, scene.match.scores),
        settlement=_settlement(scene, robot),
        goes_on="" if scene.asked else words.goes_on(TARGET),
        over=scene.asked is None,
    )


def _told(scene: Scene, robot: str) -> tuple[str, ...]:
    """What happened since the learner acted: his move, then the robot's."""
    if not scene.before:
        return (words.start(robot, len(scene.hand)),)
    return tuple(_event(scene, at, robot) for at in range(len(scene.before)))


def _event(scene: Scene, at: int, robot: str) -> str:
    move, event, after = scene.before[at]
    if isinstance(event, Drew):
        assert event.tile is not None
        return words.you_drew(event.tile)
    if isinstance(event, Passed):
        return words.robot_passed(robot)
    assert isinstance(event, Played) and isinstance(move, Play)
    text = sum_line(gives_of(after), after.count)
    earned = points_for(after.count, scene.match.ruleset)
    if event.seat == LEARNER:
        return words.you_made(text, earned)
    before = scene.before[at - 1][2]
    return words.robot_made(robot, learning.move_name(before, move), text, earned)


def _makes(layout: Layout, move: Play) -> str:
    after = layout.with_tile(move)
    return sum_line(gives_of(after), after.count)


def _ask(scene: Scene) -> str:
    if scene.asked is None:
        return ""
    if not isinstance(scene.asked, Play):
        return words.ask_draw()
    layout = scene.state.layout
    name = learning.move_name(layout, scene.asked)
    return words.ask(name, _makes(layout, scene.asked), leads=layout.is_empty)


def _note(scene: Scene, text: str) -> str:
    """The answer to a play that the rules allow and the step does not ask for."""
    tried = next((move for move in scene.legal if str(move) == text and move is not scene.asked), None)
    if tried is None:
        return ""
    layout = scene.state.layout
    earned = points_for(layout.with_tile(tried).count, scene.match.ruleset)
    return words.not_asked(learning.move_name(layout, tried), _makes(layout, tried), earned)


def _hand_tile(scene: Scene, tile: Tile, chosen: str) -> HandTile:
    fits = any(move.tile is tile for move in scene.legal)
    why = "" if fits else _why(scene, tile)
    return HandTile(str(tile), tile_name(tile), fits, why, str(tile) == chosen)


def _why(scene: Scene, tile: Tile) -> str:
    drawn = scene.state.must_play
    if drawn is not None:
        return said.why_not(tile, Reason.MUST_PLAY_DRAWN, [], drawn)
    layout = scene.state.layout
    return said.why_not(tile, Reason.NO_MATCH, open_numbers(layout), doubles=doubles_at_ends(layout))


def _settlement(scene: Scene, robot: str) -> tuple[str, ...]:
    if scene.asked is not None:
        return ()
    state = scene.state
    result = settle(scene.match.ruleset, state.hands, state.end or "domino", state.last_player)
    return tuple(words.settlement(robot, state.hand(ROBOT), result.rounded[LEARNER]))
