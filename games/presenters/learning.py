"""A question to somebody who learns to count: the table without its count, and, once it is answered, the count."""

from __future__ import annotations

from dataclasses import dataclass

from games.learning.questions import COUNT, LEVELS, CountQuestion, PlaysQuestion, Question
from games.presenters.ends import gives_of, open_numbers
from games.presenters.hand import Option
from games.presenters.stage import Counted, Stage, counted, silent_stage, stage
from games.rules.errors import Reason
from games.rules.moves import Play
from games.rules.scoring import points_for
from games.rules.tiles import Tile
from games.words import learning as words
from games.words import play as said
from games.words.rules import ruleset_name
from games.words.tiles import capital, signed, sum_line, tile_name


@dataclass(frozen=True)
class HandTile:
    """A tile of the hand in a question; *why* says why it cannot be laid."""

    id: str
    name: str
    fits: bool
    why: str
    chosen: bool


@dataclass(frozen=True)
class Outcome:
    """What one of the plays would have made."""

    tile: str
    name: str
    sum_text: str
    points_text: str
    best: bool
    mine: bool


@dataclass(frozen=True)
class Result:
    """The answer, told: one sentence, the table with its coins, its count end by end, and every play's points."""

    right: bool
    told: str
    count: Counted
    caption: str = ""
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A question as the page shows it, before it is answered (*result* is None) or after."""

    kind: str
    heading: str
    book: str
    level: str
    stage: Stage
    hand: tuple[HandTile, ...] = ()
    chosen: str = ""
    why: str = ""
    result: Result | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        return self.stage.options


def asked(question: Question, kind: str, level: int, chosen: str = "") -> Asked:
    """A question that is not answered yet; *chosen* is the tile of the hand that is taken up."""
    head = (kind, words.question(kind), ruleset_name(question.ruleset), words.level(level + 1, LEVELS))
    if isinstance(question, CountQuestion):
        return Asked(*head, silent_stage(question.ruleset, question.layout))
    hand = tuple(_hand_tile(question, tile, chosen) for tile in sorted(question.hand, reverse=True))
    taken = next((tile for tile in hand if tile.chosen), None)
    return Asked(
        *head,
        silent_stage(question.ruleset, question.layout, question.plays),
        hand,
        taken.id if taken is not None else "",
        taken.why if taken is not None else "",
    )


def _hand_tile(question: PlaysQuestion, tile: Tile, chosen: str) -> HandTile:
    fits = any(play.tile is tile for play in question.plays)
    why = "" if fits else said.why_not(tile, Reason.NO_MATCH, open_numbers(question.layout))
    return HandTile(str(tile), tile_name(tile), fits, why, str(tile) == chosen)


def answered_count(question: CountQuestion, level: int, given: int) -> Asked:
    """The question with the answer to it: every end, and the sum."""
    told = counted(question.ruleset, question.layout)
    right = given == question.answer
    sentence = words.right_count(told.sum_text, told.verdict)
    if not right:
        sentence = words.wrong_count(given, told.sum_text, told.verdict)
    shown = asked(question, COUNT, level)
    return Asked(
        shown.kind,
        shown.heading,
        shown.book,
        shown.level,
        stage(question.ruleset, question.layout),
        result=Result(right, sentence, told),
    )


def answered_play(question: PlaysQuestion, kind: str, level: int, given: Play) -> Asked:
    """The question with what each play would have made; the table is shown as a best play leaves it."""
    untold = silent_stage(question.ruleset, question.layout, question.plays)
    names = {option.play: option.name for option in untold.options}
    right = given in question.best
    shown_play = given if right else question.best[0]
    after = question.layout.with_tile(shown_play)
    shown = asked(question, kind, level)
    return Asked(
        shown.kind,
        shown.heading,
        shown.book,
        shown.level,
        stage(question.ruleset, after),
        result=Result(
            right,
            _told(question, given, names),
            counted(question.ruleset, after),
            words.table_after(names[shown_play]),
            _outcomes(question, given, names),
        ),
    )


def _told(question: PlaysQuestion, given: Play, names: dict[Play, str]) -> str:
    earned = points_for(question.layout.with_tile(given).count, question.ruleset)
    if given in question.best:
        return words.right_play(earned, len(question.best))
    return words.wrong_play(earned, names[question.best[0]], question.most)


def _outcomes(question: PlaysQuestion, given: Play, names: dict[Play, str]) -> tuple[Outcome, ...]:
    """The most points first; equal ones as they stood."""
    rows = []
    for play, points in sorted(zip(question.plays, question.points, strict=True), key=lambda pair: -pair[1]):
        after = question.layout.with_tile(play)
        text = sum_line(gives_of(after), after.count)
        best = play in question.best
        rows.append(
            Outcome(str(play.tile), capital(names[play]), text, signed(points) if points else "–", best, play is given)
        )
    return tuple(rows)
