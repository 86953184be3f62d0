"""A review for the page: the opinion of one move, the marks in the log, and what there is to say of the whole match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.judging.reasons import Reason, reasons
from games.judging.verdicts import GOOD, Mean
from games.models import Choice, Grade, Review, ReviewState
from games.past import Past
from games.presenters.facts import TableFacts
from games.presenters.people import seat_name, side_name
from games.reviewed import Reviewed, Turning
from games.rules.events import Drew, Played
from games.rules.layout import Place
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.retrace import Position, Spot
from games.rules.sight import Sight, sight_of
from games.words import reviewing as words


@dataclass(frozen=True)
class Mark:
    """A verdict as a word and a shape; *key* chooses the shape."""

    key: str
    word: str


@dataclass(frozen=True)
class ValueLine:
    """One legal play: what it loses by what was known, with the error of that, and with all tiles open."""

    play: str
    known: str
    error: str
    hindsight: str
    made: bool
    best: bool


@dataclass(frozen=True)
class OpinionView:
    """What the robot thinks of the move of a step. *better* is the play that it would rather have seen, if any."""

    mark: Mark
    says: str
    reasons: tuple[str, ...]
    lines: tuple[ValueLine, ...]
    near: bool
    footing: str
    calling: str
    better: Play | None
    better_said: str


class TurningLine(NamedTuple):
    query: str
    where: str
    says: str


@dataclass(frozen=True)
class GradeLine:
    """A player's choices in figures; *width* of his bar, of 100."""

    name: str
    accuracy: str
    spoken: str
    width: str
    lost: str
    mistakes: int
    inaccurate: int
    choices: int
    luck: str


class AccountLine(NamedTuple):
    """A round of a side: margin = luck − own + others."""

    query: str
    number: int
    margin: str
    luck: str
    own: str
    others: str


class SideAccount(NamedTuple):
    name: str
    lines: tuple[AccountLine, ...]
    total: AccountLine


@dataclass(frozen=True)
class ReviewPanel:
    """The whole review, or how far it has come; *code* of the match."""

    code: str
    state: str
    progress: str = ""
    done: int = 0
    of: int = 0
    honest: tuple[str, ...] = ()
    turning: tuple[TurningLine, ...] = ()
    grades: tuple[GradeLine, ...] = ()
    accounts: tuple[SideAccount, ...] = ()

    @property
    def is_done(self) -> bool:
        return self.state == ReviewState.DONE

    @property
    def under_way(self) -> bool:
        return self.state in (ReviewState.WAITING, ReviewState.WORKING)


def marks(reviewed: Reviewed | None) -> Mapping[Spot, Mark]:
    """The verdicts of a match, by move."""
    if reviewed is None:
        return {}
    return {spot: Mark(row.verdict, words.verdict(row.verdict)) for spot, row in reviewed.choices.items()}


def opinion_of(facts: TableFacts, past: Past, reviewed: Reviewed, at: Position) -> OpinionView | str | None:
    """The opinion of the move that led to this position; a sentence when it was the only play; None for no play."""
    move = at.move
    if not isinstance(move, Played) or at.spot.round_no > reviewed.review.rounds:
        return None
    row = reviewed.choices.get(at.spot)
    before = past.positions[past.trace.places[at.spot] - 1]
    sight = sight_of(before.match, before.events, move.seat)
    if row is None:
        return words.no_other() if len({play for play in sight.legal if isinstance(play, Play)}) < 2 else None
    return _view(facts, sight, row, move.play)


def _view(facts: TableFacts, sight: Sight, row: Choice, made: Play) -> OpinionView:
    best = _play(row.best)
    worse = row.verdict != GOOD
    ruleset = facts.ruleset
    return OpinionView(
        mark=Mark(row.verdict, words.verdict(row.verdict)),
        says=_says(sight, row, best),
        reasons=tuple(_reasons(facts, sight, best, made)) if worse else (),
        lines=tuple(_lines(sight, row)),
        near=row.near,
        footing=words.judged_by(row.lots, seat_name(facts.seats[row.seat])),
        calling=words.tile_not_claim() if ruleset.calling != "automatic" else "",
        better=best if worse else None,
        better_said=_said(sight, best) if worse else "",
    )


