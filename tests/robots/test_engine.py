"""The tables, settlements and endings that the strong robots think with say what the rules say."""

from random import Random

import pytest

from games.robots.engine.ending import ending_for
from games.robots.engine.exact import solve
from games.robots.engine.playing import World, course_of, play_out
from games.robots.engine.tables import table_for
from games.rules.moves import Play
from games.rules.playout import Playout
from games.rules.rounds import apply_move, legal_moves
from games.rules.rounds import deal as deal_tiles
from games.rules.ruleset import Ruleset, change, preset
from games.rules.scoring import points_for, settle
from games.rules.states import RoundState
from games.rules.tiles import TILES, bits_of, tiles_of
from tests.robots.test_robots import ODD_TABLES, TABLES, name_of

every_table = pytest.mark.parametrize("ruleset", [*TABLES, *ODD_TABLES], ids=name_of)


def random_round(ruleset: Ruleset, random: Random) -> list[RoundState]:
    """The states of a round of any moves."""
    states = [deal_tiles(ruleset, random.sample(TILES, 28), 0, "lot")]
    while states[-1].turn is not None:
        states.append(apply_move(states[-1], random.choice(legal_moves(states[-1]))).state)
    return states


@every_table
def test_a_table_state_knows_the_count_the_tiles_that_fit_and_what_each_leads_to(ruleset: Ruleset) -> None:
    table, random = table_for(ruleset.layout_rules), Random(3)
    for state in (state for _ in range(12) for state in random_round(ruleset, random)):
        here = table.of(state.layout)
        assert here.count == state.layout.count
        plays = [move for move in legal_moves(state) if isinstance(move, Play)] if state.turn is not None else []
        for bit in {play.bit for play in plays}:
            after = [table.of(state.layout.with_tile(play)) for play in plays if play.bit == bit]
            ways = here.ways_of(bit)
            assert {(way[1].codes, way[1].placed) for way in ways} == {(each.codes, each.placed) for each in after}
            assert len({id(way[1]) for way in ways}) == len(ways)
            assert [way[0] for way in ways] == [way[1].points for way in ways]
            assert {tile: points for points, tile in here.threats}.get(bit, 0) == max(way[0] for way in ways)
        if plays and state.must_play is None and state.must_lead is None:
            assert state.hand_bits[state.turn or 0] & here.match == bits_of(
                [play.tile for play in {p.tile: p for p in plays}.values()]
            )


@every_table
def test_a_round_in_the_head_is_settled_as_at_the_table(ruleset: Ruleset) -> None:
    random = Random(8)
    for number in range(300):
        tiles = random.sample(TILES, 28)
        out = random.randrange(ruleset.players) if number % 2 else None
        hands, at = [], 0
        for seat in range(ruleset.players):
            held = 0 if seat == out else random.randint(1, 7 if ruleset.players < 4 else 6)
            hands.append(tuple(tiles[at : at + held]))
            at += held
        true = settle(ruleset, hands, "blocked" if out is None else "domino", out).earned
        raw = [float(each) * 5 / ruleset.points_per_five for each in true]
        assert list(ending_for(ruleset).settled([bits_of(hand) for hand in hands], out)) == pytest.approx(raw)


@every_table
def test_a_round_in_the_head_gives_points_as_the_rules_do(ruleset: Ruleset) -> None:
    """Where nobody ever has a choice the two must agree move by move: hands of one or two tiles."""
    random = Random(2)
    small = change(ruleset, hand_size=2, reserve=0, target=10_000, target_rule="reach", first_lead="lot")
    agreed = 0
    for _ in range(400):
        state = deal_tiles(small, random.sample(TILES, 28), 0, "lot")
        lead = random.choice(legal_moves(state))
        agreed += _agrees(small, state, lead, random)
    assert agreed > 20


def _agrees(ruleset: Ruleset, state: RoundState, lead: object, random: Random) -> bool:
    assert isinstance(lead, Play)
    playout, gains, move = Playout(state), [0.0] * len(ruleset.sides), lead
    while True:
        seat = playout.turn
        assert seat is not None
        playout.make(move)
        if isinstance(move, Play):
            gains[ruleset.side_of(seat)] += points_for(playout.count, ruleset)
        if playout.turn is None:
            break
        moves = playout.legal_moves()
        if len(moves) > 1:
            return False
        (move,) = moves  # type: ignore[assignment]
    assert playout.end is not None
    more = settle(ruleset, [tiles_of(bits) for bits in playout.hand_bits], playout.end, playout.last_player).earned
    true = [(gain + float(each)) * 5 / ruleset.points_per_five for gain, each in zip(gains, more, strict=True)]
    table = table_for(ruleset.layout_rules)
    after = table.of(state.layout.with_tile(lead))
    way = next(way for way in table.empty.ways_of(lead.bit) if way[1] is after)
    world = World(state.hand_bits, tuple(tile.bit for tile in reversed(state.boneyard)))
    course = course_of(ruleset, (0.0,) * len(gains))
    assert play_out(course, world, 0, 0, lead.bit, way, random).gains == pytest.approx(true)
    return True


@pytest.mark.parametrize("name", ["pagat", "muggins", "five_up", "sniff"])
def test_an_open_ending_is_looked_through_to_the_best_play_of_both(name: str) -> None:
    """Against a search that knows no tables and no bounds: every move of the rules tried to the end."""
    ruleset, random, looked = change(preset(name, 2), hand_size=4), Random(4), 0
    for _ in range(60):
        state = deal_tiles(ruleset, random.sample(TILES, 28), 0, "lot")
        state = state._replace(dealt=state.dealt._replace(boneyard=(), drawable=0))
        state = apply_move(state, random.choice(legal_moves(state))).state
        if state.turn is None or not isinstance(legal_moves(state)[0], Play):
            continue
        seat = state.turn
        plays = [move for move in legal_moves(state) if isinstance(move, Play)]
        table = table_for(ruleset.layout_rules)
        ways = {play: next(way for way in table.of(state.layout).ways_of(play.bit)
                           if way[1] is table.of(state.layout.with_tile(play))) for play in plays}  # fmt: skip
        options = [(play.bit, ways[play]) for play in plays]
        course = course_of(ruleset, (0.0, 0.0))
        found = solve(course, World(state.hand_bits, ()), seat, options)  # type: ignore[arg-type]
        assert found is not None
        for play, (lead, _) in zip(plays, found, strict=True):
            assert lead == pytest.approx(_naive(state, play, seat)), (state.layout, play)
            looked += 1
    assert looked > 50


def _naive(state: RoundState, move: object, seat: int) -> float:
    """The lead of the seat with best play of both after this move."""
    ruleset, mover = state.ruleset, state.turn
    after = apply_move(state, move).state  # type: ignore[arg-type]
    sign = 1 if mover == seat else -1
    lead = (
        sign * points_for(after.layout.count, ruleset) * 5 / ruleset.points_per_five if isinstance(move, Play) else 0.0
    )
    if after.turn is None:
        assert after.end is not None
        gains = settle(ruleset, after.hands, after.end, after.last_player).earned
        return lead + float(gains[seat] - gains[1 - seat]) * 5 / ruleset.points_per_five
    values = [_naive(after, each, seat) for each in legal_moves(after)]
    return lead + (max(values) if after.turn == seat else min(values))
