"""Deal a round: the operating system's randomness for the shuffle and for every lot."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction

from games.models import Round, Stage
from games.rules import matches
from games.rules.notation import number
from games.rules.ruleset import Ruleset
from games.rules.tiles import TILES, Tile
from games.services import timing
from games.services.errors import UnknownTable
from games.services.rated import is_rated_with
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from games.rules.matches import MatchState

_dice = secrets.SystemRandom()


def shuffled() -> tuple[Tile, ...]:
    """The 28 tiles in an order that nobody can foretell."""
    tiles = list(TILES)
    _dice.shuffle(tiles)
    return tuple(tiles)


def start_match(table: Table) -> None:
    """The last seat is filled: the first round is dealt. The caller saves the table."""
    match = table.match
    match.state = Stage.RUNNING
    match.started_at = table.at
    ruleset = Ruleset.from_dict(match.ruleset)
    match.rated = match.rated and is_rated_with(ruleset, table.seats, private=match.private)
    value = matches.new_match(ruleset)
    match.scores = [number(score) for score in value.scores]
    deal(table, value)


def deal(table: Table, value: MatchState) -> MatchState:
    """Store the next round of `value` (whose last round is over). The caller saves the table."""
    tiles = shuffled()
    lot = _dice.randrange(value.ruleset.players)
    leader, leader_by = matches.lead_for(value, tiles, lot)
    dealt = matches.start_round(value, tiles, leader, leader_by).match
    assert dealt.round is not None
    match = table.match
    match.round_number += 1
    Round.objects.create(
        match=match,
        number=match.round_number,
        version=table.raise_version(),
        tiles=" ".join(str(tile) for tile in tiles),
        leader=leader,
        leader_by=leader_by,
    )
    _give_seats_back(table)
    timing.begin_turn(match, dealt.round.turn, table.at)
    return dealt


def deal_next(*, match_id: int, turn_version: int) -> bool:
    """The panel at a round's end has stood long enough: deal; False when somebody has done so meanwhile."""
    with transaction.atomic():
        try:
            table = lock(match_id, skip_locked=True)
        except UnknownTable:
            return False
        match = table.match
        if not match.between_rounds or match.turn_version != turn_version or not _is_due(table):
            return False
        deal(table, table.fold().match)
        table.save()
        return True


def _is_due(table: Table) -> bool:
    wake_at = table.match.wake_at
    return wake_at is not None and wake_at <= table.at


def _give_seats_back(table: Table) -> None:
    """Who is at the table plays the new round himself, also if a stand-in had to finish the last one."""
    for seat in table.persons:
        if seat.stand_in and not (seat.left or seat.away):
            table.change(seat, stand_in="", expiries=0, ready=False)
        elif seat.ready:
            table.change(seat, ready=False)
