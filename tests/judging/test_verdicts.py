"""When a loss is named, and what an accuracy stands for: figures made by hand."""

from __future__ import annotations

import pytest

from games.judging.verdicts import GOOD, INACCURATE, MISTAKE, Measured, accuracy, mean, measured, verdict
from games.robots.appraisal import Appraisal, Loss, Worth
from games.robots.opinion import merged
from games.rules.moves import Play
from games.rules.tiles import tile


@pytest.mark.parametrize(
    ("lost", "error", "said"),
    [
        (0.0, 0.5, GOOD),
        (2.0, 0.1, GOOD),  # two points are not more than two
        (2.1, 0.5, INACCURATE),
        (2.9, 1.0, GOOD),  # less than three errors: nobody knows
        (5.9, 1.0, INACCURATE),
        (6.1, 1.0, MISTAKE),
        (9.0, 3.0, GOOD),
        (9.1, 3.0, MISTAKE),
    ],
)
def test_a_loss_is_named_above_two_points_and_three_errors(lost: float, error: float, said: str) -> None:
    assert verdict(Measured(lost, error)) == said


def test_near_the_target_hundredths_of_winning_count_as_points_do() -> None:
    loss = Loss(points=12.0, error=0.5, chance=0.03, chance_error=0.005)
    assert verdict(measured(loss, near=False)) == MISTAKE
    assert verdict(measured(loss, near=True)) == INACCURATE
    assert verdict(measured(Loss(0.0, 0.1, 0.08, 0.01), near=True)) == MISTAKE
    assert verdict(measured(Loss(0.0, 0.1, 0.08, 0.03), near=True)) == GOOD


def test_a_loss_within_its_own_error_counts_nothing() -> None:
    assert Measured(0.9, 1.0).counted == 0
    assert Measured(1.1, 1.0).counted == 1.1


def test_the_mean_of_a_player_and_its_error() -> None:
    found = mean([Measured(4.0, 1.0), Measured(0.5, 1.0), Measured(0.0, 1.0), Measured(0.0, 1.0)])
    assert found.lost == 1.0
    assert found.error == 0.5
    assert found.accuracy == pytest.approx(84.65, abs=0.01)
    assert found.accuracy_error == pytest.approx(7.05, abs=0.01)


def test_who_loses_less_a_choice_is_more_accurate() -> None:
    losses = [0, 0.1, 1, 2, 5, 10, 40]
    figures = [accuracy(lost) for lost in losses]
    assert figures == sorted(figures, reverse=True)
    assert figures[0] == 100
    assert figures[-1] > 0


def test_pieces_of_an_appraisal_are_put_together() -> None:
    """Two plays over three pieces: the second is the better one, though not in each."""
    first, second = Play(tile("65")), Play(tile("64"))

    def part(one: float, other: float) -> Appraisal:
        loss = Loss(0.0, 0.0, 0.0, 0.0)
        return Appraisal((Worth(first, one, 2.0, 0.5, loss), Worth(second, other, 2.0, 0.6, loss)), 100, near=False)

    found = merged([part(1.0, 4.0), part(3.0, 2.0), part(2.0, 6.0)])
    assert found.deals == 300
    assert found.best.play is second
    assert [worth.points for worth in found.worths] == [2.0, 4.0]
    assert found.of(first).lost.points == 2.0
    # The differences are 3, -1 and 4: their standard deviation is 2.65, and that of the mean 1.53.
    assert found.of(first).lost.error == pytest.approx(1.5275, abs=1e-4)
    assert found.of(first).lost.chance == pytest.approx(0.1)
    assert found.of(second).lost == Loss(0.0, 0.0, 0.0, 0.0)
