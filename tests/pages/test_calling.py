"""Points that are called, as the page tells them: claims, calls, what came of them, and the way onto the table."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.presenters.facts import ClockFacts
from games.presenters.table import present
from games.presenters.window import calls_of, closings, pad
from games.rules import matches
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import preset
from games.views.rendering import table_html
from games.words.calling import Calls, Told, calls_line, claims, told
from games.words.play import Who
from tests.cast import Cast
from tests.i18n.test_pages import left_in_english
from tests.muggins import called, led
from tests.pages.scenes import Position
from tests.pages.test_hidden_count import calling_match
from tests.tables import fresh, options

Browser = Callable[[User | None], Client]
BONE, ME = Who("Bone"), Who("Alice", me=True)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (Told(BONE, 15, 15, 15), ""),  # the sum and who scored say it all
        (Told(BONE, None, 0, 0), ""),
        (Told(BONE, None, 15, 0), "Bone claimed nothing and missed 15."),
        (Told(ME, 10, 15, 0), "You claimed 10 and missed 15."),
        (Told(BONE, 10, 0, 0), "Bone claimed 10. No points."),
        (Told(BONE, None, 15, 0, ME, 15), "Bone claimed nothing. You took 15: «Muggins!»"),
        (Told(ME, 10, 15, 0, BONE, 15), "You claimed 10. Bone took 15: «Muggins!»"),
        (Told(BONE, 15, 15, 0), "Bone claimed 15, which would pass the target: nothing is credited."),
        (
            Told(BONE, None, 15, 0, ME, 0),
            "Bone claimed nothing. You called 15: «Muggins!» It would pass the target and is not credited.",
        ),
        (
            Told(BONE, 10, 0, 0, penalty=10, others=("Alice", "Carol")),
            "Bone claimed 10. No points. The wrong claim gives 10 to Alice and Carol.",
        ),
    ],
)
def test_what_came_of_a_claim_is_said_shortly(what: Told, sentence: str) -> None:
    assert told(what) == sentence


def test_a_claim_is_said_aloud() -> None:
    assert [claims(BONE, 10), claims(BONE, None), claims(ME, 10), claims(ME, None)] == [
        "Bone claims 10.", "Bone claims nothing.", "You claim 10.", "You claim nothing.",
    ]  # fmt: skip


def test_figures_of_a_side_are_sentences() -> None:
    assert calls_line(Calls(6, 2, 15, 1, 10, 1, 10)) == (
        "6 right claims. Missed 2, 15 points: 10 of them were taken. Took 10 points."
    )
    assert calls_line(Calls(claimed=1)) == "1 right claim. Missed nothing. Took nothing."


def test_a_pad_has_what_can_be_made() -> None:
    assert pad(preset("muggins", 2), nothing=True).keys == (0, 5, 10, 15, 20)
    assert pad(preset("pagat", 2), nothing=False).keys == (5, 10, 15, 20, 25, 30, 35)
    assert pad(preset("five_up", 2), nothing=True).keys == (0, 1, 2, 3, 4, 5, 6, 7)


def moments(seed: int, **settings: object) -> list[Position]:
    return [position for position, _before, _move in calling_match(called(**settings), random.Random(seed))]  # type: ignore[arg-type]


def test_the_bar_does_not_change_the_digest() -> None:
    position = moments(1)[3]
    one, other = (present(position.facts(0, window_clock=ClockFacts(left, 8.0))) for left in (7.5, 2.0))
    assert one.digest == other.digest
    assert one.window is not None
    assert one.window.bar is not None
    assert (one.window.bar.figures, one.window.bar.name) == ("0:08", "8 seconds left")


def test_what_is_told_is_news_of_its_own() -> None:
    """Who heard the play hears what it made when the window closes, at that version."""
    for position in moments(2):
        open_news = present(position.facts(0)).news
        assert open_news[-2].text.endswith("«Muggins!» can be called for 8 seconds.")
        step = matches.close_window(position.match)
        closed = Position(step.match, (*position.events, *step.events))
        if not step.match.is_playing:
            continue
        number = len(closings(closed.facts(0).sight))  # type: ignore[arg-type]
        entry = present(closed.facts(0, closings=tuple(range(100, 100 + number)))).log[0]
        assert entry.closed == 99 + number
        assert entry.sum_line
        assert bool(entry.ends) == ("missed" in entry.told or "took" in entry.told)


def test_a_rounds_end_adds_up_with_what_was_taken() -> None:
    seen = 0
    for seed in range(12):
        last = moments(seed)[-1]
        step = matches.close_window(last.match)
        if step.match.is_playing:
            continue  # it was blocked later, upon a draw
        ended = Position(step.match, (*last.events, *step.events))
        facts = ended.facts(0)
        over, sight = present(facts).over, facts.sight
        assert over is not None
        assert sight is not None
        calls = calls_of(closings(sight), facts.ruleset)
        assert [side.calls for side in over.sides] == [calls_line(each) for each in calls]
        seen += sum(each.took for each in calls)
    assert seen


def test_no_english_is_left_while_a_window_is_open_and_after_it() -> None:
    for position in moments(5, players=4)[::3]:
        for facts in (position.facts(None), position.facts(1, window_clock=ClockFacts(7.5, 8.0))):
            with translation.override("pt-br"):
                assert left_in_english(table_html(present(facts))) == []
    step = matches.close_window(position.match)
    with translation.override("pt-br"):
        assert (
            left_in_english(table_html(present(Position(step.match, (*position.events, *step.events)).facts(0)))) == []
        )


def test_draws_do_not_hide_what_came_of_the_last_tile() -> None:
    found = 0
    for position in moments(7):
        step = matches.close_window(position.match)
        events = (*position.events, *step.events)
        state = step.match.round
        if not step.match.is_playing or state is None or isinstance(legal_moves(state)[0], Play):
            continue
        step = matches.play(step.match, legal_moves(state)[0])
        page = present(Position(step.match, (*events, *step.events)).facts(None))
        assert page.count is not None
        assert page.count.says == f"{page.log[1].says} {page.log[0].says}"
        found += 1
    assert found


@pytest.mark.django_db
def test_a_call_goes_onto_the_table_and_is_told_to_all(cast: Cast, browser: Browser) -> None:
    match = led(cast)
    form = {"points": "10", "version": str(match.turn_version), "key": "k1"}
    assert browser(cast.bob).post(f"/t/{match.code}/muggins/", form).status_code == 302
    for user, said in ((cast.bob, "You took 10"), (cast.alice, "Bob took 10"), (None, "Bob took 10")):
        page = browser(user).get(f"/t/{match.code}/").content.decode()
        assert f"{said}: «Muggins!»" in page
        assert "both halves, 10." in page


@pytest.mark.django_db
@pytest.mark.parametrize("points", ["", "0", "-5", "ten", "1e1", "9" * 5000, "１５"])
def test_what_is_no_amount_is_refused_with_the_table(cast: Cast, browser: Browser, points: str) -> None:
    match = led(cast)
    form = {"points": points, "version": str(match.turn_version), "key": "k1"}
    answer = browser(cast.bob).post(f"/t/{match.code}/muggins/", form)
    assert answer.status_code == 400
    assert "That is not a number of points." in answer.content.decode()
    assert fresh(match).version == match.version


@pytest.mark.django_db
def test_a_claim_goes_with_the_move(cast: Cast, browser: Browser) -> None:
    match = led(cast)
    move = str(options(match)[0])
    form = {"move": move, "version": str(match.version), "key": "k1", "claim": "15"}
    assert browser(cast.bob).post(f"/t/{match.code}/play/", form).status_code == 302
    assert match.moves.get(text=move).claim == 15
    assert "Bob claims 15." in browser(cast.eve).get(f"/t/{match.code}/").content.decode()


@pytest.mark.django_db
def test_who_never_called_has_no_figures_on_the_front_page(cast: Cast, browser: Browser) -> None:
    assert "Your «Muggins!»" not in browser(cast.alice).get("/").content.decode()
    match = led(cast)
    form = {"points": "10", "version": str(match.turn_version), "key": "k1"}
    browser(cast.bob).post(f"/t/{match.code}/muggins/", form)
    assert "Missed 1, 10 points: all were taken." in browser(cast.alice).get("/").content.decode()
    assert "Took 10 points." in browser(cast.bob).get("/").content.decode()
