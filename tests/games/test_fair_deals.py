"""Rounds are promised before they are dealt, and nothing that is sent before the end lets anybody compute a tile."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from accounts.models import User
from games import fair, verification
from games.consumers import TableConsumer
from games.models import Deal, DealCount, Match, MixedIn, Round
from games.presenters.chances import chances
from games.rules import fairness
from games.rules.errors import RecordError
from games.rules.record import check
from games.services import deals, errors, keeper, records, seating, tallies
from tests.cast import Cast, make_cast
from tests.pages.sockets import first_frame
from tests.races import racers
from tests.tables import (
    Clock,
    confirm_all,
    dealing,
    fresh,
    let_keeper_act,
    open_table,
    play_out_match,
    play_out_round,
    rules,
    standing_clock,
)

ONE, TWO = "11" * 32, "22" * 32
LONG = {"target": 10_000}


@pytest.fixture
def waiting(settings: Any) -> None:
    """Deals wait for browsers, as they do in earnest."""
    settings.MUGGINS_FAIR_WAIT_SECONDS = 3


@pytest.fixture
def clock() -> Iterator[Clock]:
    with standing_clock() as clock:
        yield clock


def table(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob, ruleset=rules(**LONG))


def mix(match: Match, user: User, value: str, number: int = 1) -> None:
    deals.mix_in(match_id=match.pk, user=user, round_number=number, value=value)


def deal_of(match: Match, number: int = 1) -> Deal:
    return Deal.objects.get(match=match, number=number)


def dealt_by(match: Match, number: int, *values: str | None) -> bool:
    """Whether the tiles of this round follow from its secret and these numbers."""
    key = fairness.order_key(deal_of(match, number).secret, match.code, number, values)
    order = fairness.drawn(key, len(values)).tiles
    return Round.objects.get(match=match, number=number).tiles == " ".join(map(str, order))


@pytest.mark.usefixtures("waiting", "clock")
def test_the_first_round_waits_for_the_numbers_of_all_and_is_dealt_with_them(cast: Cast) -> None:
    match = table(cast)
    assert (match.state, match.round_number, match.between_rounds) == ("running", 0, True)
    assert deal_of(match).commitment == fairness.commitment(deal_of(match).secret, match.code, 1)
    mix(match, cast.alice, ONE)
    assert fresh(match).round_number == 0
    mix(match, cast.bob, TWO)
    assert fresh(match).round_number == 1
    assert dealt_by(match, 1, ONE, TWO)


@pytest.mark.usefixtures("waiting")
def test_who_sends_none_is_waited_for_a_moment_only(cast: Cast, clock: Clock) -> None:
    match = table(cast)
    mix(match, cast.bob, TWO)
    let_keeper_act(clock, step=2.9)
    assert fresh(match).round_number == 0
    let_keeper_act(clock, step=0.2)
    assert fresh(match).round_number == 1
    assert dealt_by(match, 1, None, TWO)


@pytest.mark.usefixtures("waiting")
def test_a_robot_sends_none_and_is_not_waited_for(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, robots=["careful"])
    assert fresh(match).round_number == 0
    mix(match, cast.alice, ONE)
    assert fresh(match).round_number == 1
    assert dealt_by(match, 1, ONE, None)


@pytest.mark.usefixtures("waiting")
def test_the_next_round_is_promised_when_the_last_is_over(cast: Cast, clock: Clock) -> None:
    match = table(cast)
    mix(match, cast.alice, ONE)
    mix(match, cast.bob, TWO)
    assert not Deal.objects.filter(match=match, number=2).exists()
    play_out_round(match)
    assert deal_of(match, 2).commitment
    mix(match, cast.alice, TWO, 2)
    confirm_all(match)
    assert fresh(match).round_number == 1, "Bob's browser has a moment left"
    mix(match, cast.bob, ONE, 2)
    assert fresh(match).round_number == 2
    assert dealt_by(match, 2, TWO, ONE)


@pytest.mark.usefixtures("waiting")
def test_all_agree_and_a_browser_is_silent(cast: Cast, clock: Clock) -> None:
    match = table(cast)
    let_keeper_act(clock, step=3.1)
    play_out_round(match)
    mix(match, cast.alice, TWO, 2)
    clock.pass_by(1)
    confirm_all(match)
    let_keeper_act(clock, step=1)
    assert fresh(match).round_number == 1
    let_keeper_act(clock, step=1.1)  # long before the panel's own time is over
    assert fresh(match).round_number == 2
    assert dealt_by(match, 2, TWO, None)


@pytest.mark.usefixtures("waiting")
def test_a_stand_in_and_who_is_away_are_not_waited_for(cast: Cast, clock: Clock) -> None:
    match = table(cast)
    seating.leave(match_id=match.pk, user=cast.bob)
    with pytest.raises(errors.NotSeated):
        mix(match, cast.bob, TWO)
    mix(match, cast.alice, ONE)
    assert dealt_by(match, 1, ONE, None)


@pytest.mark.usefixtures("waiting", "clock")
def test_a_number_counts_once_and_only_before_the_deal(cast: Cast) -> None:
    match = table(cast)
    mix(match, cast.alice, ONE)
    mix(match, cast.alice, ONE)
    with pytest.raises(errors.AlreadyMixed):
        mix(match, cast.alice, TWO)
    with pytest.raises(errors.DealtAlready):
        mix(match, cast.bob, TWO, 2)
    with pytest.raises(errors.NotSeated):
        mix(match, cast.eve, TWO)
    for odd in ("", "zz" * 32, "AA" * 32, "1" * 63, "1" * 65, "١" * 64, "1" * 64 + "\n"):
        with pytest.raises(errors.BadNumber):
            mix(match, cast.bob, odd)
    mix(match, cast.bob, TWO)
    with pytest.raises(errors.DealtAlready):
        mix(match, cast.bob, TWO)
    assert MixedIn.objects.count() == 2


@pytest.mark.usefixtures("waiting")
def test_after_a_restart_the_deal_is_made_from_what_is_stored(cast: Cast, clock: Clock) -> None:
    match = table(cast)
    mix(match, cast.alice, ONE)
    secret = deal_of(match).secret
    clock.pass_by(60)  # the server was killed and is started again
    keeper.tick("another process")
    assert fresh(match).round_number == 1
    assert deal_of(match).secret == secret
    assert dealt_by(match, 1, ONE, None)


def test_a_table_that_ran_before_there_were_proofs_goes_on(cast: Cast) -> None:
    with dealing("66 55 44"):
        match = table(cast)
    play_out_round(match)
    Deal.objects.filter(match=match).delete()
    confirm_all(match)
    assert fresh(match).round_number == 2
    record = records.export_record(fresh(match))
    assert "deal" not in record["rounds"][0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("waiting")
def test_races_of_two_numbers_and_the_end_of_the_wait_make_one_deal() -> None:
    cast = make_cast()
    ends: Counter[int] = Counter()
    with racers(3) as three:
        for _ in range(25):
            with standing_clock() as clock:
                match = table(cast)
                clock.pass_by(3.05)
                turn = {"match_id": match.pk, "turn_version": fresh(match).turn_version}
                three.race(
                    partial(mix, match, cast.alice, ONE),
                    partial(mix, match, cast.bob, TWO),
                    partial(deals.deal_next, **turn),
                )
            came = dict(MixedIn.objects.filter(deal__match=match).values_list("seat", "value"))
            assert Round.objects.filter(match=match).count() == 1
            assert dealt_by(match, 1, came.get(0), came.get(1)), "every number that is stored is in the deal"
            assert verification.faults_of(fresh(match)) == []
            ends[len(came)] += 1
    assert sum(ends.values()) == 25


# --- what is told, and when ---


def everything_sent(match: Match, viewers: list[User | None]) -> list[str]:
    """All pages, fragments, frames and files of a table, to each of these viewers."""
    sent = []
    for viewer in viewers:
        client = Client()
        if viewer is not None:
            client.force_login(viewer)
        for path in (f"/t/{match.code}/", f"/t/{match.code}/state/", f"/t/{match.code}/record/", f"/m/{match.code}/"):
            sent.append(client.get(path).content.decode())
        frame: dict[str, Any] = async_to_sync(first_frame)(TableConsumer, match.code, viewer)
        sent.append(json.dumps(frame))
    return sent


HEX = re.compile(r"[0-9a-f]{64}")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("waiting")
def test_nothing_that_is_sent_before_the_end_lets_anybody_compute_a_tile() -> None:
    cast = make_cast()
    with standing_clock():
        match = table(cast)
        mix(match, cast.alice, ONE)
        sent = everything_sent(match, [cast.alice, cast.bob, cast.eve, None])
        mix(match, cast.bob, TWO)
        sent += everything_sent(match, [cast.alice, cast.bob, cast.eve, None])
    secret, commitment = deal_of(match).secret, deal_of(match).commitment
    key = fairness.order_key(secret, match.code, 1, (ONE, TWO)).hex()
    text = "\n".join(sent)
    assert commitment in text, "the promise is made to all"
    for hidden in (secret, key, ONE, TWO):
        assert hidden not in text
    published = {*HEX.findall(text), match.code.encode().hex().ljust(64, "0")[:64], "00" * 32, "ff" * 32, ONE, TWO}
    assert commitment in published
    order = Round.objects.get(match=match).tiles.split()
    for guess, values in product(published, product([ONE, TWO, None], repeat=2)):
        guessed = fairness.drawn(fairness.order_key(guess, match.code, 1, values), 2).tiles
        assert [str(tile) for tile in guessed] != order
        assert fairness.commitment(guess, match.code, 1) != commitment


@pytest.mark.django_db(transaction=True)
def test_once_the_round_is_over_its_secret_is_told_and_the_next_is_not() -> None:
    cast = make_cast()
    match = table(cast)
    play_out_round(match)
    text = "\n".join(everything_sent(match, [cast.alice, None]))
    assert deal_of(match).secret in text
    assert deal_of(match, 2).commitment in text
    assert deal_of(match, 2).secret not in text
    assert fair.proof_of(fresh(match), 2) is None


def test_every_exported_match_holds_with_its_proofs(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, cast.carol, ruleset=rules(players=3, target=60)))
    record = json.loads(json.dumps(records.export_record(match)))
    assert all(item["deal"]["scheme"] == "muggins-fair-1" for item in record["rounds"])
    assert check(record).finished
    record["rounds"][-1]["deal"]["secret"] = ONE
    with pytest.raises(RecordError, match=f"round {len(record['rounds'])}: deal"):
        check(record)


# --- counters ---


def test_each_deal_is_counted_once_when_its_round_is_over(cast: Cast) -> None:
    match = table(cast)
    assert tallies.count_deals() == 0
    play_out_round(match)
    assert [tallies.count_deals(), tallies.count_deals()] == [1, 0]
    tiles = Round.objects.get(match=match).tiles.split()
    size = rules().hand_size
    hands = [tiles[:size], tiles[size : 2 * size]]
    counted = {(row.kind, row.value): row.n for row in DealCount.objects.all()}
    for held, n in Counter(sum(tile[0] == tile[1] for tile in hand) for hand in hands).items():
        assert counted["doubles", held] == n
    assert counted["pips", sum(int(half) for half in "".join(hands[0]))] == 1
    assert counted["lot", Round.objects.get(match=match).leader] == 1
    keeper.tick()
    assert sum(row.n for row in DealCount.objects.all()) == 4


def test_the_figures_tell_a_fair_deal_from_one_that_is_not() -> None:
    rows = [("doubles", 2, 7, held, n) for held, n in enumerate([195, 720, 926, 531, 133, 13, 1, 0])]
    rows += [("pips", 2, 7, 42, 1260), ("lot", 2, 0, 0, 640), ("lot", 2, 0, 1, 620)]
    found = chances(rows)
    assert (found.deals, found.lots) == (1260, 1260)
    assert found.lot is not None
    assert found.lot.inside == 2
    assert found.pips is not None
    assert found.pips.inside == 0, "each hand has 42 pips, and no other sum came"
    loaded = chances([*rows, ("lot", 2, 0, 0, 300)])
    assert loaded.lot is not None
    assert loaded.lot.inside == 0