def _says(sight: Sight, row: Choice, best: Play) -> str:
    if row.verdict == GOOD:
        return (words.was_best if row.text == row.best else words.none_better)(len(row.values))
    if row.near:
        chances = {value["play"]: value["chance"] for value in row.values}
        return words.won_more(_said(sight, best), chances[row.best], chances[row.text])
    unit = words.unit(sight.ruleset.points_per_five)
    return words.was_better(_said(sight, best), row.lost * unit, row.error * unit)


def _play(text: str) -> Play:
    play = parse_move(text)
    assert isinstance(play, Play), "only plays are judged"
    return play


def _place(sight: Sight, play: Play) -> Place | None:
    return sight.layout.place(play.port) if play.port is not None else None


def _said(sight: Sight, play: Play) -> str:
    return words.play_said(play, _place(sight, play))


def _lines(sight: Sight, row: Choice) -> Iterator[ValueLine]:
    unit = words.unit(sight.ruleset.points_per_five)
    most_open = max(value["open"] for value in row.values)
    for value in row.values:
        lost, error = value["lost"] * unit, value["lost_error"] * unit
        known = words.decimal(-lost)
        if row.near:
            known, error = words.percent(value["chance"]), 100 * value["chance_error"]
        yield ValueLine(
            play=_said(sight, _play(value["play"])),
            known=known,
            error=words.decimal(error) if value["play"] != row.best else "",
            hindsight=words.decimal((value["open"] - most_open) * unit),
            made=value["play"] == row.text,
            best=value["play"] == row.best,
        )


def _reasons(facts: TableFacts, sight: Sight, best: Play, made: Play) -> Iterator[str]:
    for reason in reasons(sight, best, made):
        yield reason_said(facts, reason)


def reason_said(facts: TableFacts, reason: Reason) -> str:
    """What speaks for a play, as a sentence."""
    if reason.kind == "takes":
        return words.takes(reason.more, reason.less)
    if reason.kind == "leaves":
        assert reason.tile is not None
        return words.leaves(reason.more, reason.less, reason.tile)
    if reason.kind == "prepares":
        assert reason.tile is not None
        return words.prepares(reason.more, reason.less, reason.tile)
    if reason.kind == "shut":
        return words.shut(reason.number, seat_name(facts.seats[reason.seat]), drew=reason.drew)
    if reason.kind == "keeps":
        return words.keeps(reason.more, reason.number)
    if reason.kind == "fits":
        return words.fits(reason.more, reason.less)
    if reason.kind == "replies":
        return words.replies(reason.more, reason.less)
    return _plain_reason(reason)


def _plain_reason(reason: Reason) -> str:
    if reason.kind == "alone":
        return words.alone(reason.number)
    if reason.kind == "double":
        return words.double()
    if reason.kind == "room":
        return words.room(reason.more, reason.less)
    return words.opens_arm() if reason.kind == "arm" else words.lays_pips(reason.more)


# --- the whole match ---


def panel(facts: TableFacts, past: Past, review: Review | None, reviewed: Reviewed | None) -> ReviewPanel:
    """What the review's part of the page shows; *reviewed* once it is done."""
    if review is None:
        return ReviewPanel(past.code, "")
    if reviewed is None:
        said = words.progress(review.place, review.choices)
        return ReviewPanel(past.code, review.state, progress=said, done=review.place, of=review.choices)
    honest = [words.honest(review.lots, 4 * review.lots), words.how_sure()]
    if past.ruleset.calling != "automatic":
        honest.append(words.tile_not_claim())
    if review.rounds < past.positions[-1].spot.round_no:
        honest.append(words.only_first(review.rounds))
    if review.skipped:
        honest.append(words.skipped(review.skipped))
    return ReviewPanel(
        past.code,
        review.state,
        honest=tuple(honest),
        turning=tuple(_turning(facts, past, one) for one in reviewed.turning),
        grades=tuple(_grade(facts, grade) for grade in reviewed.grades),
        accounts=tuple(_account(facts, reviewed, side) for side in _sides(facts)),
    )


