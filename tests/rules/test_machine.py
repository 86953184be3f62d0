"""A match played at random by Hypothesis under random rules; both engines must tell the same story at every step."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.errors import IllegalMove
from games.rules.events import MatchOver, Played, RoundOver
from games.rules.matches import lead_for, new_match, play
from games.rules.moves import Draw, Pass, Play
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset
from games.rules.scoring import round5
from games.rules.sight import sight_of
from games.rules.tiles import TILES, tile
from tests.rules import naive, naive_match
from tests.rules.hidden import Told, begin, go_on, other_deals
from tests.rules.mixes import rulesets

#: The largest count, and the largest that scores, by what branches (RULES.md, section 2).
BOUNDS = {"first": (36, 35), "none": (22, 20), "every": (75, 75)}
PORTS = [f"{t}.{name}" for t in TILES for name in (("L1", "L2", "S1", "S2") if t.is_double else (t.high, t.low))]
WAYS = [f"{t}{star}" for t in TILES for star in (("", "*") if t.is_double else ("",))]
#: Every move that can be written down, legal or not.
ALL_MOVES = [
    parse_move(text)
    for text in [*WAYS, *(f"{way}>{port}" for way in WAYS for port in PORTS), *(f"+{t}" for t in TILES), "-"]
]
PLAYS_OF = {t: [move for move in ALL_MOVES if isinstance(move, Play) and move.tile is t] for t in TILES}


class TwoEngines(RuleBasedStateMachine):
    """`told` is the round in games.rules, `plain` the same round in the naive engine."""

    told: Told
    plain: naive.Round
    random: Random
    over = False  # the match
    drew_by: int | None = None  # the seat that drew in this turn

    @initialize(ruleset=rulesets(), seed=st.integers(0, 2**32 - 1))
    def sit_down(self, ruleset: naive.Ruleset, seed: int) -> None:
        self.random = Random(seed)
        self.ruleset = ruleset
        self.deal_round(None, new_match(Ruleset.from_dict(ruleset)))

    def deal_round(self, before: naive.Round | None, match: Any) -> None:
        texts = self.random.sample(naive.ALL_TILES, 28)
        tiles = tuple(map(tile, texts))
        lot = self.random.randrange(self.ruleset["players"])
        leader, by = naive_match.next_lead(self.ruleset, texts, before)
        assert lead_for(match, tiles, lot) == (lot if leader is None else leader, by)
        scores = naive_match.scores_after(before) if before else None
        self.told = begin(match, tiles, lot if leader is None else leader, by)
        self.plain = naive.new_round(self.ruleset, texts, self.told.leader, by, scores)
        self.drew_by = None

    @precondition(lambda self: self.told.round.end is None)
    @rule(pick=st.integers(0, 10**6))
    def move(self, pick: int) -> None:
        moves = legal_moves(self.told.round)
        move = moves[pick % len(moves)]
        seat = self.told.round.turn
        seen = len(self.told.events)
        self.told, self.plain = go_on(self.told, move), naive.do(self.plain, str(move))
        events = self.told.events[seen:]
        if isinstance(move, Play):
            played = events[0]
            assert isinstance(played, Played)
            assert (seat, played.count, played.points) == naive.points_log(self.plain)[-1]
            if self.drew_by == seat:
                assert self.told.round.hand(seat), "who drew this turn cannot go out this turn"
        self.drew_by = seat if isinstance(move, Draw) else None
        if self.told.round.end:
            self.check_end(events)

    def check_end(self, events: tuple[Any, ...]) -> None:
        over = [event for event in events if isinstance(event, RoundOver)]
        assert [event.end for event in over] == [naive.end(self.plain)]
        after = naive_match.scores_after(self.plain)
        assert list(over[0].scores) == after
        assert list(over[0].settlement.gains) == naive_match.settlement(self.plain)
        won = naive_match.winner(self.plain)
        assert self.told.match.winner == won
        assert [event.side for event in events if isinstance(event, MatchOver)] == ([] if won is None else [won])
        self.over = won is not None

    @precondition(lambda self: not self.told.match.is_playing and not self.over)
    @rule()
    def deal_again(self) -> None:
        self.deal_round(self.plain, self.told.match)

    @precondition(lambda self: self.over)
    @rule()
    def nothing_more_is_dealt(self) -> None:
        assert not legal_moves(self.told.round)
        try:
            play(self.told.match, Pass())
        except IllegalMove:
            return
        raise AssertionError("a move was taken after the end")

    @invariant()
    def every_tile_is_in_one_place(self) -> None:
        state = self.told.round
        held = [t for seat in range(state.ruleset.players) for t in state.hand(seat)]
        assert sorted([*held, *state.boneyard, *(play.tile for play in state.layout.placements)]) == list(TILES)

    @invariant()
    def counts_and_points_keep_their_bounds(self) -> None:
        most, best = BOUNDS[self.ruleset["spinner"]]
        if self.ruleset["exposed_sides_count"]:
            most = best = 168
        assert 0 <= self.told.round.layout.count <= most
        unit = 5 // self.ruleset["points_per_five"]
        for event in self.told.events:
            if isinstance(event, Played) and event.points is not None:
                raw = event.points * unit
                assert raw in (0, event.count)
                assert raw % 5 == 0
                assert raw <= best

    @invariant()
    def both_engines_see_the_same_table(self) -> None:
        state, plain = self.told.round, self.plain
        plays = naive.table(plain)
        assert state.end == naive.end(plain)
        assert state.turn == (None if state.end else naive.turn(plain))
        for seat in range(state.ruleset.players):
            assert sorted(map(str, state.hand(seat))) == sorted(naive.hand(plain, seat))
        assert [str(t) for t in state.boneyard] == naive.boneyard(plain)
        assert state.drawable == naive.drawable(plain)
        assert sorted(map(str, state.layout.open_ports)) == naive.open_ports(self.ruleset, plays)
        assert state.layout.count == (naive.count(self.ruleset, plays) if plays else 0)
        scores = naive_match.scores_after(plain) if state.end else naive.scores(plain)
        assert list(self.told.match.scores) == scores

    @invariant()
    def each_end_gives_what_it_should(self) -> None:
        given: dict[str, int] = {}
        for end in self.told.round.layout.ends:
            given[str(end.tile)] = given.get(str(end.tile), 0) + end.gives
        plays = naive.table(self.plain)
        expected = naive.ends(self.ruleset, plays) if plays else {}
        assert {t: n for t, n in given.items() if n} == {t: n for t, n in expected.items() if n}

    @invariant()
    def exactly_the_legal_moves_are_taken(self) -> None:
        state = self.told.round
        legal = naive.legal(self.plain)
        assert sorted(map(str, legal_moves(state))) == sorted(legal)
        assert len(set(legal_moves(state))) == len(legal_moves(state)), "no move is offered twice"
        assert bool(legal) == (state.end is None), "nothing to do only when the round is over"
        held = () if state.turn is None else state.hand(state.turn)
        plays = [play for mine in held for play in self.random.sample(PLAYS_OF[mine], 30)]
        tried = [*plays, *self.random.sample(ALL_MOVES, 50), Pass(), *map(Draw, state.boneyard), *legal_moves(state)]
        assert {str(move) for move in tried if self.accepts(move)} == set(legal)

    def accepts(self, move: Any) -> bool:
        try:
            play(self.told.match, move)
        except IllegalMove:
            return False
        return True

    @invariant()
    def texts_parse_back(self) -> None:
        for move in (*self.told.moves, *legal_moves(self.told.round)):
            assert parse_move(str(move)) == move

    @invariant()
    def nobody_sees_what_he_may_not_know(self) -> None:
        viewer = self.random.choice([None, *range(self.ruleset["players"])])
        sight = sight_of(self.told.match, self.told.events, viewer)
        for other in other_deals(self.told, viewer, self.random, tries=3):
            assert sight_of(other.match, other.events, viewer) == sight


TwoEngines.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
TestTwoEngines = TwoEngines.TestCase


def test_rounding_once_to_the_nearest_five() -> None:
    assert [round5(pips) for pips in range(11)] == [naive_match.round5(pips) for pips in range(11)]
    assert [round5(pips) for pips in (2, 3, 7, 8, 13)] == [0, 5, 5, 10, 15]
