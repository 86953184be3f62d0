"""The store of puzzles: positions as rows and rows as positions, and looking for new ones."""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games import replay
from games.learning.puzzles import Position, Solved, Valued, difficulty, positions, solve
from games.models import Choice, Match, Move, Puzzle, Round, Stage, Verdict
from games.rules.families import family_of
from games.rules.notation import number, parse_number
from games.rules.ruleset import Ruleset, preset
from games.rules.tiles import tile
from games.services.archive import format_of
from games.services.thinking import Broken, think

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

    from accounts.models import User

#: Puzzles that every site has from its first day on, one a line.
SHIPPED = Path(__file__).resolve().parent.parent / "data" / "puzzles.jsonl"
#: One position is looked at in a fraction of this; what takes longer hangs.
THINK_SECONDS = 30.0
#: A store of so many grows no more by itself.
ENOUGH = 5000
#: Below this difficulty there are more than enough.
EASY = 19.0
#: Of people's matches, so many of the newest mistakes are looked at in one night.
NEWEST = 40

_TEXTS = ("leader_by", "moves", "solution", "family", "format")


def position_of(row: Puzzle) -> Position:
    """The position of a puzzle."""
    return Position(
        ruleset=Ruleset.from_dict(row.ruleset),
        tiles=tuple(map(tile, row.tiles.split())),
        leader=row.leader,
        leader_by=row.leader_by,
        scores=tuple(map(parse_number, row.scores)),
        round_no=row.round_number,
        moves=tuple(row.moves.split()),
    )


def solved_of(row: Puzzle) -> Solved:
    """What the robot found, the best play first."""
    return Solved(tuple(Valued(*values) for values in row.values), row.deals, row.near)


def row_of(position: Position, solved: Solved, match: Match | None = None) -> Puzzle | None:
    """An unsaved row; None for rules of no family, and where points are called."""
    ruleset = position.ruleset
    family = family_of(ruleset)
    if family is None or ruleset.calling != "automatic":
        return None
    mu, sigma = difficulty(position, solved)
    return Puzzle(
        key=position.key,
        ruleset=ruleset.to_dict(),
        family=family,
        format=format_of(ruleset.to_dict()),
        tiles=" ".join(map(str, position.tiles)),
        leader=position.leader,
        leader_by=position.leader_by,
        scores=list(map(number, position.scores)),
        round_number=position.round_no,
        moves=" ".join(position.moves),
        solution=solved.values[0].move,
        values=[list(astuple(value)) for value in solved.values],
        deals=solved.deals,
        gap=solved.gap,
        near=solved.near,
        mu=mu,
        sigma=sigma,
        match=match,
    )


def store(*, rows: list[Puzzle]) -> int:
    """Keep those that are not there yet; how many these were."""
    known = set(Puzzle.objects.filter(key__in=[row.key for row in rows]).values_list("key", flat=True))
    fresh = [row for row in rows if row.key not in known]
    Puzzle.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh)


def simulated(ruleset: Ruleset, seed: int) -> Iterator[Puzzle | None]:
    """The positions of one match of robots, a row for each that is a puzzle and None for the others.

    Of a round one at most. Always the same for the same seed.
    """
    rounds: set[int] = set()
    for place, position in enumerate(positions(ruleset, seed)):
        if position.round_no in rounds:
            continue
        solved = _solved(position, seed * 1000 + place)
        row = row_of(position, solved) if solved is not None else None
        if row is not None and not _is_too_easy(row):
            rounds.add(position.round_no)
            yield row
        else:
            yield None


def _solved(position: Position, seed: int) -> Solved | None:
    """What the robot finds; None, too, where no thinker is free or one hangs: there are other positions."""
    try:
        return think(solve, position, seed, seconds=THINK_SECONDS)
    except (TimeoutError, Broken):
        return None


def _is_too_easy(row: Puzzle) -> bool:
    """Of those that everybody finds, two of three are left out."""
    return row.mu < EASY and int(row.key, 16) % 3 > 0


