"""What a what-if leaves: the rounds of a match that is over, or of a record that somebody brought along, as rows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from games import replay
from games.models import Call, Match, Move, MoveBy, Prescription, Round, StudyRecord
from games.rules.notation import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.rules.ruleset import Ruleset

UNFINISHED = "unfinished"


class PastRound(NamedTuple):
    """A round with its moves in order, and the calls upon each, by its number. Those of a record are unsaved rows."""

    row: Round
    moves: Sequence[Move]
    calls: Mapping[int, Sequence[Call]]


@dataclass(frozen=True)
class Source:
    """What is left, up to some round; `about` are the columns of a `Prescription` that name it."""

    ruleset: Ruleset
    title: str
    rounds: tuple[PastRound, ...]
    about: Mapping[str, Any]


def source_of(match: Match, upto: int) -> Source:
    """The first rounds of a match."""
    before = Prescription.objects.filter(match_id=match.pk).first()
    calls: dict[int, list[Call]] = {}
    for call in Call.objects.filter(match_id=match.pk).order_by("version"):
        calls.setdefault(call.move_id, []).append(call)
    moves: dict[int, list[Move]] = {}
    for move in Move.objects.filter(match_id=match.pk, round__number__lte=upto).order_by("version"):
        moves.setdefault(move.round_id, []).append(move)
    rounds = Round.objects.filter(match_id=match.pk, number__lte=upto).order_by("number")
    return Source(
        replay.ruleset_of(match.ruleset),
        match.title,
        tuple(
            PastRound(row, own := moves.get(row.pk, []), {each.number: calls.get(each.pk, []) for each in own})
            for row in rounds
        ),
        {"source": match, "deal": before.deal if before is not None else None},
    )


def source_of_study(study: StudyRecord, upto: int) -> Source:
    """The first rounds of a record, which the rules have checked when it was brought along."""
    rounds = [_round(at, data) for at, data in enumerate(study.record["rounds"][:upto], start=1)]
    return Source(replay.ruleset_of(study.record["ruleset"]), "", tuple(rounds), {"study": study})


def _round(at: int, data: Mapping[str, Any]) -> PastRound:
    row = Round(
        number=at,
        tiles=" ".join(data["tiles"]),
        leader=data["leader"],
        leader_by=data["leader_by"],
        end="" if data["end"] == UNFINISHED else data["end"],
        settlement=[number(Fraction(value)) for value in data["settlement"]],
        scores=[number(Fraction(value)) for value in data["scores"]],
    )
    moves = [_move(place, told) for place, told in enumerate(data["moves"], start=1)]
    return PastRound(row, moves, {place: _calls(told) for place, told in enumerate(data["moves"], start=1)})


def _move(place: int, told: Mapping[str, Any]) -> Move:
    taken = told.get("muggins") or {}
    return Move(
        number=place,
        seat=told["seat"],
        text=told["move"],
        count=told.get("count"),
        points=_whole(told.get("points")),
        claim=_whole(told.get("claim")) or None,
        taken_by=taken.get("seat"),
        taken=_whole(taken.get("points")),
        closed_version=1 if "muggins" in told else None,
        by=MoveBy.PAST,
    )


def _calls(told: Mapping[str, Any]) -> list[Call]:
    """Who took the points called them; of wrong calls a record tells nothing."""
    taken = told.get("muggins")
    return [Call(seat=taken["seat"], points=int(taken["points"]), right=True)] if taken else []


def _whole(points: float | None) -> int | None:
    return None if points is None else int(points)
