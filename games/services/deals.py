"""Deal a round: the order of the tiles and every lot follow from a promised secret and the players' own numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.models import Round, Stage
from games.rules import fairness, matches
from games.rules.notation import number
from games.rules.ruleset import Ruleset
from games.services import errors, failpoints, promises, timing
from games.services.rated import is_rated_with
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Deal
    from games.rules.matches import MatchState


def drawn(deal: Deal, players: int) -> fairness.Drawn:
    """The order of the tiles and the lot, from the secret and the numbers that have come by now."""
    values = promises.values_of(deal, players)
    return fairness.drawn(fairness.order_key(deal.secret, deal.match.code, deal.number, values), players)


def start_match(table: Table) -> None:
    """The last seat is filled: the first round is promised, and dealt once the players' browsers have answered.

    The caller saves the table.
    """
    match = table.match
    match.state = Stage.RUNNING
    match.started_at = table.at
    ruleset = Ruleset.from_dict(match.ruleset)
    match.rated = match.rated and is_rated_with(ruleset, table.seats, private=match.private)
    value = matches.new_match(ruleset)
    match.scores = [number(score) for score in value.scores]
    promises.promise(match, 1, table.at)
    timing.begin_turn(match, None, table.at)
    deal_when_ready(table)


def deal_when_ready(table: Table) -> bool:
    """Deal the next round if nobody has to be waited for any more. The caller saves the table."""
    match = table.match
    if not (match.between_rounds and timing.agreed(match, table.seats) and _all_mixed_in(table)):
        return False
    deal(table, table.fold().match)
    return True


def _all_mixed_in(table: Table) -> bool:
    """The number of every person at the table has come, or the time for it is over."""
    match, here = table.match, [seat for seat in table.persons if seat.is_here]
    return timing.mixing_is_over(match, table.at) or promises.all_came(match, match.round_number + 1, here)


def mix_in(*, match_id: int, user: User, round_number: int, value: str) -> None:
    """Take the number that a person's browser adds to the next deal: one for each seat and round, before the deal.

    The same again changes nothing. BadNumber, NotSeated, DealtAlready, AlreadyMixed.
    """
    if not fairness.is_number(value):
        raise errors.BadNumber
    with transaction.atomic():
        table = lock(match_id)
        seat, match = table.seat_of(user), table.match
        if seat.left:
            raise errors.NotSeated
        if not match.between_rounds or round_number != match.round_number + 1:
            raise errors.DealtAlready
        promises.add(promises.promise(match, round_number, table.at), seat, value, table.at)
        if deal_when_ready(table):
            table.save()


def deal(table: Table, value: MatchState) -> MatchState:
    """Store the next round of `value` (whose last round is over). The caller saves the table."""
    match = table.match
    promised = promises.promise(match, match.round_number + 1, table.at)
    tiles, lot = drawn(promised, value.ruleset.players)
    leader, leader_by = matches.lead_for(value, tiles, lot)
    dealt = matches.start_round(value, tiles, leader, leader_by).match
    assert dealt.round is not None
    match.round_number += 1
    Round.objects.create(
        match=match,
        number=match.round_number,
        version=table.raise_version(),
        tiles=" ".join(str(tile) for tile in tiles),
        leader=leader,
        leader_by=leader_by,
    )
    failpoints.reach("round_dealt")
    _give_seats_back(table)
    timing.begin_turn(match, dealt.round.turn, table.at)
    return dealt


def deal_next(*, match_id: int, turn_version: int) -> bool:
    """The browsers, or the panel at a round's end, have had their time: deal; False when that has been done."""
    with transaction.atomic():
        try:
            table = lock(match_id, skip_locked=True)
        except errors.UnknownTable:
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
