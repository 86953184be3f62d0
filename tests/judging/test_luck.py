"""Luck beside skill, with numbers made by hand: what a side won is luck less its own losses plus the others'."""

from __future__ import annotations

import pytest

from games.judging.luck import Judged, account, lead_of

#: Alice (side 0) and Bob (side 1) in one round that Alice won by 20. Each choice: move, side, lead before, worth, lost.
ROUND = (
    Judged(1, 0, 0.0, 4.0, 0.0),  # the deal was worth 4 to Alice, who leads
    Judged(2, 1, -5.0, 3.0, 6.0),  # she scored 5; Bob expects to get 3 back, and has given 6 away
    Judged(3, 0, 5.0, 9.0, 2.0),
    Judged(5, 1, -15.0, -1.0, 0.0),
)


def test_a_result_is_luck_less_what_one_lost_and_plus_what_the_others_lost() -> None:
    alice, bob = account(0, 2, 20.0, ROUND), account(1, 2, -20.0, ROUND)
    assert (alice.own, alice.others) == (2.0, 6.0)
    assert alice.luck == 20 + 2 - 6 == 16
    assert bob.luck == -alice.luck
    for one in (alice, bob):
        assert one.margin == one.luck - one.own + one.others


def test_luck_falls_into_spans_between_ones_own_choices() -> None:
    alice = account(0, 2, 20.0, ROUND)
    assert [(span.since, span.until) for span in alice.spans] == [(0, 1), (1, 3), (3, None)]
    # The deal: 4. Then she stood at 16 (5 ahead, 9 to come, 2 about to be lost) instead of 4, and 6 of that Bob gave.
    # At the end she is ahead by 20 instead of 14, and Bob gave nothing.
    assert [span.gain for span in alice.spans] == [4.0, 6.0, 6.0]
    assert sum(span.gain for span in alice.spans) == alice.luck


@pytest.mark.parametrize("side", [0, 1, 2])
def test_among_three_sides_a_loss_goes_to_both_others_in_halves(side: int) -> None:
    choices = [Judged(1, 0, 0.0, 3.0, 4.0), Judged(2, 1, 2.0, 1.0, 0.0), Judged(3, 2, -4.0, 6.0, 2.0)]
    found = account(side, 3, 7.5, choices)
    own = {0: 4.0, 1: 0.0, 2: 2.0}[side]
    assert found.others == (6.0 - own) / 2
    assert sum(span.gain for span in found.spans) == pytest.approx(found.luck)
    assert found.margin == pytest.approx(found.luck - found.own + found.others)


def test_a_side_that_never_chose_had_luck_alone() -> None:
    found = account(1, 2, -35.0, [Judged(1, 0, 0.0, 8.0, 0.0)])
    assert found.luck == -35.0
    assert [(span.since, span.until, span.gain) for span in found.spans] == [(0, None, -35.0)]


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    assert lead_of([10, 0], 0) == 10
    assert lead_of([10, 0, 5], 1) == -7.5
