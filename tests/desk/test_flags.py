"""Figures about people: each pattern is planted beside a clean control, and only the planted one is flagged."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone, translation

from accounts.models import User
from games.desk.odds import as_uneven, at_least
from games.desk.times import times_of
from games.models import Flag, FlagKind, Match, MatchEnd, Move, Origin, Result, Round, Seat, Stage
from games.rules.ruleset import preset
from games.services import origins
from games.services.flagging import flag_matches
from games.words.desk import figures_of
from tests.cast import Cast, person

pytestmark = pytest.mark.django_db
AT = timezone.now() - timedelta(days=3)


def won(winners: Sequence[User], losers: Sequence[User]) -> Match:
    """A match that is over, with these persons on its two sides."""
    players = len(winners) + len(losers)
    match = Match.objects.create(
        ruleset=preset("pagat", players).to_dict(), state=Stage.FINISHED, end=MatchEnd.TARGET, winner_side=0,
        format="partners" if players == 4 else "two", finished_at=AT, results_at=AT, scores=["250", "100"],
    )  # fmt: skip
    for side, (persons, result) in enumerate(((winners, Result.WON), (losers, Result.LOST))):
        for place, user in enumerate(persons):
            Seat.objects.create(match=match, index=side + 2 * place, user=user, result=result, over_at=AT)
    return match


def flagged(kind: str) -> list[tuple[str, str]]:
    flag_matches()
    flags = Flag.objects.filter(kind=kind).select_related("user", "other").order_by("user__username")
    return [(flag.user.username, flag.other.username if flag.other else "") for flag in flags]


def test_a_pair_in_which_one_always_loses(cast: Cast) -> None:
    for _ in range(12):
        won([cast.alice], [cast.bob])  # always
    for _ in range(6):
        won([cast.carol], [cast.dave])
        won([cast.dave], [cast.carol])
        won([cast.eve], [cast.alice])
        won([cast.bob], [cast.eve])
    assert flagged("pair") == [("Alice", "Bob")]
    flag = Flag.objects.get()
    assert (flag.figures["won"], flag.figures["played"], flag.figures["compared"]) == (12, 12, 2)
    assert flag.matches.count() == 12


def test_who_beats_everybody_is_not_flagged(cast: Cast) -> None:
    for loser in (cast.bob, cast.carol, cast.dave):
        for _ in range(9):
            won([cast.alice], [loser])
            won([cast.eve], [loser])
    assert flagged("pair") == []


def test_results_that_hang_on_the_partner(cast: Cast) -> None:
    frank = person("Frank")
    for _ in range(12):
        won([cast.alice, cast.bob], [cast.carol, cast.dave])
        won([cast.carol, cast.dave], [cast.alice, cast.eve])
        won([cast.eve, frank], [cast.carol, cast.dave])
    found = flagged("partner")
    assert ("Alice", "Bob") in found
    assert not {name for name, _other in found} & {"Bob", "Carol", "Dave", "Frank"}


def test_one_address_at_one_table(cast: Cast) -> None:
    together, apart = won([cast.alice], [cast.bob]), won([cast.carol], [cast.dave])
    for match, user, address in (
        (together, cast.alice, "203.0.113.7"),
        (together, cast.bob, "203.0.113.7"),
        (apart, cast.carol, "198.51.100.1"),
        (apart, cast.dave, "198.51.100.2"),
    ):
        origins.note(match=match, user=user, address=address, browser="Fox/1.0")
    assert flagged("origin") == [("Alice", "Bob")]
    assert Flag.objects.get().figures == {"met": 1, "address": 1, "browser": 1, "people": 4, "having": 4}


def test_a_browser_that_only_two_have(cast: Cast) -> None:
    match = won([cast.alice], [cast.bob])
    for number in range(20):
        with_all = won([person(f"Guest{number}a")], [person(f"Guest{number}b")])
        for seat in with_all.seats.all():
            origins.note(match=with_all, user=seat.user, address=f"10.0.0.{seat.pk}", browser="Fox/1.0")  # type: ignore[arg-type]
    for user, address in ((cast.alice, "192.0.2.1"), (cast.bob, "192.0.2.2")):
        origins.note(match=match, user=user, address=address, browser="Rare/0.1")
    assert flagged("origin") == [("Alice", "Bob")]
    assert Origin.objects.count() == 42


def plays(user: User, seconds: Iterator[float]) -> None:
    """Forty-five plays of a person, each so long after a robot's."""
    match = won([user], [person("Victor")])
    row = Round.objects.create(match=match, number=1, version=1, tiles="", leader=0, leader_by="lot", end="domino")
    at, version = AT, 1
    for number in range(1, 91, 2):
        at += timedelta(seconds=1)
        Move.objects.create(
            match=match, round=row, number=number, seat=1, text="55", by="robot", version=version + 1, at=at
        )
        at += timedelta(seconds=next(seconds))
        Move.objects.create(
            match=match, round=row, number=number + 1, seat=0, text="50", by="person", version=version + 2,
            user=user, key=f"k{number}", at=at,
        )  # fmt: skip
        version += 2


