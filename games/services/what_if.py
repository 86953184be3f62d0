"""What if: leave a match that is over before one of its moves, and play that round on from there against robots."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from games import replay
from games.models import LIVE, Call, Match, Move, MoveBy, Prescribed, Prescription, Round
from games.robots import ROBOTS
from games.robots.anew import deal_anew, told_anew
from games.rules import rounds as rules
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.services import errors
from games.services.prescribed import Setting, begin, open_prescribed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from accounts.models import User
    from games.rules.tiles import Tile
    from games.services.tables import Table

#: Against whom one plays on, unless told otherwise: it does well, and needs no time.
USUAL = "careful"
#: An account keeps its what-ifs as it keeps its matches.
KEPT_FOR_GUESTS = timedelta(days=7)


@dataclass(frozen=True)
class Fork:
    """Where a match is left: its round, and the play before which it is left, counted from 1 in the round."""

    round_number: int
    move: int
    seat: int


def fork_of(match: Match, round_number: int, move: int) -> Fork:
    """The choice at this move: the move itself, or the next play where it was a forced one; `move` 0 is the deal.

    NoSuchMove when the match is not over, or nobody chose anything from there to the end of the round.
    """
    row = Round.objects.filter(match_id=match.pk, number=round_number).exclude(end="").first()
    if row is None or not match.is_over:
        raise errors.NoSuchMove
    plays = row.moves.filter(number__gte=max(1, move)).exclude(text__startswith="+").exclude(text="-")
    found = plays.order_by("number").first()
    if found is None:
        raise errors.NoSuchMove
    return Fork(round_number, found.number, found.seat)


def play_on(*, match: Match, user: User, round_number: int, move: int, seat: int, robot: str, anew: bool) -> Match:
    """A match of one's own that goes on before this move, from this seat, with such robots on the others.

    `anew`: the tiles that the seat could not know then are dealt anew; else all lie as they lay. Whether the person may
    see the match is the caller's question. NoSuchMove, NoSuchSeat, NoSuchRobot, InRatedMatch, CorruptMatch.
    """
    fork = fork_of(match, round_number, move)
    ruleset = Ruleset.from_dict(match.ruleset)
    others = {index: robot for index in range(ruleset.players) if index != seat}
    setting = Setting(str(Prescribed.WHAT_IF), ruleset, user, seat, others, rounds=round_number, title=match.title)
    before = Prescription.objects.filter(match_id=match.pk).first()
    with transaction.atomic():
        table = open_prescribed(
            setting,
            secret=secrets.token_bytes(32).hex(),
            deal=before.deal if before is not None else None,
            source=match,
            round_number=fork.round_number,
            move_number=fork.move,
            anew=anew,
        )
        _copy(match, fork, table, seat if anew else None)
        return begin(table)


def again(*, match: Match, user: User) -> Match:
    """The same what-if once more; what was dealt anew is dealt anew again. As `play_on`."""
    found = Prescription.objects.select_related("source").get(match_id=match.pk)
    if found.source is None:
        raise errors.NoSuchMove
    met = match.seats.exclude(robot="").values_list("robot", flat=True)[0]
    return play_on(
        match=found.source,
        user=user,
        round_number=found.round_number,
        move=found.move_number,
        seat=found.seat,
        robot=met if met in ROBOTS else USUAL,
        anew=found.anew,
    )


class _Copy:
    """Rows of a match, written again for another: the same rounds, moves and calls, at versions of its own."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moves: list[Move] = []
        self.calls: list[tuple[Call, Move]] = []

    def round(self, row: Round, *, tiles: str, over: bool) -> Round:
        match = self.table.match
        match.round_number += 1
        return Round.objects.create(
            match=match,
            number=match.round_number,
            version=self.table.raise_version(),
            tiles=tiles,
            leader=row.leader,
            leader_by=row.leader_by,
            end=row.end if over else "",
            settlement=row.settlement if over else [],
            scores=row.scores if over else [],
            counted=True,
        )

    def move(self, row: Move, into: Round, text: str, calls: Sequence[Call]) -> None:
        """Nobody chose it here: it bears no person's name and no key."""
        fresh = Move(
            match=self.table.match,
            round=into,
            number=row.number,
            seat=row.seat,
            text=text,
            count=row.count,
            points=row.points,
            claim=row.claim,
            taken_by=row.taken_by,
            taken=row.taken,
            by=MoveBy.PAST,
            version=self.table.raise_version(),
            at=self.table.at,
        )
        for call in calls:
            self.calls.append((self._call(call), fresh))
        if row.closed_version is not None:
            fresh.closed_version = self.table.raise_version()
        self.moves.append(fresh)

    def _call(self, row: Call) -> Call:
        return Call(
            match=self.table.match,
            seat=row.seat,
            robot=True,
            points=row.points,
            right=row.right,
            version=self.table.raise_version(),
            at=self.table.at,
        )

    def write(self) -> None:
        Move.objects.bulk_create(self.moves)
        for call, move in self.calls:
            call.move = move
        Call.objects.bulk_create([call for call, _move in self.calls])


