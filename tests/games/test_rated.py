"""Which matches are rated, when, and what leaving does: through the services, to the rows."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts.models import Career, Outcome, Rating, RatingEntry, Result, Tally, User
from games.models import Match, Stage
from games.robots import ROBOTS
from games.rules.ruleset import PRESETS, change, preset, preset_players
from games.services import errors, keeper, seating, sweep
from games.services.rated import why_friendly
from games.services.rebuild import rebuild
from tests.cast import Cast
from tests.season import almost
from tests.tables import (
    Clock,
    confirm_all,
    fresh,
    let_keeper_act,
    make_move,
    open_table,
    play_out_match,
    play_out_round,
    rules,
    seat_of,
)

pytestmark = pytest.mark.django_db


def ended(*persons: User, seed: int = 1, players: int = 2, **settings: Any) -> Match:
    """A rated match of these persons to its end."""
    return almost(persons, rules(players=players), seed, **{"rated": True, **settings}).finish()


def places(match: Match) -> dict[str, int]:
    return dict(RatingEntry.objects.filter(match=match.code).values_list("player__username", "place"))


def outcomes(match: Match) -> dict[str, str]:
    return dict(Result.objects.filter(match=match.code).values_list("player__username", "outcome"))


def guest(name: str = "Guest Heron 7") -> User:
    return User.objects.create_user(username=name, is_guest=True)


def test_a_rated_match_has_one_entry_a_player(cast: Cast) -> None:
    match = ended(cast.alice, cast.bob)
    assert sorted(places(match).values()) == [1, 2]
    for row in Rating.objects.all():
        entry = RatingEntry.objects.get(player=row.player)
        assert (row.mu, row.sigma, row.matches) == (entry.mu_after, entry.sigma_after, 1)
    assert match.results_at == RatingEntry.objects.first().at  # type: ignore[union-attr]


def test_a_friendly_match_has_results_and_no_ratings(cast: Cast) -> None:
    match = ended(cast.alice, cast.bob, rated=False)
    assert sorted(outcomes(match).values()) == ["lost", "won"]
    assert not RatingEntry.objects.exists()
    assert not Tally.objects.exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"private": True},
        {"ruleset": change(rules(), target=100)},
        {"ruleset": change(rules(players=4), partners=False)},
    ],
)
def test_what_cannot_be_rated_is_refused(cast: Cast, settings: dict[str, Any]) -> None:
    with pytest.raises(errors.BadSetting):
        seating.open_table(user=cast.alice, **{"ruleset": rules(), "rated": True, **settings})


def test_a_guest_opens_no_rated_table(cast: Cast) -> None:
    with pytest.raises(errors.BadSetting):
        seating.open_table(user=guest(), ruleset=rules(), rated=True)


def test_a_guest_who_sits_down_makes_the_match_friendly(cast: Cast) -> None:
    match = ended(cast.alice, guest())
    assert match.rated is False
    assert not RatingEntry.objects.exists()


def test_a_guest_who_becomes_an_account_keeps_nothing_rated(cast: Cast) -> None:
    heron = guest()
    ended(cast.alice, heron)
    User.objects.filter(pk=heron.pk).update(is_guest=False, username="Heron")
    assert rebuild(write=False) == []
    assert Result.objects.filter(player=heron).count() == 1
    assert not Rating.objects.exists()


def test_points_that_are_called_make_a_family_of_their_own(cast: Cast) -> None:
    table = open_table(cast.alice, cast.bob, ruleset=change(rules("five_up"), calling="muggins"), rated=True)
    assert fresh(table).rated is True


def test_robots_are_met_and_have_no_rows(cast: Cast) -> None:
    match = ended(cast.alice, robots={1: "scorer"})
    assert list(places(match)) == ["Alice"]
    assert Result.objects.get(match=match.code).robots == "scorer"


def test_a_robot_that_was_not_measured_makes_a_table_friendly(cast: Cast) -> None:
    with mock.patch("games.services.rated.anchor_of", return_value=None), pytest.raises(errors.BadSetting):
        seating.open_table(user=cast.alice, ruleset=rules(), rated=True, robots={1: "scorer"})


@pytest.mark.parametrize("calling", ["automatic", "muggins"])
def test_every_level_may_sit_at_a_rated_table_whatever_is_played(calling: str) -> None:
    for name in PRESETS:
        for players in preset_players(name):
            ruleset = change(preset(name, players), calling=calling)
            assert not why_friendly(ruleset, private=False, robots=ROBOTS), f"{name}, {players} players"


def test_who_left_is_last_whatever_the_robot_did_for_him(cast: Cast) -> None:
    ready = almost([cast.alice, cast.bob], rules(), 3, rated=True)
    leaver = cast.bob if ready.mover == cast.alice else cast.alice
    seating.leave(match_id=ready.match.pk, user=leaver)
    match = ready.finish()
    assert places(match)[leaver.username] == 2
    assert outcomes(match)[leaver.username] == Outcome.LEFT
    assert Result.objects.get(match=match.code, player=leaver).halves == 0


def test_who_came_back_is_rated_by_the_result(cast: Cast) -> None:
    ready = almost([cast.alice, cast.bob], rules(), 3, rated=True)
    assert ready.mover is not None
    other = cast.bob if ready.mover == cast.alice else cast.alice
    seating.leave(match_id=ready.match.pk, user=other)
    seating.come_back(match_id=ready.match.pk, user=other)
    match = ready.finish()
    assert seat_of(match, other).gone_at is None
    assert Outcome.LEFT not in outcomes(match).values()


def test_leaving_after_the_end_changes_nothing(cast: Cast) -> None:
    match = ended(cast.alice, cast.bob)
    before = places(match), outcomes(match)
    for user in (cast.alice, cast.bob):
        seating.leave(match_id=match.pk, user=user)
    assert (places(match), outcomes(match)) == before
    assert rebuild(write=False) == []


def two_rounds(cast: Cast) -> Match:
    """A rated match, one round of which is over."""
    match = open_table(cast.alice, cast.bob, rated=True)
    play_out_round(match)
    return confirm_all(match)


def test_a_match_that_all_have_left_goes_to_who_stayed_longest(cast: Cast, clock: Clock) -> None:
    match = two_rounds(cast)
    seating.leave(match_id=match.pk, user=cast.bob)
    clock.pass_by(60)
    seating.leave(match_id=match.pk, user=cast.alice)
    clock.pass_by(3600)
    sweep.close_forsaken(match.pk)
    assert fresh(match).state == Stage.ABANDONED
    assert places(match) == {"Alice": 1, "Bob": 2}
    assert set(outcomes(match).values()) == {Outcome.NONE}


def test_who_closes_the_page_has_gone_before_who_waits(cast: Cast, clock: Clock) -> None:
    match = two_rounds(cast)
    for _minute in range(10):
        clock.pass_by(20)
        seating.heartbeat(match_id=match.pk, user=cast.bob)
        keeper.tick()
    clock.pass_by(7200)
    keeper.tick()
    assert fresh(match).state == Stage.ABANDONED
    assert places(match) == {"Alice": 2, "Bob": 1}


def test_a_match_abandoned_in_its_first_round_was_none(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob, rated=True)
    for user in (cast.alice, cast.bob):
        seating.leave(match_id=match.pk, user=user)
    clock.pass_by(3600)
    sweep.close_forsaken(match.pk)
    assert fresh(match).state == Stage.ABANDONED
    assert not Result.objects.exists()
    assert not RatingEntry.objects.exists()


def attended(match: Match, clock: Clock) -> Match:
    """After twenty minutes in which nobody comes."""
    let_keeper_act(clock, 90)
    let_keeper_act(clock, 5, step=300)
    return fresh(match)


@pytest.mark.parametrize("name", ["pagat", "muggins"])
def test_leaving_robots_in_an_unlucky_first_round_loses(cast: Cast, clock: Clock, name: str) -> None:
    calling = {"calling": "muggins"} if name == "muggins" else {}
    match = open_table(cast.alice, ruleset=rules("pagat", 2, **calling), rated=True, robots=["careful"])
    clock.pass_by(10)
    keeper.tick()
    assert fresh(match).round_number == 1
    seating.leave(match_id=match.pk, user=cast.alice)
    match = attended(match, clock)
    assert match.is_over
    assert places(match) == {"Alice": 2}


def test_staying_away_from_robots_in_the_first_round_loses_in_the_end(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, rated=True, robots=["careful"])
    clock.pass_by(10)
    keeper.tick()
    clock.pass_by(24 * 3600 + 60)
    keeper.tick()
    match = attended(match, clock)
    assert match.is_over
    assert places(match) == {"Alice": 2}


def test_a_friendly_match_that_its_one_person_left_just_waits(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, rated=False, robots=["careful"])
    clock.pass_by(10)
    keeper.tick()
    seating.leave(match_id=match.pk, user=cast.alice)
    assert fresh(match).wake_at is None


def test_a_match_that_ends_with_its_last_round_is_a_draw(cast: Cast) -> None:
    match = ended(cast.alice, cast.bob, round_limit=2)
    assert match.winner_side is None
    assert places(match) == {"Alice": 1, "Bob": 1}
    assert set(outcomes(match).values()) == {Outcome.NONE}


def test_each_match_of_a_series_is_rated_until_somebody_has_left(cast: Cast) -> None:
    first = ended(cast.alice, cast.bob, best_of=3)
    confirm_all(first)
    second = fresh(first).rematch
    assert second is not None
    assert second.rated is True
    seating.leave(match_id=second.pk, user=cast.bob)
    Match.objects.filter(pk=second.pk).update(rated=True)
    second = play_until_over(second, cast.alice)
    seating.confirm_round(match_id=second.pk, user=cast.alice)
    third = fresh(second).rematch
    if third is not None:
        assert third.rated is False
    assert places(second)["Bob"] == 2


def play_until_over(match: Match, user: User) -> Match:
    """To the end: the robot for who left, Alice for herself."""
    while not fresh(match).is_over:
        now = fresh(match)
        Match.objects.filter(pk=match.pk).update(wake_at=now.created_at)
        if now.turn_seat is not None and now.seats.get(index=now.turn_seat).stand_in:
            keeper.attend(match.pk)
        elif now.turn_seat is not None:
            make_move(match)
        else:
            seating.confirm_round(match_id=match.pk, user=user)
    return fresh(match)


def test_a_rematch_is_rated_as_the_match_was(cast: Cast) -> None:
    for rated, pair in ((True, (cast.alice, cast.bob)), (False, (cast.carol, cast.dave))):
        match = ended(*pair, rated=rated)
        for user in pair:
            seating.ask_rematch(match_id=match.pk, user=user)
        again = fresh(match).rematch
        assert again is not None
        assert again.rated is rated


def test_a_fault_while_ratings_are_entered_leaves_the_match_running(cast: Cast) -> None:  # A3
    """And when it is played again, everything is there once."""
    ready = almost([cast.alice, cast.bob], rules(), 1, rated=True)
    for place in ("Result", "RatingEntry", "Tally", "Career"):
        with (
            mock.patch(f"accounts.ledger.{place}.objects.bulk_create", side_effect=RuntimeError("killed")),
            pytest.raises(RuntimeError),
            transaction.atomic(),
        ):
            ready.finish()
        assert fresh(ready.match).state == Stage.RUNNING
        assert not Result.objects.exists()
        assert not RatingEntry.objects.exists()
        assert not Rating.objects.exists()
    match = ready.finish()
    assert len(places(match)) == 2
    assert Career.objects.count() == 2


def test_a_row_that_nobody_can_read_does_not_keep_its_table_open(cast: Cast, clock: Clock) -> None:  # A38
    match = two_rounds(cast)
    for user in (cast.alice, cast.bob):
        seating.leave(match_id=match.pk, user=user)
    Match.objects.filter(pk=match.pk).update(scores=["ten", "0"])
    clock.pass_by(3600)
    sweep.close_forsaken(match.pk)
    assert fresh(match).state == Stage.ABANDONED
    assert not Result.objects.exists()
    assert [sentence for sentence in rebuild(write=False) if match.code in sentence]


def test_rebuilding_puts_everything_right_to_the_last_bit(cast: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(6):
        ended(cast.alice, cast.bob, seed=seed)
    ended(cast.alice, cast.carol, cast.bob, cast.dave, players=4)
    ratings = list(Rating.objects.order_by("pk").values())
    entries, tallies = list(RatingEntry.objects.order_by("pk").values()), list(Tally.objects.order_by("pk").values())
    assert rebuild(write=False) == []
    Rating.objects.filter(player=cast.alice).update(mu=99)
    RatingEntry.objects.filter(player=cast.bob).first().delete()  # type: ignore[union-attr]
    Tally.objects.filter(player=cast.alice).update(wins=0)
    Result.objects.filter(player=cast.dave).delete()
    Result.objects.create(
        player=cast.eve,
        match="x" * 22,
        format="two",
        rated=False,
        private=False,
        side=0,
        outcome="won",
        at=ratings[0]["at"],
    )
    with pytest.raises(CommandError):
        call_command("verify_matches")
    assert "rating of player" in capsys.readouterr().out
    call_command("rebuild_ratings")
    assert "put right" in capsys.readouterr().out
    assert list(Rating.objects.order_by("pk").values()) == ratings
    assert [{**row, "id": 0} for row in RatingEntry.objects.order_by("at", "player").values()] == [
        {**row, "id": 0} for row in sorted(entries, key=lambda row: (row["at"], row["player_id"]))
    ]
    assert list(Tally.objects.order_by("pk").values()) == tallies
    assert not Result.objects.filter(player=cast.eve).exists()
    assert rebuild(write=False) == []


def test_results_of_matches_from_before_are_entered_by_the_command(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob))
    Result.objects.all().delete()
    Career.objects.all().delete()
    Match.objects.update(results_at=None)
    call_command("rebuild_ratings")
    assert sorted(outcomes(match).values()) == ["lost", "won"]
    assert fresh(match).results_at == fresh(match).finished_at
    assert rebuild(write=False) == []
