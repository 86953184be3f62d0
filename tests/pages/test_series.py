"""Series and limits of rounds as players see them: before, during, in the pause, and at the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.services import standings
from tests.cast import Cast
from tests.tables import confirm_all, fresh, open_table, play_out_match, rules

Browser = Callable[[User | None], Client]


def text(client: Client, path: str) -> str:
    page = client.get(path).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def table(client: Client, match: Match) -> str:
    return text(client, f"/t/{match.code}/")


@pytest.fixture
def first(cast: Cast) -> Match:
    """The first of three, played out."""
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20), best_of=3))


def test_before_one_sits_down_everything_is_said(cast: Cast, browser: Browser) -> None:
    ruleset = rules("pagat", 3, hand_size=5, reserve=2)
    match = open_table(cast.alice, ruleset=ruleset, best_of=5, round_limit=20)
    for page in (table(browser(cast.bob), match), text(browser(cast.bob), "/")):
        assert "Best of five matches: three wins decide." in page
        assert "After 20 rounds the match ends, whoever is ahead: nobody wins." in page
        assert "Classic All Fives, but 5 tiles each and the last 2 of the boneyard stay." in page
        assert f"Rules {ruleset.fingerprint}" in page
    page = browser(cast.bob).get(f"/t/{match.code}/").content.decode()
    assert page.count('class="unlike"') == 1
    assert page.count('<span class="src">') == 2
    assert "Three tied" not in page
    assert "match 1, best of five" in text(browser(cast.alice), "/")


def test_the_panel_says_the_standing_and_what_comes_next(first: Match, cast: Cast, browser: Browser) -> None:
    winner, loser = (cast.alice, cast.bob) if first.winner_side == 0 else (cast.bob, cast.alice)
    page = table(browser(winner), first)
    assert "You lead 1 to 0, best of three." in page
    assert "Next match" in page
    assert "The next match starts by itself in 0:" in page
    assert "Rematch" not in page
    assert f"{winner.username} leads 1 to 0, best of three." in table(browser(loser), first)
    assert f"{winner.username} leads 1 to 0, best of three." in table(browser(None), first)


def test_confirming_leads_to_the_next_match(first: Match, cast: Cast, browser: Browser) -> None:
    alice, bob = browser(cast.alice), browser(cast.bob)
    alice.post(f"/t/{first.code}/confirm/")
    assert "Waiting for Bob." in table(alice, first)
    bob.post(f"/t/{first.code}/confirm/")
    second = fresh(first).rematch
    assert second is not None
    page = alice.get(f"/t/{first.code}/").content.decode()
    assert f'data-rematch="/t/{second.code}/"' in page
    assert "Go to the next match" in page
    page = table(alice, second)
    assert "Match 2, best of three · All Fives (classic)" in page
    assert "1 to 0, best of three." in page


def test_the_decided_series_has_a_winner_and_a_rematch(first: Match, cast: Cast, browser: Browser) -> None:
    match = first
    while standings.awaits_next(match):
        confirm_all(match)
        following = fresh(match).rematch
        assert following is not None
        match = play_out_match(following)
    standing = standings.standing(match)
    assert standing is not None
    winner = cast.alice if match.winner_side == 0 else cast.bob
    shown = f"win the best of three, 2 to {min(standing.wins)}."
    page = table(browser(winner), match)
    assert f"You {shown}" in page
    assert "Rematch" in page
    assert "Next match" not in page


def test_a_single_match_says_nothing_of_series(cast: Cast, browser: Browser) -> None:
    page = table(browser(cast.alice), play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20))))
    assert "best of" not in page
    assert "Next match" not in page


def test_the_end_by_a_limit_is_told_honestly(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules("muggins", target=1000), round_limit=10)
    assert "Round 1 of 10" in table(browser(cast.alice), match)
    match = play_out_match(match)
    mine, other = (int(score) for score in match.scores)
    page = table(browser(cast.alice), match)
    minus = f"{max(mine, other)}".replace("-", "−")
    ahead = "it is level at" if mine == other else "you are ahead with" if mine > other else "Bob is ahead with"
    assert f"{ahead} {minus}." in page
    assert "10 rounds are over" in page
    assert "Rematch" in page
    assert "wins the match" not in page
    assert "win the match" not in page
