"""The table's page when a round or the match is over, and the tables that nobody can go on with."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client

from accounts.models import User
from games.models import Match, Move
from tests.cast import Cast
from tests.pages.scenes import at, page, post
from tests.tables import (
    confirm_all,
    dealing,
    fresh,
    make_move,
    on_turn,
    open_table,
    play_out_match,
    play_out_round,
    rules,
)

Browser = Callable[[User | None], Client]


def test_the_end_of_a_round_shows_hands_sum_and_what_comes_next(alice: Client, match: Match, cast: Cast) -> None:
    play_out_round(match)
    text = page(alice, match)
    for part in ('class="panel"', "Next round", "pips", "inert", "in play"):
        assert part in text, part
    answer = post(alice, match, "confirm/")
    assert "Waiting for Bob." in answer.content.decode()
    confirm_all(match)
    assert "Round 2" in page(alice, match)


def test_the_end_of_the_match_offers_a_rematch_and_the_record(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    alice, bob = browser(cast.alice), browser(cast.bob)
    text = page(alice, match)
    for part in ("the match, ", "Rematch", "Download the record"):
        assert part in text, part
    panel = text[text.index('class="panel"') :]
    assert 'href="/players/Bob/"' in panel
    assert 'href="/players/Alice/"' not in panel  # friendly: there is nothing to tell her about herself
    assert "Waiting for Bob." in post(alice, match, "rematch/").content.decode()
    answer = post(bob, match, "rematch/")
    new = fresh(match).rematch
    assert new is not None
    assert (answer.status_code, answer["HX-Redirect"]) == (204, at(new))
    assert f'data-rematch="{at(new)}"' in page(alice, match)


def test_how_a_hand_is_sorted_is_kept(alice: Client, match: Match, cast: Cast) -> None:
    def hand() -> list[str]:
        return re.findall(r'name="tile" value="(\d\d)"', page(alice, match))

    assert hand() == ["64", "61", "50", "43", "30", "22"]
    post(alice, match, "sort/", script=False, sort="weight")
    assert hand() == ["64", "61", "43", "50", "22", "30"]
    assert User.objects.get(pk=cast.alice.pk).sort == "weight"
    post(alice, match, "sort/", script=False, one_tap="1")
    assert 'data-one-tap="1"' in page(alice, match)
    assert "data-no-keys" not in page(alice, match)
    post(alice, match, "sort/", script=False, single_keys="0")
    assert 'data-no-keys="1"' in page(alice, match)


def test_draws_and_passes_are_told_in_words(cast: Cast, browser: Browser) -> None:
    """Bob can only draw: his two draws are in the log of both, and beside his own hand."""
    with dealing("66 65 64 63 62 61 60 55 54 11 10 00 22 21 20 30 31 32 33 43 53", lot=0):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "66")
    assert on_turn(match) == cast.alice or "drew" in page(browser(cast.bob), match)
    assert "Bob drew " in page(browser(cast.alice), match)


def test_a_table_whose_moves_do_not_add_up_says_so_and_others_go_on(
    alice: Client, match: Match, cast: Cast, browser: Browser
) -> None:  # A38
    other = open_table(cast.carol, cast.dave)
    Move.objects.filter(match=match).order_by("-version")[:1].get().delete()
    Move.objects.filter(match=match, text="55").update(text="66")
    assert alice.get(at(match)).status_code == 409
    assert alice.get(at(match, "state/")).status_code == 409
    assert browser(cast.carol).get(at(other)).status_code == 200


def test_a_table_that_everybody_left_says_that_it_is_closed(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    post(browser(cast.alice), match, "leave/", script=False)
    assert "This table is closed" in page(browser(cast.alice), match)


def test_no_rematch_is_offered_when_somebody_has_left(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    post(browser(cast.bob), match, "leave/")
    assert "Rematch" not in page(browser(cast.alice), match)


def test_a_robots_move_is_told_under_its_own_name_and_twins_are_numbered(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3), robots=["careful", "careful"])
    text = page(browser(cast.alice), match)
    assert "Bone 1" in text
    assert "Bone 2" in text