def _copy(match: Match, fork: Fork, table: Table, unseen_by: int | None) -> None:
    """All rounds up to the fork; where `unseen_by` is a seat, the last one is dealt anew behind its back."""
    copy = _Copy(table)
    calls: dict[int, list[Call]] = {}
    for call in Call.objects.filter(match_id=match.pk).order_by("version"):
        calls.setdefault(call.move_id, []).append(call)
    rows: dict[int, list[Move]] = {}
    for move in Move.objects.filter(match_id=match.pk, round__number__lte=fork.round_number).order_by("version"):
        rows.setdefault(move.round_id, []).append(move)
    for row in Round.objects.filter(match_id=match.pk, number__lte=fork.round_number).order_by("number"):
        moves = rows.get(row.pk, [])
        over = row.number < fork.round_number
        tiles, texts = row.tiles, [move.text for move in moves]
        if not over:
            moves, texts = moves[: fork.move - 1], texts[: fork.move - 1]
            tiles, texts = _dealt(match, row, texts, unseen_by)
        into = copy.round(row, tiles=tiles, over=over)
        for move, text in zip(moves, texts, strict=True):
            copy.move(move, into, text, calls.get(move.pk, ()))
    copy.write()


def _dealt(match: Match, row: Round, texts: list[str], unseen_by: int | None) -> tuple[str, list[str]]:
    """The tiles and the moves of the round that goes on: as they were, or as this seat could have met them too."""
    if unseen_by is None:
        return row.tiles, texts
    ruleset = replay.ruleset_of(match.ruleset)
    start = rules.deal(ruleset, replay.tiles_of(row), row.leader, row.leader_by)
    moves = [parse_move(text) for text in texts]
    tiles: Sequence[Tile] = deal_anew(start, moves, unseen_by, secrets.randbits(64))
    told = told_anew(start, moves, tiles)
    assert told is not None, "what was dealt anew has been played over"
    return " ".join(map(str, tiles)), [str(move) for move in told]


def forget(at: datetime) -> int:
    """Remove what-ifs that guests played on long enough ago; how many."""
    old = Prescription.objects.filter(created_at__lt=at - KEPT_FOR_GUESTS, owner__is_guest=True)
    kept = old.filter(match__prescribed=Prescribed.WHAT_IF).exclude(match__state__in=LIVE)
    return Match.objects.filter(pk__in=kept.values("match_id")).delete()[1].get("games.Match", 0)


def remove_of(user: User) -> None:
    """Remove all what-ifs of a person who goes: nobody else has a part in them."""
    own = Prescription.objects.filter(owner=user, match__prescribed=Prescribed.WHAT_IF)
    Match.objects.filter(pk__in=own.values("match_id")).delete()
