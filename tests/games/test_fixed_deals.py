"""Deals that many play: those of a day, and those with a code."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games import fixed, my_data, selectors, verification
from games.models import DealCount, FixedDeal, Match, Prescription, Stage
from games.rules import fairness
from games.rules.record import check
from games.rules.ruleset import preset, preset_players
from games.services import errors, farewell, fixed_deals, retention, seating, tallies
from games.services.records import export_record
from tests.cast import Cast
from tests.games.test_what_if import leave_at, play_out, played_match
from tests.tables import Clock, fresh, let_keeper_act, make_move, state_of, texts


@pytest.fixture
def deal(clock: Clock, db: None) -> FixedDeal:
    """Today's classic deal."""
    return fixed_deals.deals_of(fixed_deals.today())[0]


def at_midnight(clock: Clock) -> None:
    """A minute into the next day."""
    clock.now = datetime.combine(clock.now.date() + timedelta(days=1), datetime.min.time(), UTC) + timedelta(minutes=1)


def tried(deal: FixedDeal, user: User, clock: Clock) -> Match:
    """This person's next try, to its end."""
    return play_out(fixed_deals.play_deal(user=user, deal=deal), clock)


def test_every_day_has_the_classic_game_and_another(clock: Clock, db: None) -> None:
    assert all(players in preset_players(name) for name, players in fixed_deals.WEEK)
    first, other = fixed_deals.deals_of(fixed_deals.today())
    assert (first.ruleset["name"], first.ruleset["players"]) == ("pagat", 2)
    assert other.ruleset["name"] == fixed_deals.WEEK[clock.now.weekday()][0]
    assert [deal.pk for deal in fixed_deals.deals_of(fixed_deals.today())] == [first.pk, other.pk]


def test_the_deal_follows_from_what_was_promised(deal: FixedDeal) -> None:
    assert deal.day is not None
    name = fixed_deals.name_of(deal.day, deal.game)
    assert fairness.commitment(deal.secret, name, 1) == deal.commitment
    tiles, lot = fairness.drawn(fairness.order_key(deal.secret, name, 1, [None, None]), 2)
    assert (deal.tiles, deal.leader) == (" ".join(map(str, tiles)), lot)


def test_nobody_gets_the_deals_of_days_that_are_far(clock: Clock, db: None) -> None:
    with pytest.raises(errors.NoSuchDeal):
        fixed_deals.deals_of(fixed_deals.today() + timedelta(days=2))
    tomorrow = fixed_deals.deals_of(fixed_deals.today() + timedelta(days=1))[0]
    with pytest.raises(errors.NoSuchDeal):
        fixed_deals.play_deal(user=User.objects.create_user("Zoe"), deal=tomorrow)


