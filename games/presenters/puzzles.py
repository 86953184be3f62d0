"""A puzzle as its page shows it: the table as the seat on turn knows it, and every play’s value once it is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounts import duels
from games.judging.reasons import reasons
from games.learning.puzzles import Position, Solved, Valued
from games.presenters.board import boards
from games.presenters.ends import doubles_at_ends, open_numbers
from games.presenters.facts import SeatFacts, TableFacts
from games.presenters.hand import Option, options
from games.presenters.learning import HandTile
from games.presenters.line import line_in_words
from games.presenters.log import log_entries
from games.presenters.reviewed import reason_said
from games.presenters.stage import Counted, Stage, counted, stage
from games.rules.errors import Reason
from games.rules.events import Drew, Passed, Played
from games.rules.layout import empty_layout
from games.rules.moves import Play
from games.rules.sight import Sight
from games.rules.tiles import Tile
from games.words import learning
from games.words import play as said
from games.words import puzzles as words
from games.words.rules import ruleset_name
from games.words.tiles import capital, tile_name

if TYPE_CHECKING:
    from datetime import date

    from games.services.puzzles import Standing


@dataclass(frozen=True)
class Known:
    """What the seat on turn knows, in sentences: the standing, who holds how much, who had nothing, the moves."""

    facts: tuple[str, ...]
    lacks: tuple[str, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """One of the plays: what it is worth, and what it loses."""

    tile: str
    name: str
    value: str
    loss: str
    best: bool
    mine: bool
    then: bool


@dataclass(frozen=True)
class Answer:
    """The answer, told: one sentence, the table as the best play leaves it, every play's value, whose opinion it is.

    *why* names the two plays that the *reasons* are about, where another one was given.
    """

    right: bool
    told: str
    caption: str
    count: Counted
    outcomes: tuple[Outcome, ...]
    opinion: str
    why: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """A puzzle before it is answered (*answer* is None) or after."""

    heading: str
    book: str
    level: str
    stage: Stage
    known: Known
    hand: tuple[HandTile, ...]
    chosen: str = ""
    why: str = ""
    answer: Answer | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        return self.stage.options


@dataclass(frozen=True)
class Given:
    """An answer; *then* is what was chosen in the match that the position is from."""

    move: str
    then: str = ""


def asked(position: Position, level: str, chosen: str = "", heading: str = "") -> Shown:
    """The question; *chosen* is the tile of the hand that is taken up."""
    sight = position.sight
    choices = options(sight)
    hand = tuple(_hand_tile(sight, tile, chosen) for tile in sorted(sight.hand or (), reverse=True))
    taken = next((tile for tile in hand if tile.chosen), None)
    return Shown(
        heading=heading or words.question(),
        book=ruleset_name(position.ruleset),
        level=level,
        stage=Stage(boards(sight, choices, tight=True), choices, line_in_words(sight.layout)),
        known=known(sight),
        hand=hand,
        chosen=taken.id if taken is not None else "",
        why=taken.why if taken is not None else "",
    )


def answered(position: Position, solved: Solved, level: str, given: Given, heading: str = "") -> Shown:
    """The question with its answer; the table is drawn as the best play leaves it."""
    sight, best = position.sight, solved.values[0]
    names = {str(option): learning.move_name(sight.layout, option) for option in position.options}
    plays = {str(option): option for option in position.options}
    after = sight.layout.with_tile(plays[best.move])
    before = asked(position, level, heading=heading)
    return Shown(
        heading=before.heading,
        book=before.book,
        level=level,
        stage=stage(position.ruleset, after),
        known=before.known,
        hand=before.hand,
        answer=Answer(
            right=given.move == best.move,
            told=_told(position, solved, names, given),
            caption=words.after_best(names[best.move], given.move == best.move),
            count=counted(position.ruleset, after),
            outcomes=tuple(_outcomes(position, solved, names, given)),
            opinion=(words.opinion_near if solved.near else words.opinion)(solved.deals),
            why=words.speaks_for(names[best.move], names[given.move]),
            reasons=tuple(_reasons(sight, plays[best.move], plays[given.move])),
        ),
    )


def _reasons(sight: Sight, best: Play, given: Play) -> Iterator[str]:
    if best is not given:
        yield from (reason_said(_facts(sight), reason) for reason in reasons(sight, best, given))


def outcomes(position: Position, solved: Solved) -> tuple[Outcome, ...]:
    """Every play with its value, the best first."""
    names = {str(option): learning.move_name(position.sight.layout, option) for option in position.options}
    return tuple(_outcomes(position, solved, names, Given("")))


def theme_of(position: Position, solved: Solved) -> str:
    """What it is about: the weightiest reason for the best play against the second best; empty where there is none."""
    plays = {str(option): option for option in position.options}
    best, second = (plays[value.move] for value in solved.values[:2])
    found = reasons(position.sight, best, second)
    return found[0].kind if found else ""


def answered_by(solved: int, tries: int) -> str:
    """``3 of 7 (43 %)``"""
    return words.solved_share(solved, tries) if tries else "–"


def level_of(mu: float, tries: int) -> str:
    """How hard a puzzle is, in words."""
    return words.rated_at(duels.shown(mu), settled=tries >= duels.SETTLED)


def told(standing: Standing, day: date) -> dict[str, str]:
    """How somebody does, in words, on this day; empty before the first answer."""
    if not standing.tried:
        return {}
    skill = standing.skill if standing.rated else None
    left = duels.SETTLED - standing.rated
    return {
        "row": words.in_a_row(standing.current),
        "best": words.best_row(standing.best),
        "right": words.solved_of(standing.right, standing.tried),
        "days": words.days_in_a_row(standing.days_until(day)),
        "rating": words.rating(duels.shown(skill[0]), duels.shown_error(skill[1])) if skill else "",
        "provisional": words.provisional(left) if skill and left > 0 else "",
    }


def _hand_tile(sight: Sight, tile: Tile, chosen: str) -> HandTile:
    fits = any(getattr(move, "tile", None) is tile for move in sight.legal)
    reason = Reason.NO_MATCH if sight.must_play is None else Reason.MUST_PLAY_DRAWN
    ends, doubles = open_numbers(sight.layout), doubles_at_ends(sight.layout)
    why = "" if fits else said.why_not(tile, reason, ends, sight.must_play, doubles)
    return HandTile(str(tile), tile_name(tile), fits, why, str(tile) == chosen)


def _unit(position: Position) -> float:
    """Values are in raw points, five for each five; the page speaks in those of the table."""
    return position.ruleset.points_per_five / 5


def _told(position: Position, solved: Solved, names: dict[str, str], given: Given) -> str:
    best, unit = solved.values[0], _unit(position)
    name, lost = names[best.move], {value.move: value.lost for value in solved.values}
    if solved.near:
        return _told_near(solved, names, given)
    if given.move == best.move:
        return words.right(name, words.plain_value(solved.gap * unit))
    figures = (name, names[given.move], words.plain_value(lost[given.move] * unit))
    if not given.then:
        return words.wrong(*figures)
    if given.move == given.then or lost[given.move] >= lost.get(given.then, 0.0):
        return words.as_then(*figures) if given.move == given.then else words.wrong(*figures)
    return words.better(*figures)


def _told_near(solved: Solved, names: dict[str, str], given: Given) -> str:
    """The same in chances of winning the match."""
    best, second = solved.values[:2]
    found = {value.move: value for value in solved.values}
    chances = {move: words.percent(value.points) for move, value in found.items()}
    name = names[best.move]
    if given.move == best.move:
        return words.right_near(name, chances[best.move], chances[second.move])
    figures = (name, names[given.move], chances[best.move], chances[given.move])
    if given.then == given.move:
        return words.as_then_near(*figures)
    is_better = given.then in found and found[given.move].lost < found[given.then].lost
    return (words.better_near if is_better else words.wrong_near)(*figures)


def _outcomes(position: Position, solved: Solved, names: dict[str, str], given: Given) -> Iterator[Outcome]:
    unit = _unit(position)
    for value in solved.values:
        yield Outcome(
            tile=value.move[:2],
            name=capital(names[value.move]),
            value=words.percent(value.points) if solved.near else words.value(value.points * unit, value.error * unit),
            loss=_loss(value, 1.0 if solved.near else unit),
            best=value is solved.values[0],
            mine=value.move == given.move,
            then=bool(given.then) and value.move == given.then,
        )


def _loss(value: Valued, unit: float) -> str:
    return words.loss(value.lost * unit, value.lost_error * unit if value.lost_error else None)


# --- what is known ---


def known(sight: Sight) -> Known:
    """What stands on the table and what was seen, in words."""
    names = _names(sight)
    return Known(
        facts=(_scores(sight, names), *_held(sight, names), words.boneyard(sight.boneyard_count, sight.drawable)),
        lacks=tuple(_lacks(sight, names)),
        moves=tuple(_moves(sight)),
    )


def _names(sight: Sight) -> tuple[str, ...]:
    """What each seat is called; the own one is never said."""
    own = sight.seat or 0
    found = [""] * sight.ruleset.players
    others = [own]
    while len(others) < sight.ruleset.players:
        others.append(sight.ruleset.next_seat(others[-1]))
    if len(others) == 2:
        found[others[1]] = words.opponent()
        return tuple(found)
    found[others[1]], found[others[-1]] = words.after_you(), words.before_you()
    if len(others) == 4:
        found[others[2]] = words.partner() if sight.ruleset.partners else words.opponent()
    return tuple(found)


def _scores(sight: Sight, names: Sequence[str]) -> str:
    ruleset, own = sight.ruleset, sight.ruleset.side_of(sight.seat or 0)
    sides = []
    for side, score in enumerate(sight.scores):
        if side == own:
            name = words.your_side(partners=ruleset.partners)
        else:
            name = words.other_side() if ruleset.partners else names[ruleset.sides[side][0]]
        sides.append((name, score))
    sides.sort(key=lambda pair: pair[0] != words.your_side(partners=ruleset.partners))
    return words.score_line(sides, ruleset.target)


def _held(sight: Sight, names: Sequence[str]) -> list[str]:
    return [words.holds(name, left) for name, left in zip(names, sight.tiles_left, strict=True) if name]


def _lacks(sight: Sight, names: Sequence[str]) -> Iterator[str]:
    """Each draw and pass of the others, with the numbers that were open: what they had nothing of."""
    layout, drawn = empty_layout(sight.ruleset), 0
    for event in sight.events:
        if isinstance(event, Drew):
            drawn += 1
            continue
        if isinstance(event, Played | Passed):
            if names[event.seat] and drawn:
                yield words.drew_at(names[event.seat], drawn, open_numbers(layout))
            if names[event.seat] and isinstance(event, Passed):
                yield words.passed_at(names[event.seat], open_numbers(layout))
            drawn = 0
        if isinstance(event, Played):
            layout = layout.lay(event.play)


def _facts(sight: Sight) -> TableFacts:
    """The table round it, for presenters of tables."""
    seats = tuple(SeatFacts(index, name=name, person=True) for index, name in enumerate(_names(sight)))
    return TableFacts("", 0, "running", sight.ruleset, seats, sight.seat, sight=sight)


def _moves(sight: Sight) -> Iterator[str]:
    """The round so far, a sentence a turn, the oldest first."""
    for entry in log_entries(_facts(sight)):
        yield " ".join(filter(None, (capital(entry.sentence), entry.scored)))
