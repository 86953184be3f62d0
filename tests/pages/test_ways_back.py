"""From the table to what was played: never into the round that is being played."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.past import past_match
from games.presenters.marks import stroke_spots
from games.presenters.table import present
from games.rules.ruleset import change, preset
from tests.cast import Cast
from tests.pages.scenes import pictured, random_match
from tests.tables import confirm_all, make_move, open_table, play_out_match, play_out_round, rules

Browser = Callable[[User | None], Client]
STROKE = re.compile(r'href="(/m/[^"]+/\?stroke=(\d)\.(\d+))">(\d+)</a>')


def test_there_is_no_way_before_a_round_is_over(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, cast.bob)
    for _ in range(6):
        make_move(match)
    text = browser(cast.alice).get(f"/t/{match.code}/").content.decode()
    assert STROKE.findall(text) == []


def test_the_end_of_a_round_leads_to_that_round(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    client = browser(cast.alice)
    assert f'href="/m/{match.code}/?move=1.0"' in client.get(f"/t/{match.code}/").content.decode()
    assert client.get(f"/m/{match.code}/?move=1.0").status_code == 200
    play_out_round(confirm_all(match))
    assert f'href="/m/{match.code}/?move=2.0"' in client.get(f"/t/{match.code}/").content.decode()


def test_the_end_of_a_match_leads_to_all_of_it(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=30)))
    assert f'href="/m/{match.code}/"' in browser(None).get(f"/t/{match.code}/").content.decode()


def test_the_strokes_of_finished_rounds_lead_to_the_moves_that_earned_them(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    confirm_all(match)
    for _ in range(8):
        make_move(match)
    client = browser(cast.alice)
    ways = STROKE.findall(client.get(f"/t/{match.code}/").content.decode())
    credits_ = past_match(match.code, None).trace.credits
    reached = [sum(credit.points for credit in credits_ if credit.side == side) for side in (0, 1)]
    assert len(ways) == sum(reached) // 5 > 3
    for way, side, number, text in ways:
        spot = stroke_spots(credits_, int(side))[int(number) - 1]
        assert client.get(way)["Location"].endswith(f"?move={spot}")
        assert int(text) == int(number) * 5


def test_the_strokes_of_the_running_round_lead_to_rows_of_the_log(cast: Cast, browser: Browser) -> None:
    """LOOK's picture: Bob led the double five for ten, and his double six made fifteen."""
    text = browser(cast.alice).get(f"/t/{pictured(cast.alice, cast.bob).code}/").content.decode()
    ways = re.findall(r'<a href="#(move-\d+)"><b>\+(\d+)</b> (.*?)</a>', text)
    assert [way[:2] for way in ways] == [("move-7", "15"), ("move-1", "10")]
    for row, points, sentence in ways:
        (shown,) = re.findall(rf'<li id="{row}".*?</li>', text)
        assert re.sub("<.*?>", "", shown).startswith(sentence)
        assert f'<span class="pts">+{points}</span>' in shown


@pytest.mark.parametrize("name", ["pagat", "muggins", "latino"])
def test_each_stroke_has_its_way(name: str) -> None:
    """Whatever is laid, called or lost: the plays of a house are those of its own strokes, the rest are earlier."""
    dice, seen = random.Random(name), 0
    for position in random_match(change(preset(name, 2), target=100), dice):
        if position.match.round is None:
            continue
        facts = position.facts(0)
        for side in present(facts).sides:
            for house in side.tally.houses if side.tally is not None else ():
                over = facts.sight is None or facts.sight.revealed is not None
                assert not (over and house.plays)
                assert bool(house.plays or house.earlier) == bool(house.strokes)
                assert len(house.earlier) == len(house.strokes) or house.plays
                seen += len(house.plays)
    assert seen > 20