def test_equal_play_meets_equal_replies(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    one, two = tried(deal, cast.alice, clock), tried(deal, cast.bob, clock)
    assert texts(one) == texts(two)
    assert one.prescription.margin == two.prescription.margin
    assert [place.rank for place in fixed.places(deal)] == [1, 1]


def test_the_first_try_counts_and_what_comes_after_is_practice(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    first = fixed_deals.play_deal(user=cast.alice, deal=deal)
    assert fixed_deals.play_deal(user=cast.alice, deal=deal).pk == first.pk, "two presses, two tabs: one try"
    over = play_out(first, clock)
    assert over.state == Stage.FINISHED
    assert verification.faults_of(over) == []
    second = fixed_deals.play_deal(user=cast.alice, deal=deal)
    assert second.pk != first.pk
    assert list(Prescription.objects.order_by("pk").values_list("counted", flat=True)) == [True, False]
    assert [place.match for place in fixed.places(deal)] == [over]


def test_whoever_gives_up_has_had_his_try(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    first = fixed_deals.play_deal(user=cast.alice, deal=deal)
    seating.leave(match_id=first.pk, user=cast.alice)
    clock.pass_by(700)
    let_keeper_act(clock)
    assert fresh(first).state == Stage.ABANDONED
    assert fixed.places(deal) == []
    assert not fixed_deals.play_deal(user=cast.alice, deal=deal).prescription.counted


def test_it_counts_for_nothing_else(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    over = tried(deal, cast.alice, clock)
    tallies.count_deals()
    assert not DealCount.objects.exists()
    assert (over.results_at, over.rated, over.private) == (None, False, True)
    assert not over.deals.exists()


def test_a_try_that_ends_after_midnight_is_practice(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    first = fixed_deals.play_deal(user=cast.alice, deal=deal)
    at_midnight(clock)
    over = play_out(first, clock)
    assert not over.prescription.counted
    assert fixed.places(deal) == []
    assert not fixed_deals.play_deal(user=cast.bob, deal=deal).prescription.counted


def test_days_in_a_row(cast: Cast, clock: Clock) -> None:
    days = []
    for _day in range(2):
        days.append(fixed_deals.deals_of(fixed_deals.today())[0])
        tried(days[-1], cast.alice, clock)
        at_midnight(clock)
    assert fixed.streak(cast.alice) == 2, "today is not over yet"
    clock.pass_by(86400)
    assert fixed.streak(cast.alice) == 0
    assert fixed.archive(fixed_deals.today()) == [days[1].day, days[0].day]


def test_the_record_holds_and_has_its_proof_when_the_day_is_over(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    over = tried(deal, cast.alice, clock)
    record = export_record(over)
    assert record["prescribed"]["day"] == str(deal.day)
    assert "deal" not in record["rounds"][0]
    assert deal.secret not in json.dumps(record)
    at_midnight(clock)
    record = export_record(fresh(over))
    assert record["rounds"][0]["deal"]["secret"] == deal.secret
    check(json.loads(json.dumps(record)))
    record["rounds"][0]["deal"]["secret"] = "0" * 64
    with pytest.raises(Exception, match="commitment"):
        check(record)


def test_a_guest_who_gets_an_account_keeps_his_try(deal: FixedDeal, clock: Clock, cast: Cast) -> None:
    guest = User.objects.create_user("Guest Wren 7", is_guest=True)
    over = tried(deal, guest, clock)
    User.objects.filter(pk=guest.pk).update(username="Wren", is_guest=False)
    places = fixed.places(deal)
    assert [(place.user and place.user.username, place.match) for place in places] == [("Wren", over)]


# ——— deal codes ———


def test_a_friend_plays_the_tiles_that_one_played(cast: Cast, clock: Clock) -> None:
    match = played_match(cast)
    deal = fixed_deals.code_of_round(user=cast.alice, match=match, round_number=1, seat=0)
    assert fixed_deals.code_of_round(user=cast.alice, match=match, round_number=1, seat=0).pk == deal.pk
    theirs = fixed_deals.play_deal(user=cast.eve, deal=deal)
    row = match.rounds.get(number=1)
    now = theirs.rounds.get(number=1)
    assert (now.tiles, now.leader) == (row.tiles, row.leader)
    assert verification.faults_of(theirs) == []
    over = play_out(theirs, clock)
    places = fixed.places(deal)
    assert {(place.user, place.original) for place in places} == {(cast.alice, True), (cast.eve, False)}
    check(export_record(over))


@pytest.mark.parametrize("name", ["latino", "pagat"])
def test_any_round_can_come_first(cast: Cast, clock: Clock, name: str) -> None:
    match = played_match(cast, name=name, rounds=2)
    deal = fixed_deals.code_of_round(user=cast.alice, match=match, round_number=2, seat=1)
    theirs = fixed_deals.play_deal(user=cast.eve, deal=deal)
    assert verification.faults_of(theirs) == []
    assert state_of(theirs).leader == match.rounds.get(number=2).leader


def test_who_sat_there_only_practises(cast: Cast, clock: Clock) -> None:
    match = played_match(cast)
    deal = fixed_deals.code_of_round(user=cast.alice, match=match, round_number=1, seat=0)
    for user in (cast.alice, cast.bob):
        assert not fixed_deals.play_deal(user=user, deal=deal).prescription.counted


def test_who_has_met_the_tiles_under_another_code_only_practises(cast: Cast, clock: Clock) -> None:
    """A code of a code: whoever plays both could know every tile the second time."""
    one = fixed_deals.new_code(user=cast.alice, ruleset=preset("pagat", 2))
    here = fixed_deals.play_deal(user=cast.alice, deal=one)
    theirs = tried(one, cast.bob, clock)
    other = fixed_deals.code_of_round(user=cast.bob, match=theirs, round_number=1, seat=0)
    again = fixed_deals.play_deal(user=cast.alice, deal=other)
    assert here.prescription.counted
    assert not again.prescription.counted
    # While her own first try lasts, that of another is not shown to her under the second code either.
    assert not fixed.is_told(other, cast.alice)
    assert fixed_deals.play_deal(user=cast.eve, deal=other).prescription.counted


def test_a_new_deal_is_unknown_to_its_maker_too(cast: Cast, clock: Clock) -> None:
    deal = fixed_deals.new_code(user=cast.alice, ruleset=preset("sniff", 2))
    assert not fixed.is_told(deal, cast.alice)
    assert fixed_deals.play_deal(user=cast.alice, deal=deal).prescription.counted
    assert fixed_deals.find(deal.code).pk == deal.pk
    with pytest.raises(errors.NoSuchDeal):
        fixed_deals.find("22222222")


def test_nobody_makes_codes_without_end(cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixed_deals, "MOST_CODES", 1)
    fixed_deals.new_code(user=cast.alice, ruleset=preset("pagat", 2))
    with pytest.raises(errors.TooManyDeals):
        fixed_deals.new_code(user=cast.alice, ruleset=preset("pagat", 2))


# ——— who sees what ———


def test_a_try_is_seen_by_those_who_have_played_and_by_all_when_the_day_is_over(
    deal: FixedDeal, cast: Cast, clock: Clock
) -> None:
    over = tried(deal, cast.alice, clock)
    assert fixed.may_see(over, cast.alice)
    assert not any(fixed.may_see(over, viewer) for viewer in (cast.eve, None))
    begun = fixed_deals.play_deal(user=cast.bob, deal=deal)
    assert not fixed.may_see(over, cast.bob), "his own try is under way"
    play_out(begun, clock)
    assert fixed.may_see(over, cast.bob)
    at_midnight(clock)
    assert fixed.may_see(over, None)


def test_a_what_if_from_it_tells_no_more_than_it(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    branch = play_out(leave_at(tried(deal, cast.eve, clock), cast), clock)
    assert fixed.may_see(branch, cast.eve)
    assert not fixed.may_see(branch, cast.alice)
    at_midnight(clock)
    assert fixed.may_see(branch, cast.alice)


def test_the_lists_of_matches_know_nothing_of_it(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    fixed_deals.play_deal(user=cast.alice, deal=deal)
    assert selectors.open_tables() == []


# ——— what is kept ———


def test_what_guests_tried_out_is_forgotten(cast: Cast, clock: Clock) -> None:
    match = played_match(cast)
    User.objects.filter(pk=cast.eve.pk).update(is_guest=True)
    over = play_out(leave_at(match, cast), clock)
    assert retention.forget(clock.now + timedelta(days=6))["what-ifs of guests"] == 0
    assert retention.forget(clock.now + timedelta(days=8))["what-ifs of guests"] == 1
    assert not Match.objects.filter(pk=over.pk).exists()
    assert Match.objects.filter(pk=match.pk).exists()


def test_nothing_that_is_played_or_that_an_account_tried_out_is_forgotten(cast: Cast, clock: Clock) -> None:
    match = played_match(cast)
    of_account = play_out(leave_at(match, cast), clock)
    assert retention.forget(clock.now + timedelta(days=8))["what-ifs of guests"] == 0
    assert Match.objects.filter(pk=of_account.pk).exists()
    under_way = leave_at(match, cast)
    User.objects.filter(pk=cast.eve.pk).update(is_guest=True)
    assert retention.forget(clock.now + timedelta(days=8))["what-ifs of guests"] == 1
    assert set(Match.objects.all()) == {match, under_way}


def test_who_goes_takes_his_what_ifs_and_his_name_from_codes(cast: Cast, clock: Clock) -> None:
    match = played_match(cast)
    leave_at(match, cast)
    deal = fixed_deals.code_of_round(user=cast.eve, match=match, round_number=1, seat=0)
    farewell.say_farewell(user=cast.eve)
    assert list(Match.objects.all()) == [match]
    assert fixed_deals.find(deal.code).made_by is None


def test_ones_data_have_ones_tries_and_no_secret(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    over = tried(deal, cast.alice, clock)
    told = dict(my_data.about(cast.alice))
    assert [row["match__code"] for row in told["given deals"]] == [over.code]
    assert told["given deals"][0]["deal__day"] == deal.day
    assert deal.secret not in str(told)
    assert over.prescription.secret not in str(told)


def test_moves_are_refused_as_at_any_table(deal: FixedDeal, cast: Cast, clock: Clock) -> None:
    begun = fixed_deals.play_deal(user=cast.alice, deal=deal)
    with pytest.raises(errors.NotSeated):
        make_move(begun, cast.eve, move="55")
