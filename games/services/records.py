"""A stored match as a record: one object in the format `fives-record`, checked by `manage.py verify_record`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games import fair, fixed
from games.models import Match, MatchEnd, Move, MoveBy, Prescribed, Prescription, Round
from games.robots import KINDS
from games.robots.oracle import ALL_SEEING
from games.rules.notation import parse_number
from games.services.standings import standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from games.models import Seat
    from games.proofs import Proof

RUNNING = "running"


def export_record(match: Match, viewer: User | AnonymousUser | None = None) -> dict[str, Any]:
    """The record of a match, as its `viewer` may have it.

    While the match runs these are its finished rounds, for everybody alike: a round's tiles would tell all hands.
    """
    every = Round.objects.filter(match=match).order_by("number")
    # Read before their moves: one that ends meanwhile would stand there with none.
    rounds = list(every if match.is_over else every.exclude(end=""))
    moves: dict[int, list[Move]] = {}
    hinted = set(match.hints_taken.values_list("round_number", "number")) if match.hints else set()
    proofs = _proofs(match)
    for move in Move.objects.filter(match=match, round__in=rounds).order_by("version"):
        moves.setdefault(move.round_id, []).append(move)
    record = {
        "format": "fives-record",
        "version": 1,
        "ruleset": match.ruleset,
        **_extra(match),
        "seats": [_seat(seat) for seat in match.seats.select_related("user").order_by("index")],
        "rounds": [
            _round(
                row, _hinted(row, hinted, _moves(match, moves.get(row.pk, ()))), match.scores, proofs.get(row.number)
            )
            for row in rounds
        ],
        "winner": match.winner_side,
        "end": match.end or str(MatchEnd.UNFINISHED),
    }
    return record if match.end == MatchEnd.TARGET else {**record, "why": match.why or RUNNING}


def _extra(match: Match) -> dict[str, Any]:
    """Keys that the checker passes over: which rules these are, the limit of rounds, the place in a series."""
    extra: dict[str, Any] = {"fingerprint": match.fingerprint}
    if match.round_limit is not None:
        extra["round_limit"] = match.round_limit
    found = standing(match)
    if found is not None:
        extra["series"] = {"best_of": found.best_of, "number": found.number, "wins": list(found.wins)}
    if (given := fixed.prescription_of(match)) is not None:
        extra["prescribed"] = _prescribed(match, given)
    return extra


def _prescribed(match: Match, given: Prescription) -> dict[str, Any]:
    """That the deal was given in advance, and from where: such a match counts for nothing."""
    told: dict[str, Any] = {"kind": match.prescribed}
    if match.prescribed == Prescribed.WHAT_IF:
        told |= {"from": given.source.code if given.source is not None else None, "dealt_anew": given.anew}
        told |= {"round": given.round_number, "move": given.move_number}
    elif given.deal is not None and given.deal.day is not None:
        told |= {"day": given.deal.day.isoformat(), "commitment": given.deal.commitment, "counted": given.counted}
    elif given.deal is not None:
        told |= {"code": given.deal.code, "counted": given.counted}
    return told


def _proofs(match: Match) -> dict[int, Proof]:
    """What shows that deals were settled beforehand: of the match's own, or of the day's deal once its day is over."""
    given = fixed.prescription_of(match)
    if given is None or given.deal is None or match.prescribed != Prescribed.DAILY:
        return fair.proofs_of(match)
    proof = fixed.proof_of(given.deal)
    return {} if proof is None else {1: proof}


def _seat(seat: Seat) -> dict[str, Any]:
    name = seat.user.username if seat.user else _robot_name(seat.robot)
    return {"name": name, "robot": seat.robot or None}


def _robot_name(kind: str) -> str:
    """A kind that is no longer there has none; an oracle is called so wherever the record goes."""
    name = KINDS[kind].name if kind in KINDS else ""
    return f"{name} (sees every tile)" if kind in ALL_SEEING else name


def _round(row: Round, moves: list[dict[str, Any]], scores: list[str], proof: Proof | None) -> dict[str, Any]:
    told = {
        "tiles": row.tiles.split(),
        "leader": row.leader,
        "leader_by": row.leader_by,
        "moves": moves,
        "end": row.end or str(MatchEnd.UNFINISHED),
        "settlement": [_plain(text) for text in row.settlement] or [0] * len(scores),
        "scores": [_plain(text) for text in row.scores or scores],
    }
    return told if proof is None else {**told, "deal": proof.as_data()}


def _hinted(row: Round, hinted: set[tuple[int, int]], moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves, those with a hint marked; the checker passes over the mark."""
    return [
        {**move, "hint": True} if (row.number, place) in hinted else move for place, move in enumerate(moves, start=1)
    ]


def _moves(match: Match, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """The moves; where points are called, a play with what was claimed, and who took its points."""
    if match.ruleset["calling"] == "automatic":
        return [_move(move) for move in moves]
    return [_move(move) | _called(move) for move in moves if not _is_open(move)]


def _is_open(move: Move) -> bool:
    """A play whose points have never been told stands in no record."""
    return move.text[0].isdigit() and move.closed_version is None


def _called(move: Move) -> dict[str, Any]:
    if move.closed_version is None:
        return {}
    taken = None if move.taken_by is None else {"seat": move.taken_by, "points": move.taken}
    return {"claim": move.claim, "muggins": taken}


def _move(move: Move) -> dict[str, Any]:
    told: dict[str, Any] = {"seat": move.seat, "move": move.text}
    if move.count is not None:
        told |= {"count": move.count, "points": move.points}
    if move.by in (MoveBy.CLOCK, MoveBy.STAND_IN, MoveBy.PAST):
        told["by"] = move.by
    return told


def _plain(text: str) -> int | float:
    """A text number as JSON has it: whole, or with a half, which a float holds exactly."""
    value = parse_number(text)
    return int(value) if value == int(value) else float(value)
