"""Robots where points are called: they overlook and notice as often as their kind should, and are never wrong."""

from random import Random

import pytest

from games.robots import KINDS, ROBOTS, choose, claim, will_call
from games.rules.matches import new_match
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.scoring import points_for
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES, tile
from tests.robots.play import deal, next_move, robot, sight
from tests.robots.test_robots import ODD_TABLES, TABLES, every_robot, name_of
from tests.rules.hidden import Call, Claimed, Close, Told, begin, go_on

SEEDS = 4000
#: Five standard errors of a share of 4000 lots, at the most.
MARGIN = 0.04
CALLING = [change(ruleset, calling="muggins") for ruleset in (*TABLES, *ODD_TABLES)]
PAIRS = change(preset("pagat", 4), calling="muggins", hand_size=2)


def alice_leads(ruleset: Ruleset = PAIRS) -> Told:
    """Alice holds 55, which makes ten, and 31, which makes nothing; Bob, Carol and Dave hold whatever."""
    own = [tile("55"), tile("31")]
    rest = [each for each in TILES if each not in own]
    return begin(new_match(ruleset), (*own, *rest), 0, "lot")


def laid(text: str, said: int | None, ruleset: Ruleset = PAIRS) -> Told:
    play = parse_move(text)
    assert isinstance(play, Play)
    return go_on(alice_leads(ruleset), Claimed(play, said))


def seen_by(told: Told, seat: int | None) -> Sight:
    return sight_of(told.match, told.events, seat)


def play_of(text: str) -> Play:
    play = parse_move(text)
    assert isinstance(play, Play)
    return play


@every_robot
def test_a_robot_overlooks_its_own_points_as_often_as_its_kind_does(kind: str) -> None:
    seen = sight(alice_leads())
    claims = [claim(kind, seen, play_of("55"), seed) for seed in range(SEEDS)]
    assert set(claims) == {10, None}
    assert claims.count(None) / SEEDS == pytest.approx(KINDS[kind].overlooks, abs=MARGIN)


@every_robot
def test_a_robot_notices_the_points_of_others_as_often_as_its_kind_does(kind: str) -> None:
    for told in (laid("55", None), laid("55", 5)):
        calls = [will_call(kind, seen_by(told, 1), seed) for seed in range(SEEDS)]
        assert set(calls) == {10, None}
        assert 1 - calls.count(None) / SEEDS == pytest.approx(KINDS[kind].notices, abs=MARGIN)


def test_better_robots_overlook_less_and_notice_more() -> None:
    lots = [(each.overlooks, each.notices) for each in ROBOTS.values()]
    assert lots == [(0.35, 0.25), (0.15, 0.5), (0.03, 0.9), (0.02, 0.95), (0.01, 0.98)]


def test_overlooking_has_nothing_to_do_with_the_play_chosen() -> None:
    """The same seed gives the play and the lot: a beginner who leads 55 overlooks as often as any."""
    seen = sight(alice_leads())
    leads = [seed for seed in range(SEEDS) if str(choose("beginner", seen, seed)) == "55"]
    assert len(leads) > SEEDS / 3
    assert len(leads) < SEEDS
    missed = [seed for seed in leads if claim("beginner", seen, play_of("55"), seed) is None]
    assert len(missed) / len(leads) == pytest.approx(0.35, abs=0.06)


@every_robot
def test_the_same_seed_claims_and_calls_the_same(kind: str) -> None:
    own, others = sight(alice_leads()), seen_by(laid("55", None), 3)
    for seed in range(20):
        assert claim(kind, own, play_of("55"), seed) == claim(kind, own, play_of("55"), seed)
        assert will_call(kind, others, seed) == will_call(kind, others, seed)


@every_robot
def test_there_is_nothing_to_claim_or_to_call_where_nothing_was_made(kind: str) -> None:
    seen = sight(alice_leads())
    assert {claim(kind, seen, play_of("31"), seed) for seed in range(50)} == {None}
    for told in (laid("31", None), laid("31", 5), laid("55", 10)):
        assert {will_call(kind, seen_by(told, 1), seed) for seed in range(50)} == {None}


@every_robot
def test_who_may_not_call_does_not(kind: str) -> None:
    told = laid("55", None)
    for seat in (None, 0, 2):
        assert {will_call(kind, seen_by(told, seat), seed) for seed in range(50)} == {None}
    tried = go_on(told, Call(1, 5))
    assert {will_call(kind, seen_by(tried, 1), seed) for seed in range(50)} == {None}
    closed = go_on(tried, Close())
    assert {will_call(kind, seen_by(closed, 3), seed) for seed in range(50)} == {None}


def test_amounts_are_in_the_unit_of_the_match() -> None:
    five_up = change(preset("five_up", 2), calling="muggins", hand_size=2)
    assert {claim("careful", sight(alice_leads(five_up)), play_of("55"), seed) for seed in range(90)} == {2, None}
    assert {will_call("careful", seen_by(laid("55", None, five_up), 1), seed) for seed in range(90)} == {2, None}


@every_robot
@pytest.mark.parametrize("ruleset", CALLING, ids=name_of)
def test_no_robot_ever_claims_or_calls_wrongly(ruleset: Ruleset, kind: str) -> None:
    told, random = deal(ruleset, Random(5)), Random(6)
    choosers = dict.fromkeys(range(ruleset.players), robot(kind))
    heard = 0
    while told.round.end is None:
        move = next_move(told, choosers, random.getrandbits(32))
        if not isinstance(move, Play):
            told = go_on(told, move)
            continue
        points = points_for(told.round.layout.with_tile(move).count, ruleset)
        said = {claim(kind, sight(told), move, seed) for seed in range(6)}
        assert said <= {points or None, None}
        told = go_on(told, Claimed(move, None))
        calls = {will_call(kind, seen_by(told, seat), seed) for seed in range(6) for seat in range(ruleset.players)}
        assert calls <= {points or None, None}
        heard += len(said - {None}) + len(calls - {None})
        told = go_on(told, Close())
    assert heard


@every_robot
def test_a_robot_counts_for_itself_while_the_count_is_not_told(kind: str) -> None:
    """The move that it would make is the same whether the window has closed or not."""
    compared = 0
    for seed in range(6):
        told = deal(change(preset("pagat", 3), calling="muggins"), Random(seed))
        while told.round.end is None:
            move = legal_moves(told.round)[seed % len(legal_moves(told.round))]
            told = go_on(told, move)
            if told.match.window is None or told.round.end is not None:
                continue
            closed = go_on(told, Close())
            if closed.match.is_playing and isinstance(legal_moves(closed.round)[0], Play):
                compared += 1
                assert choose(kind, sight(told), seed) is choose(kind, sight(closed), seed)
            told = closed
    assert compared > 30
