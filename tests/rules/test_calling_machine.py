"""Matches in which points are called, played at random under random rules; both engines must tell the same story."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from games.rules.errors import IllegalMove
from games.rules.events import Called, Played, RoundOver, WindowClosed
from games.rules.layout import Uncounted
from games.rules.matches import call, close_window, new_match
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset
from games.rules.sight import Sight, sight_of
from tests.rules import naive, naive_match
from tests.rules.hidden import Act, Call, Claimed, Close, go_on
from tests.rules.mixes import calling_rulesets
from tests.rules.test_machine import TwoEngines

AMOUNTS = st.sampled_from([0, 1, 2, 5, 10, 15, 20, 7, 168])
#: What is claimed and called: the truth, nothing, or anything.
CLAIMS = st.one_of(st.just("right"), st.just(0), st.just(0), AMOUNTS)
CALLS = st.one_of(st.just("right"), st.just("right"), st.just("right"), AMOUNTS)


class CallingEngines(TwoEngines):
    """As TwoEngines; the points of each play are claimed, called or missed."""

    @initialize(ruleset=calling_rulesets(), seed=st.integers(0, 2**32 - 1))
    def sit_down(self, ruleset: naive.Ruleset, seed: int) -> None:
        self.random = Random(seed)
        self.ruleset = ruleset
        self.deal_round(None, new_match(Ruleset.from_dict(ruleset)))

    def act(self, act: Act) -> tuple[Any, ...]:
        """What an act brings in the engine of games.rules."""
        seen = len(self.told.events)
        self.told = go_on(self.told, act)
        return self.told.events[seen:]

    def worth(self) -> int:
        """The true points of the last play, by the naive engine."""
        return naive.points_for(self.ruleset, naive.count(self.ruleset, naive.table(self.plain)))

    @precondition(lambda self: self.told.round.end is None and not naive.is_open(self.plain))
    @rule(pick=st.integers(0, 10**6), said=CLAIMS)
    def move(self, pick: int, said: Any) -> None:
        moves = legal_moves(self.told.round)
        move = moves[pick % len(moves)]
        before = self.told.match.scores
        if not isinstance(move, Play):
            events = self.act(move)
            self.plain = naive.do(self.plain, str(move))
            if self.told.round.end:
                self.check_end(events)
            return
        after = [*naive.table(self.plain), str(move)]
        claim = naive.points_for(self.ruleset, naive.count(self.ruleset, after)) if said == "right" else said
        (played,) = self.act(Claimed(move, claim))
        self.plain = naive.do(self.plain, str(move), claim)
        assert isinstance(played, Played)
        assert (played.claim, played.points) == (claim or None, None)
        assert self.told.match.scores == before, "nothing is credited while the window is open"

    @precondition(lambda self: naive.is_open(self.plain))
    @rule(pick=st.integers(0, 10**6), said=CALLS)
    def say_muggins(self, pick: int, said: Any) -> None:
        seats = naive.may_call(self.plain)
        seat = seats[pick % len(seats)]
        points = self.worth() if said == "right" else said
        before = self.told.match.scores
        events = self.act(Call(seat, points))
        self.plain = naive.call(self.plain, seat, points)
        assert isinstance(events[0], Called)
        assert (events[0].seat, events[0].points) == (seat, points)
        if naive.is_open(self.plain):
            assert (len(events), events[0].right, self.told.match.scores) == (1, False, before)
        else:
            self.check_closed(events[1:], before)

    @precondition(lambda self: naive.is_open(self.plain))
    @rule()
    def tell(self) -> None:
        before = self.told.match.scores
        events = self.act(Close())
        self.plain = naive.close(self.plain)
        self.check_closed(events, before)

    def check_closed(self, events: tuple[Any, ...], before: tuple[Any, ...]) -> None:
        closed = events[0]
        assert isinstance(closed, WindowClosed)
        seat, count, gains = naive.gains_log(self.plain)[-1]
        assert (closed.seat, closed.count, list(closed.gains)) == (seat, count, gains)
        assert sum(end.gives for end in closed.ends) == closed.count
        assert closed.points == self.worth()
        assert closed.credited == gains[closed.side]
        credits = closed.credited + closed.taken
        assert credits in (0, closed.points), "the points of a play go to one side, or to nobody"
        if not self.ruleset["overcall_penalty"]:
            assert sum(closed.gains) == credits
        assert naive.scores(self.plain) == [score + gain for score, gain in zip(before, gains, strict=True)]
        if self.told.round.end:
            self.check_end(events)

    @invariant()
    def scores_are_the_sum_of_all_credits(self) -> None:
        total = list(self.told.before.scores)
        for event in self.told.events:
            gains: Any = ()
            if isinstance(event, WindowClosed):
                gains = event.gains
            elif isinstance(event, RoundOver):
                gains = event.settlement.gains
            total = [score + gain for score, gain in zip(total, gains or [0] * len(total), strict=True)]
        assert list(self.told.match.scores) == total

    @invariant()
    def exactly_the_legal_moves_are_taken(self) -> None:
        if not naive.is_open(self.plain):
            super().exactly_the_legal_moves_are_taken()
            return
        assert not any(map(self.accepts, legal_moves(self.told.round)))
        assert self.told.match.is_playing

    @invariant()
    def exactly_those_call_who_may(self) -> None:
        able = [seat for seat in range(self.ruleset["players"]) if self.hears(seat)]
        assert able == naive.may_call(self.plain)
        closes = True
        try:
            close_window(self.told.match)
        except IllegalMove:
            closes = False
        assert closes == naive.is_open(self.plain) == (self.told.match.window is not None)

    def hears(self, seat: int) -> bool:
        try:
            call(self.told.match, seat, 5)
        except IllegalMove:
            return False
        return True

    @invariant()
    def nobody_is_told_the_count_while_the_window_is_open(self) -> None:
        for viewer in (None, *range(self.ruleset["players"])):
            sight = sight_of(self.told.match, self.told.events, viewer)
            if naive.is_open(self.plain):
                self.check_hidden(sight)
            else:
                self.check_told(sight)

    def check_hidden(self, sight: Sight) -> None:
        assert isinstance(sight.layout, Uncounted)
        assert (sight.layout.count, sight.layout.ends) == (0, ())
        last = [event for event in sight.events if isinstance(event, Played)][-1]
        assert (last.count, last.ends, last.points) == (None, (), None)
        assert (sight.end, sight.revealed, sight.settlement) == (None, None, None)
        assert list(sight.scores) == naive.scores(self.plain)
        assert sight.window is not None
        assert sight.window.may_call == (sight.seat in naive.may_call(self.plain))
        if sight.legal and isinstance(sight.legal[0], Play):
            after = sight.layout.lay(sight.legal[0])
            assert (after.count, after.ends) == (0, ()), "no preview tells it, either"

    def check_told(self, sight: Sight) -> None:
        assert sight.window is None
        assert sight.layout == self.told.round.layout
        assert sight.layout.ends == self.told.round.layout.ends
        told = [event for event in sight.events if isinstance(event, Played)]
        assert [(event.seat, event.count, event.points) for event in told] == naive.points_log(self.plain)
        assert all(sum(end.gives for end in event.ends) == event.count for event in told)

    @invariant()
    def texts_parse_back(self) -> None:
        """Asked by TwoEngines of moves alone."""

    @invariant()
    def both_engines_see_the_same_table(self) -> None:
        super().both_engines_see_the_same_table()
        assert self.told.match.winner == (naive_match.winner(self.plain) if self.is_settled() else None)

    def is_settled(self) -> bool:
        return naive.end(self.plain) is not None and not naive.is_open(self.plain)


CallingEngines.TestCase.settings = TwoEngines.TestCase.settings
TestCallingEngines = CallingEngines.TestCase
