"""Open a match whose deal is given in advance: it starts at once, counts for nothing, and is its owner's alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.models import Move, Prescription, Round, Seat, Stage
from games.robots import ROBOTS
from games.services import engaged, errors, failpoints, furnishing, timing
from games.services.steps import Log
from games.services.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accounts.models import User
    from games.models import Match
    from games.rules.ruleset import Ruleset
    from games.rules.tiles import Tile


@dataclass(frozen=True)
class Setting:
    """Who plays what: `robots` has the kind of robot on every seat but the owner's; the match ends with `rounds`."""

    kind: str
    ruleset: Ruleset
    owner: User
    seat: int
    robots: Mapping[int, str]
    rounds: int = 1
    title: str = ""


def open_prescribed(setting: Setting, **about: Any) -> Table:
    """The table of a prescribed match, before its deal; `about` are the columns of its `Prescription`.

    InRatedMatch, TooManyTables, NoSuchSeat, NoSuchRobot. The caller deals, and lets it begin, in the same transaction.
    """
    players = setting.ruleset.players
    if not 0 <= setting.seat < players or set(setting.robots) != set(range(players)) - {setting.seat}:
        raise errors.NoSuchSeat
    if not set(setting.robots.values()) <= set(ROBOTS):
        raise errors.NoSuchRobot
    engaged.must_be_free(setting.owner)
    engaged.must_have_room(setting.owner)
    at = timing.now()
    match = furnishing.make_match(
        setting.ruleset,
        prescribed=setting.kind,
        private=True,
        state=Stage.RUNNING,
        started_at=at,
        round_limit=setting.rounds,
        title=setting.title,
        created_by=setting.owner,
    )
    seats = Seat.objects.bulk_create(_seats(match, setting, at))
    Prescription.objects.create(match=match, owner=setting.owner, seat=setting.seat, created_at=at, **about)
    return Table(match, seats, at)


def _seats(match: Match, setting: Setting, at: Any) -> list[Seat]:
    return [
        Seat(match=match, index=index, user=setting.owner, seen_at=at)
        if index == setting.seat
        else Seat(match=match, index=index, robot=setting.robots[index])
        for index in range(setting.ruleset.players)
    ]


def deal_round(table: Table, tiles: Sequence[Tile], leader: int, leader_by: str) -> Round:
    """Store the given deal as the next round. It is no chance of this match: no counter takes it in."""
    match = table.match
    match.round_number += 1
    return Round.objects.create(
        match=match,
        number=match.round_number,
        version=table.raise_version(),
        tiles=" ".join(map(str, tiles)),
        leader=leader,
        leader_by=leader_by,
        counted=True,
    )


def begin(table: Table) -> Match:
    """The round stands as it was given: store the forced moves that come next, and save."""
    folded = table.fold()
    assert folded.match.round is not None, "a round has been dealt"
    timing.begin_turn(table.match, folded.match.round.turn, table.at)
    log = Log(table, folded)
    log.force()
    failpoints.reach("round_dealt")
    log.write()
    return table.match


def seed_of(match: Match, seat: int) -> int | None:
    """From what a robot on this seat chooses after so many moves of a prescribed round; None elsewhere: by lot.

    Equal play meets equal replies, and what is chosen here tells nothing of what is chosen there.
    """
    if not match.prescribed:
        return None
    number = Move.objects.filter(match_id=match.pk, round__number=match.round_number).count()
    secret = Prescription.objects.values_list("secret", flat=True).get(match_id=match.pk)
    said = f"robot\n{secret}\n{match.round_number}\n{number}\n{seat}"
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:4])
