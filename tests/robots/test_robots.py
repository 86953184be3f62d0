"""Robots move legally, repeatably, and by nothing but what their seat may know."""

from itertools import combinations
from random import Random

import pytest

from games.robots import KINDS, ROBOTS, choose, safe_move
from games.robots.careful import REPLY, best_points, expected_best, replies, unseen_tiles
from games.robots.levels import Level, one_ply
from games.rules.matches import new_match
from games.rules.moves import Move, Play
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES, tile
from tests.robots.play import deal, next_move, robot, sight
from tests.rules.hidden import Told, begin, go_on, other_deals

TABLES = [preset(name, players) for name in PRESETS for players in preset_players(name)]
ODD_TABLES = [
    change(preset("pagat", 4), partners=False, target=35, target_rule="exact"),
    change(preset("sniff", 2), exposed_sides_count=True, reserve=2),
    change(preset("five_up", 2), first_lead="highest_double", settlement="own_hand"),
]


def name_of(ruleset: Ruleset) -> str:
    return f"{ruleset.name}-{ruleset.players}"


every_table = pytest.mark.parametrize("ruleset", [*TABLES, *ODD_TABLES], ids=name_of)
every_robot = pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "oracle"])


def choices(ruleset: Ruleset, kind: str, seed: int) -> list[Told]:
    """The positions of one round, robots of the kind at all seats, in which there was something to choose."""
    told = deal(ruleset, Random(seed))
    found = []
    while told.round.end is None:
        if len(legal_moves(told.round)) > 1:
            found.append(told)
        told = go_on(told, next_move(told, dict.fromkeys(range(ruleset.players), robot(kind)), seed + len(told.moves)))
    return found


def alice_sees(ruleset: Ruleset, hand: str, table: str) -> Told:
    """Alice is to move with this hand; she and Bob laid the table in turn, and Bob holds any other tiles."""
    plays = [parse_move(text) for text in table.split()]
    laid = [play.tile for play in plays if isinstance(play, Play)]
    alices = [tile(text) for text in hand.split()] + laid[0::2]
    rest = [t for t in TILES if t not in alices + laid]
    told = begin(new_match(change(ruleset, hand_size=len(alices))), (*alices, *laid[1::2], *rest), 0, "lot")
    for play in plays:
        told = go_on(told, play)
    return told


@every_robot
@every_table
def test_a_robot_moves_legally_in_every_position(ruleset: Ruleset, kind: str) -> None:
    for seed in range(4):
        for told in choices(ruleset, kind, seed):
            assert choose(kind, sight(told), 7) in legal_moves(told.round)
            assert safe_move(sight(told)) in legal_moves(told.round)


@every_robot
@every_table
def test_a_robot_does_not_know_what_its_seat_may_not_know(ruleset: Ruleset, kind: str) -> None:
    exchanged = 0
    for told in (told for seed in (11, 12) for told in choices(ruleset, kind, seed)):
        seen, move, safe = sight(told), choose(kind, sight(told), 5), safe_move(sight(told))
        for other in other_deals(told, told.round.turn, Random(3), tries=4):
            exchanged += other.tiles != told.tiles
            assert sight(other) == seen
            assert choose(kind, sight(other), 5) == move
            assert safe_move(sight(other)) == safe
    assert exchanged > 20, "hidden tiles must really have been exchanged"


@every_robot
def test_the_same_sight_and_seed_give_the_same_move(kind: str) -> None:
    for told in choices(preset("pagat", 2), kind, 1):
        assert choose(kind, sight(told), 9) is choose(kind, sight(told), 9)


@pytest.mark.parametrize("kind", ["random", "beginner"])
def test_chance_and_a_beginner_play_every_tile_that_fits_sooner_or_later(kind: str) -> None:
    told = alice_sees(preset("pagat", 2), "65 54 41 33", "55 50>55.L1")
    seen = sight(told)
    assert {str(move) for move in seen.legal} == {"65>55.L2", "54>55.L2"}
    assert {choose(kind, seen, seed) for seed in range(60)} == set(seen.legal)


def test_a_scorer_takes_the_most_points() -> None:
    """The count is 4 + 12; only 61 on the double makes a multiple of five of it, 4 + 1."""
    told = alice_sees(preset("pagat", 2), "61 62 54", "64 66>64.6")
    assert {str(choose("scorer", sight(told), seed)) for seed in range(9)} == {"61>66.L2"}


