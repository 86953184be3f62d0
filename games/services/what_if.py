"""What if: leave a match that is over, or a record, before one of its moves, and play that round on against robots."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from games import replay
from games.models import LIVE, Call, Match, Move, MoveBy, Prescribed, Prescription, Round
from games.robots import ROBOTS
from games.robots.anew import deal_anew, told_anew
from games.rules import rounds as rules
from games.rules.notation import parse_move
from games.services import errors
from games.services.prescribed import Setting, begin, open_prescribed
from games.services.what_if_source import source_of, source_of_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from accounts.models import User
    from games.models import StudyRecord
    from games.rules.ruleset import Ruleset
    from games.rules.tiles import Tile
    from games.services.tables import Table
    from games.services.what_if_source import Source

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
    return _fork(round_number, move, row.moves.order_by("number"))


def fork_of_study(study: StudyRecord, round_number: int, move: int) -> Fork:
    """The same in a record, whose last round may have ended before its end. NoSuchMove."""
    rounds = source_of_study(study, round_number).rounds
    if not 1 <= round_number <= len(rounds):
        raise errors.NoSuchMove
    return _fork(round_number, move, rounds[-1].moves)


def _fork(round_number: int, move: int, moves: Iterable[Move]) -> Fork:
    for found in moves:
        if found.number >= move and found.text[0].isdigit():
            return Fork(round_number, found.number, found.seat)
    raise errors.NoSuchMove


def play_on(*, match: Match, user: User, round_number: int, move: int, seat: int, robot: str, anew: bool) -> Match:
    """A match of one's own that goes on before this move, from this seat, with such robots on the others.

    `anew`: the tiles that the seat could not know then are dealt anew; else all lie as they lay. Whether the person may
    see the match is the caller's question. NoSuchMove, NoSuchSeat, NoSuchRobot, InRatedMatch, CorruptMatch.
    """
    fork = fork_of(match, round_number, move)
    return _leave(source_of(match, round_number), fork, user, seat, robot, anew=anew)


def play_on_study(
    *, study: StudyRecord, user: User, round_number: int, move: int, seat: int, robot: str, anew: bool
) -> Match:
    """The same from a record that somebody brought along, which whoever has its link may see. As `play_on`."""
    fork = fork_of_study(study, round_number, move)
    return _leave(source_of_study(study, round_number), fork, user, seat, robot, anew=anew)


def _leave(source: Source, fork: Fork, user: User, seat: int, robot: str, *, anew: bool) -> Match:
    ruleset, kind = source.ruleset, str(Prescribed.WHAT_IF)
    others = {index: robot for index in range(ruleset.players) if index != seat}
    setting = Setting(kind, ruleset, user, seat, others, rounds=fork.round_number, title=source.title)
    with transaction.atomic():
        table = open_prescribed(
            setting,
            secret=secrets.token_bytes(32).hex(),
            round_number=fork.round_number,
            move_number=fork.move,
            anew=anew,
            **source.about,
        )
        _copy(source, fork, table, seat if anew else None)
        return begin(table)


def again(*, match: Match, user: User) -> Match:
    """The same what-if once more; what was dealt anew is dealt anew again. As `play_on`."""
    found = Prescription.objects.select_related("source", "study").get(match_id=match.pk)
    leave: Callable[..., Match]
    if found.study is not None:
        leave = partial(play_on_study, study=found.study)
    elif found.source is not None:
        leave = partial(play_on, match=found.source)
    else:
        raise errors.NoSuchMove
    met = match.seats.exclude(robot="").values_list("robot", flat=True)[0]
    return leave(
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


def _copy(source: Source, fork: Fork, table: Table, unseen_by: int | None) -> None:
    """All rounds up to the fork; where `unseen_by` is a seat, the last one is dealt anew behind its back."""
    copy = _Copy(table)
    for past in source.rounds:
        row, moves, over = past.row, past.moves, past.row.number < fork.round_number
        tiles, texts = row.tiles, [move.text for move in moves]
        if not over:
            moves, texts = moves[: fork.move - 1], texts[: fork.move - 1]
            tiles, texts = _dealt(source.ruleset, row, texts, unseen_by)
        into = copy.round(row, tiles=tiles, over=over)
        for move, text in zip(moves, texts, strict=True):
            copy.move(move, into, text, past.calls.get(move.number, ()))
    copy.write()


def _dealt(ruleset: Ruleset, row: Round, texts: list[str], unseen_by: int | None) -> tuple[str, list[str]]:
    """The tiles and the moves of the round that goes on: as they were, or as this seat could have met them too."""
    if unseen_by is None:
        return row.tiles, texts
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
