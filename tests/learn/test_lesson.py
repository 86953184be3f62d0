"""The guided first round: it has all that a round has, and every figure in it is the engine's."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from games.learning.lesson import LEARNER, ROBOT, Scene, lesson_ruleset, scenes
from games.presenters.lesson import step
from games.rules.moves import Draw, Pass, Play
from games.rules.ports import SHORT_SIDES
from games.rules.scoring import points_for

LAST = 8


def moves() -> list[tuple[int, str]]:
    """Who did what, in the order of the round."""
    return [(event.seat, str(move)) for scene in scenes() for move, event, _after in scene.before]


def made(scene: Scene) -> int:
    """What the play that is asked for earns."""
    assert isinstance(scene.asked, Play)
    return points_for(scene.state.layout.with_tile(scene.asked).count, lesson_ruleset())


def test_it_has_all_that_a_round_has() -> None:
    first, *rest = scenes()
    assert first.state.layout.is_empty
    assert made(first) > 0
    asked = [scene.asked for scene in rest]
    assert any(isinstance(move, Draw) for move in asked)
    assert any(isinstance(move, Pass) for scene in rest for move, _event, _after in scene.before)
    arms = [move for move in asked if isinstance(move, Play) and move.port and move.port.name in SHORT_SIDES]
    assert arms
    end = rest[-1]
    assert (end.state.end, end.state.last_player, end.asked) == ("domino", LEARNER, None)
    assert end.state.layout.spinner is not None
    assert sum(tile.pips for tile in end.state.hand(ROBOT)) % 5  # so that rounding is seen


def test_some_play_scores_nothing_and_one_step_has_a_choice() -> None:
    plays = [scene for scene in scenes() if isinstance(scene.asked, Play)]
    assert [made(scene) for scene in plays].count(0) == 1
    choices = [scene for scene in plays[1:] if len(scene.legal) > 1]
    assert len(choices) == 1
    best = max(points_for(choices[0].state.layout.lay(move).count, lesson_ruleset()) for move in choices[0].legal)
    assert made(choices[0]) == best


def test_what_is_asked_for_leads_to_the_next_step() -> None:
    for scene, following in zip(scenes(), scenes()[1:], strict=False):
        assert following.before[0][0] == scene.asked
        assert following.match.scores[LEARNER] >= scene.match.scores[LEARNER]
    assert len(scenes()) == LAST
    assert len(moves()) == 12


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_each_step_says_what_was_made(number: int) -> None:
    shown, scene = step(number), scenes()[number - 1]
    assert bool(shown.ask) == (number < LAST)
    for (move, event, after), sentence in zip(scene.before, shown.told, strict=False):
        if isinstance(move, Play):
            assert f"= {after.count}:" in sentence
            earned = points_for(after.count, lesson_ruleset())
            assert (f"{earned} points" if earned else "no points") in sentence
            assert sentence.startswith("You" if event.seat == LEARNER else "Chalk played")
    if isinstance(scene.asked, Play):
        assert f"= {scene.state.layout.lay(scene.asked).count}." in shown.ask


def test_the_end_is_settled_in_three_sentences() -> None:
    shown = step(LAST)
    assert shown.settlement == (
        "Chalk still holds 1 tile: 8 pips.",
        "8 pips are 10 to the nearest five.",
        "Whoever went out scores them: 10 points for you.",
    )
    assert shown.score == "You 75, Chalk 25"


def test_it_is_there_in_portuguese() -> None:
    with translation.override("pt-br"):
        assert step(2).told[1] == "Chalk jogou a carroça de seis à esquerda e fez 12 + 4 = 16: sem pontos."
        assert step(LAST).settlement[1] == "8 pontos nas pedras dão 10 no múltiplo de cinco mais próximo."


@pytest.mark.django_db
def test_it_is_played_by_links(newcomer: Client) -> None:
    address = "/learn/round/"
    for number in range(1, LAST + 1):
        page = newcomer.get(address, {"step": number})
        assert page.status_code == 200
        if number < LAST:
            assert f'href="?step={number + 1}"'.encode() in page.content
    assert b'action="/play-now/"' in page.content


@pytest.mark.django_db
def test_another_play_than_the_one_asked_for_is_told_what_it_would_make(newcomer: Client) -> None:
    page = newcomer.get("/learn/round/", {"step": 4, "tile": "50", "play": "50>52.5"}).content.decode()
    assert "Five-blank on the left would make 0 + 0 = 0: no points. Try the play that is asked for." in page
    page = newcomer.get("/learn/round/", {"step": 2, "tile": "50"}).content.decode()
    assert "Five-blank fits nowhere: the open ends are 6 and 4." in page


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["0", "9", "-1", "x", "", "9" * 5000, "²"])
def test_there_is_no_other_step(newcomer: Client, number: str) -> None:
    assert newcomer.get("/learn/round/", {"step": number}).status_code == 404