def test_without_points_a_scorer_lays_the_heaviest_tile() -> None:
    """From 6 and 4 the plays would leave 0 + 4, 2 + 4 and 6 + 2."""
    told = alice_sees(preset("pagat", 2), "60 62 42", "63 43>63.3")
    assert {str(choose("scorer", sight(told), seed)) for seed in range(9)} == {"62>63.6"}


def careful(seen: Sight) -> Move:
    """What the careful robot thinks best, were it never to slip."""
    return Level(one_ply, 0.0)(seen, Random(1))


def test_a_careful_robot_leaves_the_next_player_little() -> None:
    """From 4 and 2: 32 is heavier, but leaves 4 and 3, from which many tiles score; 40 leaves 0 and 2."""
    told = alice_sees(preset("pagat", 2), "40 32 61", "41 21>41.1")
    assert str(choose("scorer", sight(told), 1)) == "32>21.2"
    assert str(careful(sight(told))) == "40>41.4"


def test_a_careful_robot_fears_what_its_opponent_and_not_what_its_partner_will_score() -> None:
    """The same table and hand: alone against three the seat across is one more to fear, as a partner it helps."""
    pairs = change(preset("pagat", 4), hand_size=3)
    values = {}
    for ruleset in (pairs, change(pairs, partners=False)):
        seen = sight(deal(ruleset, Random(1)))
        lead = seen.legal[0]
        values[ruleset.partners] = replies(seen, seen.layout.with_tile(lead), unseen_tiles(seen))
    assert values[True] != values[False]
    seen = sight(deal(pairs, Random(1)))
    after = seen.layout.with_tile(seen.legal[0])
    points = best_points(seen, 0, after, unseen_tiles(seen))
    reply = expected_best(points, 3)
    assert reply > 0
    assert values[True] == pytest.approx(-REPLY[0] * reply + REPLY[1] * reply - REPLY[2] * reply)
    assert values[False] == pytest.approx(-(REPLY[0] + REPLY[1] + REPLY[2]) * reply / 3)


def test_the_best_reply_is_the_mean_over_all_hands() -> None:
    points = [20, 15, 10, 10, 5, 0, 0, 0]
    for held in range(1, 9):
        hands = list(combinations(points, held))
        assert expected_best(points, held) == pytest.approx(sum(map(max, hands)) / len(hands))


def test_a_careful_robot_wins_the_match_whenever_a_play_can() -> None:
    tried = 0
    for told in (
        told for seed in range(150) for told in choices(change(preset("five_up", 2), target=1), "scorer", seed)
    ):
        winning = {move for move in legal_moves(told.round) if go_on(told, move).match.winner == told.round.turn}
        tried += 0 < len(winning) < len(legal_moves(told.round))
        assert not winning or careful(sight(told)) in winning
        assert not winning or choose("careful", sight(told), 0) in winning
    assert tried > 50


def test_a_careful_robot_does_not_count_points_that_pass_an_exact_target() -> None:
    """64 leads for ten points, which are not credited when five are wanted; 50 or 41 wins."""
    ruleset = change(preset("pagat", 2), target=5, target_rule="exact")
    told = alice_sees(ruleset, "64 50 21", "")
    for choice in (choose("scorer", sight(told), 1), careful(sight(told))):
        assert str(choice) == "50"


def test_a_seat_without_a_move_is_asked_for_nothing() -> None:
    told = deal(preset("pagat", 2), Random(1))
    waiting = sight_of(told.match, told.events, 1 - told.round.leader)
    for kind in KINDS:
        with pytest.raises(ValueError, match="no move to choose"):
            choose(kind, waiting, 1)
    with pytest.raises(ValueError, match="no move to choose"):
        safe_move(waiting)


def test_who_cannot_play_and_has_nothing_to_draw_passes() -> None:
    told = deal(preset("latino", 4), Random(2))
    while str(legal_moves(told.round)[0]) != "-":
        told = go_on(told, legal_moves(told.round)[0])
    assert [str(choose(kind, sight(told), 1)) for kind in KINDS] == ["-"] * len(KINDS)
    assert str(safe_move(sight(told))) == "-"


def test_the_robots_bear_the_names_of_what_tiles_are_made_of() -> None:
    assert [(key, robot.name, robot.level) for key, robot in ROBOTS.items()] == [
        ("beginner", "Chalk", 1),
        ("scorer", "Boxwood", 2),
        ("careful", "Bone", 3),
        ("brass", "Brass", 4),
        ("ebony", "Ebony", 5),
    ]
