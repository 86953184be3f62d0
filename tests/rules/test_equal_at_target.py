"""Alice and Bob have shared a blocked round and stand at the target together: another round is played to its winner."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.events import MatchOver, Played
from games.rules.matches import new_match
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.rules.tiles import tile
from tests.rules import naive, naive_match
from tests.rules.hidden import begin, go_on

#: Alice can lead 50 (five points), Carol 41; then Alice, Bob, Carol follow.
HANDS = [["50", "60"], ["55", "66"], ["41", "64"]]


def after_lead(target_rule: str, scores: tuple[int, int, int], leader: int) -> tuple[Any, naive.Round]:
    """The table after the first tile of the leader's hand, in both engines."""
    ruleset = {**naive.preset("pagat", 3), "name": "custom", "hand_size": 2, "target": 35, "target_rule": target_rule}
    held = [text for hand in HANDS for text in hand]
    tiles = held + [text for text in naive.ALL_TILES if text not in held]
    match = replace(new_match(Ruleset.from_dict(ruleset)), scores=scores)
    told = go_on(begin(match, tuple(map(tile, tiles)), leader, "lot"), parse_move(HANDS[leader][0]))
    plain = naive.do(naive.new_round(ruleset, tiles, leader, "lot", list(scores)), HANDS[leader][0])
    return told, plain


@pytest.mark.parametrize("target_rule", ["reach", "exact"])
def test_the_first_of_them_to_score_wins_even_where_the_target_is_exact(target_rule: str) -> None:
    told, plain = after_lead(target_rule, (35, 35, 20), leader=0)
    assert told.events[-1] == MatchOver(0, (40, 35, 20))
    assert (naive.end(plain), naive_match.winner(plain)) == ("target", 0)


@pytest.mark.parametrize("target_rule", ["reach", "exact"])
def test_a_third_who_reaches_the_target_by_a_play_wins(target_rule: str) -> None:
    told, plain = after_lead(target_rule, (35, 35, 30), leader=2)
    assert told.match.winner == naive_match.winner(plain) == 2
    assert told.round.end == naive.end(plain) == "target"


def test_who_has_not_met_an_exact_target_is_not_credited_points_that_pass_it() -> None:
    told, plain = after_lead("exact", (20, 20, 32), leader=2)
    played = told.events[1]
    assert isinstance(played, Played)
    assert (played.count, played.points) == naive.points_log(plain)[0][1:] == (5, 0)
    assert told.match.winner is None