def met_at_tables() -> Iterator[Puzzle | None]:
    """The newest mistakes of reviewed matches that everybody may see, as `simulated`; nobody is named in them."""
    public = Choice.objects.filter(verdict=Verdict.MISTAKE, match__private=False, match__state=Stage.FINISHED)
    counted = public.filter(match__annulled_at__isnull=True, match__prescription__isnull=True)
    counted = counted.filter(match__puzzles__isnull=True)
    for choice in counted.select_related("match").order_by("-pk")[:NEWEST]:
        position = position_at(choice.match, choice.round_no, choice.move_no)
        solved = _solved(position, choice.pk) if position is not None else None
        yield row_of(position, solved, choice.match) if position is not None and solved is not None else None


def position_at(match: Match, round_no: int, move_no: int) -> Position | None:
    """The position before a move (from 1) of a round that is over; None where it is not, or points were called."""
    ruleset = replay.ruleset_of(match.ruleset)
    row = Round.objects.filter(match=match, number=round_no).exclude(end="").first()
    if row is None or ruleset.calling != "automatic":
        return None
    before = Round.objects.filter(match=match, number=round_no - 1).values_list("scores", flat=True).first()
    moves = Move.objects.filter(round=row, number__lt=move_no).order_by("number").values_list("text", flat=True)
    return Position(
        ruleset=ruleset,
        tiles=replay.tiles_of(row),
        leader=row.leader,
        leader_by=row.leader_by,
        scores=tuple(map(parse_number, before)) if before else (0,) * len(ruleset.sides),
        round_no=round_no,
        moves=tuple(moves),
    )


# --- a person's own mistakes ---


def mistakes_of(user: User) -> QuerySet[Choice]:
    """What reviews found to be mistakes of this person, at tables that count by themselves; newest first."""
    own = Choice.objects.filter(user=user, verdict=Verdict.MISTAKE)
    return own.filter(match__ruleset__calling="automatic").order_by("-pk")


def mistake_at(user: User, code: str, round_no: int, move_no: int) -> tuple[Choice, Position] | None:
    """A mistake of this person with its position; None where there is none."""
    own = mistakes_of(user).filter(match__code=code, round_no=round_no, move_no=move_no)
    choice = own.select_related("match").first()
    position = position_at(choice.match, round_no, move_no) if choice is not None else None
    return (choice, position) if choice is not None and position is not None else None


def mistake_after(user: User, choice: Choice) -> Choice | None:
    """The next older mistake of this person; None after the oldest."""
    return mistakes_of(user).filter(pk__lt=choice.pk).select_related("match").first()


def judged(choice: Choice, position: Position) -> Solved:
    """What the review found of every play, the best first; sides that are still alike once."""
    options = {str(option) for option in position.options}
    rows = [row for row in choice.values if row["play"] in options]
    values = [_valued(row, near=choice.near) for row in rows]
    return Solved(tuple(sorted(values, key=lambda value: value.lost)), choice.lots, choice.near)


def _valued(row: dict[str, Any], *, near: bool) -> Valued:
    if near:
        return Valued(row["play"], 100 * row["chance"], 0.0, 100 * row["chance_lost"], 100 * row["chance_error"])
    return Valued(row["play"], row["points"], row["error"], row["lost"], row["lost_error"])


# --- the puzzles that come with the site ---

FIELDS = ("key", "family", "format", "tiles", "leader", "leader_by", "scores", "round_number", "moves", "solution",
          "values", "deals", "gap", "near", "mu", "sigma")  # fmt: skip


def as_data(row: Puzzle) -> dict[str, Any]:
    """A puzzle of a rule book as a line of the shipped file has it."""
    rules = {"name": row.ruleset["name"], "players": row.ruleset["players"]}
    return {"rules": rules, **{field: getattr(row, field) for field in FIELDS}}


def shipped() -> list[Puzzle]:
    """Unsaved rows, one a line of the file."""
    return [_from_data(json.loads(line)) for line in SHIPPED.read_text(encoding="utf-8").splitlines()]


def _from_data(data: dict[str, Any]) -> Puzzle:
    rules = data.pop("rules")
    return Puzzle(ruleset=preset(rules["name"], rules["players"]).to_dict(), **data)


def stock() -> int:
    """Put the shipped puzzles into the store; how many were not there yet."""
    return store(rows=shipped())
