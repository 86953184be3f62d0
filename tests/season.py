"""Whole matches in a moment: robots play them in memory, the rows are stored at one go, and the last play is made
through the service, so that the match ends as in earnest. Where points are called, robots claim and call, too."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from unittest import mock

from accounts.models import User
from games.management.commands.simulate import simulate
from games.models import Call, Match, Move, MoveBy, Round
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.services import calling, engaged, play, seating, timing
from tests.tables import fresh, new_key

MIND = ("scorer", "careful", "scorer", "beginner")


@dataclass(frozen=True)
class Ready:
    """A match with its last play still to be made: by `mover`, or by a robot. `taker`: the seat that calls upon it."""

    match: Match
    mover: User | None
    seat: int
    text: str
    claim: int | None = None
    taker: int | None = None
    worth: int = 0

    def finish(self) -> Match:
        """Make the last play."""
        match = fresh(self.match)
        if self.mover is not None:
            at = {"match_id": match.pk, "version": match.version}
            play.play_move(user=self.mover, move=self.text, claim=self.claim, **at, key=new_key())
        else:
            made = play.play_for(
                match_id=match.pk,
                seat_index=self.seat,
                move=parse_move(self.text),
                turn_version=match.turn_version,
                by=MoveBy.ROBOT,
                claim=self.claim,
            )
            assert made
        if fresh(self.match).window_open:
            self._tell(fresh(self.match))
        return fresh(self.match)

    def _tell(self, match: Match) -> None:
        """Somebody has noticed and calls, or the time of the window passes."""
        play = {"match_id": match.pk, "turn_version": match.turn_version}
        if self.taker is None:
            Match.objects.filter(pk=match.pk).update(window_until=timing.now() - timedelta(minutes=1))
            assert calling.close_window(**play)
            return
        seat = match.seats.get(index=self.taker)
        if seat.player:
            match.seats.filter(index=self.taker).update(look_at=timing.now())
            assert calling.call_for(**play, seat_index=self.taker, points=self.worth)
        else:
            assert seat.user is not None
            at = {"match_id": match.pk, "version": match.turn_version}
            assert calling.call_muggins(user=seat.user, points=self.worth, **at, key=new_key()).right


def almost(
    persons: Sequence[User],
    ruleset: Ruleset,
    seed: int,
    *,
    robots: Mapping[int, str] | None = None,
    **settings: Any,
) -> Ready:
    """A match of these persons, in the order of the free seats, up to its last play. `settings` are the table's."""
    robots = dict(robots or {})
    limit = settings.pop("round_limit", None)  # afterwards: any number of rounds, also such as no table offers
    private = settings.pop("private", False)  # afterwards: to sit down there one needs an invitation
    # So that many matches of the same persons can end at once, which nobody could have begun at once.
    with mock.patch.object(engaged, "engagement", return_value=None):
        match = seating.open_table(user=persons[0], ruleset=ruleset, robots=robots, **settings)
        for person in persons[1:]:
            seating.take_seat(match_id=match.pk, user=person)
    Match.objects.filter(pk=match.pk).update(private=private, round_limit=limit)
    match = fresh(match)
    assert match.started_at is not None, "seats are free"
    Round.objects.filter(match=match).delete()
    minds = tuple(robots.get(seat, MIND[(seat + seed) % len(MIND)]) for seat in range(ruleset.players))
    record = simulate(ruleset, minds, random.Random(seed), limit or 200)
    last = record["rounds"][-1]["moves"]
    while last[-1]["move"][0] in "+-":
        last.pop()
    final = last.pop()
    users = dict(match.seats.exclude(user=None).values_list("index", "user"))
    _store(match, record, users)
    mover = User.objects.get(pk=users[final["seat"]]) if final["seat"] in users else None
    Match.objects.filter(pk=match.pk).update(
        turn_seat=final["seat"], turn_version=match.version, turn_at=timing.now(), version=match.version
    )
    taken = final.get("muggins") or {}
    called = {"claim": final.get("claim"), "taker": taken.get("seat"), "worth": _worth(ruleset.to_dict(), final)}
    return Ready(fresh(match), mover, final["seat"], final["move"], **called)


def _worth(ruleset: Mapping[str, Any], move: Mapping[str, Any]) -> int:
    """What a play made, whoever was credited."""
    return 0 if move["count"] % 5 else move["count"] // 5 * ruleset["points_per_five"]


def _store(match: Match, record: Mapping[str, Any], users: Mapping[int, int]) -> None:
    moves: list[Move] = []
    calls: list[Call] = []
    for number, told in enumerate(record["rounds"], start=1):
        match.version += 1
        over = number < len(record["rounds"])
        row = Round.objects.create(
            match=match,
            number=number,
            version=match.version,
            tiles=" ".join(told["tiles"]),
            leader=told["leader"],
            leader_by=told["leader_by"],
            end=told["end"] if over else "",
            settlement=[str(gain) for gain in told["settlement"]] if over else [],
            scores=[str(score) for score in told["scores"]] if over else [],
        )
        for place, move in enumerate(told["moves"], start=1):
            match.version += 1
            moves.append(_move(match, row, place, move, users))
            if "muggins" in move:
                match.version += 1
                calls += _told(moves[-1], move, users)
    Move.objects.bulk_create(moves)
    Call.objects.bulk_create(calls)
    Match.objects.filter(pk=match.pk).update(round_number=len(record["rounds"]))


def _told(play: Move, told: Mapping[str, Any], users: Mapping[int, int]) -> list[Call]:
    """A play's window closes at the match's version, by the call that took its points if there was one."""
    match, taken = play.match, told["muggins"]
    play.claim, play.closed_version = told["claim"], match.version
    if taken is None:
        return []
    play.taken_by, play.taken = taken["seat"], taken["points"]
    person = users.get(taken["seat"])
    call = Call(
        match=match,
        move=play,
        seat=taken["seat"],
        user_id=person,
        robot=person is None,
        points=_worth(match.ruleset, told),
        right=True,
        key=new_key() if person else "",
        version=match.version,
        at=timing.now(),
    )
    return [call]


def _move(match: Match, row: Round, place: int, told: Mapping[str, Any], users: Mapping[int, int]) -> Move:
    forced = told["move"][0] in "+-"
    person = None if forced else users.get(told["seat"])
    by = MoveBy.FORCED if forced else MoveBy.PERSON if person else MoveBy.ROBOT
    return Move(
        match=match,
        round=row,
        number=place,
        seat=told["seat"],
        text=told["move"],
        count=told.get("count"),
        points=told.get("points"),
        by=by,
        version=match.version,
        user_id=person,
        key=new_key() if person else "",
        at=timing.now(),
    )