def _sides(facts: TableFacts) -> list[int]:
    """The viewer's own first; where there are only two, the other's is the same with other signs."""
    sides = list(range(len(facts.ruleset.sides)))
    own = facts.my_side()
    if own is not None:
        sides.sort(key=lambda side: side != own)
    return sides[:1] if len(sides) == 2 else sides


def _turning(facts: TableFacts, past: Past, one: Turning) -> TurningLine:
    query, unit = f"?move={one.spot}", words.unit(facts.ruleset.points_per_five)
    if one.choice is not None:
        row = one.choice
        before = past.positions[past.trace.places[one.spot] - 1]
        sight = sight_of(before.match, before.events, row.seat)
        name, play = seat_name(facts.seats[row.seat]), _said(sight, _play(row.text))
        if row.near:
            says = words.turned_by_mistake_near(name, play, row.chance_lost)
        else:
            says = words.turned_by_mistake(name, play, row.lost * unit)
        return TurningLine(query, words.where(*one.spot), says)
    span = one.span
    assert span is not None
    name = side_name(facts, span.side)
    if not span.since:
        said = [words.turned_by_deal(name, span.gain * unit)]
        return TurningLine(query, words.where(one.spot.round_no, 0), " ".join([*said, *_draws(facts, past, one)]))
    said = [words.turned_by_luck(name, span.gain * unit), *_draws(facts, past, one)]
    last = None if span.until is None else span.until - 1
    return TurningLine(query, words.where_from_to(one.spot.round_no, span.since + 1, last), " ".join(said))


def _draws(facts: TableFacts, past: Past, one: Turning) -> Iterator[str]:
    """Who drew how many tiles meanwhile."""
    span, drawn = one.span, dict.fromkeys(range(len(facts.seats)), 0)
    assert span is not None
    for at in past.positions:
        if at.spot.round_no != one.spot.round_no or at.spot.move <= span.since:
            continue
        if (span.until is None or at.spot.move < span.until) and isinstance(at.move, Drew):
            drawn[at.move.seat] += 1
    for seat, count in drawn.items():
        if count:
            yield words.drew_meanwhile(seat_name(facts.seats[seat]), count)


def _grade(facts: TableFacts, grade: Grade) -> GradeLine:
    unit = words.unit(facts.ruleset.points_per_five)
    mean = Mean(grade.mean, grade.error)
    return GradeLine(
        name=seat_name(facts.seats[grade.seat]),
        accuracy=words.decimal(grade.accuracy, 0),
        spoken=words.accuracy_spoken(grade.accuracy, mean.accuracy_error),
        width=f"{grade.accuracy:.1f}",
        lost=words.decimal(grade.mean * unit),
        mistakes=grade.mistakes,
        inaccurate=grade.inaccurate,
        choices=grade.choices,
        luck=words.signed(grade.luck * unit),
    )


def _account(facts: TableFacts, reviewed: Reviewed, side: int) -> SideAccount:
    unit = words.unit(facts.ruleset.points_per_five)
    sums = [0.0, 0.0, 0.0, 0.0]
    lines = []
    for number, accounts in sorted(reviewed.accounts.items()):
        one = accounts[side]
        figures = [one.margin, one.luck, -one.own, one.others]
        sums = [total + figure for total, figure in zip(sums, figures, strict=True)]
        lines.append(_line(f"?move={Spot(number, 0)}", number, figures, unit))
    return SideAccount(side_name(facts, side), tuple(lines), _line("", 0, sums, unit))


def _line(query: str, number: int, figures: list[float], unit: float) -> AccountLine:
    margin, *parts = [figure * unit for figure in figures]
    return AccountLine(query, number, words.exact(margin), *map(words.signed, parts))