def test_think_times_of_machines(cast: Cast) -> None:
    dice = random.Random(1)
    plays(cast.alice, iter(lambda: dice.uniform(1.95, 2.05), None))  # too regular
    plays(cast.bob, iter(lambda: dice.expovariate(6.0), None))  # too fast
    plays(cast.carol, iter(lambda: 0.6 + dice.expovariate(0.25), None))  # a person
    assert flagged("times") == [("Alice", ""), ("Bob", "")]
    assert Flag.objects.filter(user=cast.alice).get().figures["people"] == 3


def test_few_plays_say_nothing() -> None:
    assert times_of([2.0] * 3).is_odd  # the figures alone; flags need forty plays
    assert not times_of([1.0, 4.0, 2.0, 9.0]).is_odd


def left(user: User, *, behind: bool, times: int) -> None:
    for _ in range(times):
        match = won([person("Wendy")], [user])
        row = Round.objects.create(
            match=match, number=1, version=1, tiles="", leader=0, leader_by="lot", end="domino",
            scores=["50", "20"] if behind else ["20", "50"],
        )  # fmt: skip
        Move.objects.create(match=match, round=row, number=1, seat=0, text="55", by="robot", version=2, at=AT)
        Seat.objects.filter(match=match, user=user).update(gone_at=AT + timedelta(minutes=1))


def test_leaving_when_behind(cast: Cast) -> None:
    left(cast.alice, behind=True, times=8)
    left(cast.bob, behind=True, times=4)
    left(cast.bob, behind=False, times=4)
    assert flagged("leaving") == [("Alice", "")]
    assert Flag.objects.get().figures["behind"] == 8


def test_what_is_no_longer_so_is_dropped_and_what_stays_keeps_its_day(cast: Cast) -> None:
    left(cast.alice, behind=True, times=8)
    flag_matches()
    since = Flag.objects.get().since
    flag_matches()
    assert Flag.objects.get().since == since
    Match.objects.update(annulled_at=timezone.now())
    flag_matches()
    assert not Flag.objects.exists()


def test_the_command_counts(cast: Cast) -> None:
    left(cast.alice, behind=True, times=8)
    said = StringIO()
    call_command("flag_matches", stdout=said)
    assert said.getvalue().split() == ["origin:", "0", "pair:", "0", "partner:", "0", "times:", "0", "leaving:", "1"]


def test_the_tails_are_those_of_the_books() -> None:
    assert at_least(7, 7, 0.5) == pytest.approx(1 / 128)
    assert at_least(0, 5, 0.3) == pytest.approx(1.0)
    assert as_uneven(3, 4, 1, 4) == pytest.approx(0.4857, abs=1e-4)  # Fisher's lady tasting tea, both tails
    assert as_uneven(12, 12, 0, 12) < 1e-5


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_every_kind_has_its_sentences(language: str) -> None:
    figures = {
        "won": 12, "played": 12, "wins_else": 1, "played_else": 6, "losses_else": 2, "other_played_else": 6,
        "share": 0.4, "chance": 0.0004, "compared": 9, "won_else": 2, "partners_else": 3, "met": 4, "address": 2,
        "browser": 1,
        "people": 30, "having": 2, "plays": 50, "median": 2.0, "quick": 0.1, "scatter": 0.05, "people_median": 4.0,
        "people_quick": 0.1, "people_scatter": 0.9, "behind": 8, "left": 8,
    }  # fmt: skip
    with translation.override(language):
        for kind in FlagKind.values:
            counted, chance = figures_of(kind, figures, "Alice", "Bob")
            assert "Alice" in counted
            assert "%" not in (counted + chance).replace(" %", "")
            assert chance
