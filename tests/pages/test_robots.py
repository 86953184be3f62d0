"""Robots are labelled wherever they sit, with their worth and how they play; the oracle is called what it is."""

from __future__ import annotations

import json
from unittest import mock

import pytest
from django.test import Client

from games.models import Match, MoveBy
from games.presenters.robots import robot_called, robot_choice, robot_rating, robot_tag
from games.robots import AT_TABLES, ROBOTS, oracle
from games.robots.anchors import ANCHORS
from games.rules.ruleset import change, preset
from games.rules.states import RoundState
from games.services import errors, keeper, minder, rated, records, seating
from tests.cast import Cast
from tests.tables import Clock, dealing, fresh, make_move, open_table, rules, sight

CLASSIC = preset("pagat", 2)
FORM = {"preset": "pagat", "players": "2", "robots": "1", "robot": "oracle", "private": "open", "rated": "yes"}


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_the_page_shows_all_levels_their_errors_and_the_oracle(newcomer: Client, language: str) -> None:
    newcomer.cookies["django_language"] = language
    text = newcomer.get("/robots/").content.decode()
    for kind, robot in AT_TABLES.items():
        assert f'id="{kind}"' in text
        assert robot.name in text
    for anchors in ANCHORS["classic"].values():
        assert set(anchors) <= set(ROBOTS)
    assert text.count('class="reach"') == sum(len(anchors) for anchors in ANCHORS["classic"].values())
    assert "1500\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}7" in text


def test_a_robot_is_named_with_its_level_and_its_rating_where_it_has_one() -> None:
    rating = robot_rating("careful", CLASSIC)
    assert rating is not None
    assert rating > 1500 == robot_rating("scorer", CLASSIC)
    assert robot_tag("careful", CLASSIC) == f"robot, level 3, rating {rating}"
    assert robot_tag("careful") == "robot, level 3"
    custom = change(CLASSIC, target=100)
    assert robot_rating("careful", custom) is None
    assert robot_choice("careful", custom) == "Bone, level 3"
    assert robot_tag("oracle", CLASSIC) == "robot, sees every tile"


def test_who_opens_a_table_reads_how_the_robot_plays(alice: Client) -> None:
    words = alice.get("/tables/new/words/", {**FORM, "robot": "scorer"}).content.decode()
    assert "Boxwood (robot, level 2, rating 1500) takes points, forgets the boneyard." in words


def test_a_partner_that_is_a_robot_says_how_it_plays_before_the_first_lead(cast: Cast, alice: Client) -> None:
    match = open_table(cast.alice, ruleset=rules(players=4), robots={2: "careful"})
    page = alice.get(f"/t/{match.code}/").content.decode()
    assert "looks at what the next player could score" in page
    assert '<option value="careful" selected>' in page
    assert "looks at what the next player could score" in alice.get(f"/t/{match.code}/rules/?fragment").content.decode()


def test_the_oracle_makes_a_table_friendly_and_says_so(alice: Client) -> None:
    assert "Friendly: the oracle sees every tile." in alice.get("/tables/new/words/", FORM).content.decode()
    assert "Oracle, sees every tile (friendly only)" in alice.get("/tables/new/").content.decode()
    alice.post("/tables/new/", FORM)
    match = Match.objects.get()
    assert not match.rated
    assert "robot, sees every tile" in alice.get(f"/t/{match.code}/").content.decode()
    assert records.export_record(match)["seats"][1] == {"name": "Oracle (sees every tile)", "robot": "oracle"}


def test_lists_of_names_call_it_what_it_is() -> None:
    assert robot_called("oracle") == "Oracle (robot, sees every tile)"
    assert robot_called("scorer", " 2") == "Boxwood 2 (robot)"


def test_no_oracle_sits_down_where_ratings_are_at_stake(cast: Cast, alice: Client) -> None:
    with pytest.raises(errors.OnlyFriendly):
        seating.open_table(user=cast.alice, ruleset=CLASSIC, rated=True, robots=["oracle"])
    match = seating.open_table(user=cast.alice, ruleset=CLASSIC, rated=True)
    answer = alice.post(f"/t/{match.code}/robot/", {"seat": "1", "robot": "oracle"})
    assert answer.status_code == 409
    assert "it sits at friendly tables only" in answer.content.decode()
    assert '<option value="oracle">' not in alice.get(f"/t/{match.code}/").content.decode()
    assert rated.why_friendly(CLASSIC, private=False, robots=["oracle"]) == "oracle"


def test_no_table_offers_the_robot_that_lays_anything(cast: Cast) -> None:
    with pytest.raises(errors.NoSuchRobot):
        seating.open_table(user=cast.alice, ruleset=CLASSIC, robots=["random"])


def test_an_oracle_is_shown_the_round_and_nobody_else_is(cast: Cast, clock: Clock) -> None:
    keeper._minder = minder.Minder()
    shown: list[RoundState] = []

    def choose_open(state: RoundState, scores: object, seed: int) -> object:
        shown.append(state)
        return plays[-1]

    with dealing("55 64 41 31 21 20 10 11 66 50 51 52 53 54 65 62 61 60"):
        match = open_table(cast.alice, robots=["oracle"])
    make_move(match, cast.alice, "55")
    plays = sight(match, 1).legal
    clock.pass_by(1.3)
    with mock.patch.object(oracle, "choose_open", choose_open):
        keeper.tick()
    assert [state.turn for state in shown] == [1]
    assert json.dumps([row.text for row in fresh(match).moves.filter(by=MoveBy.ROBOT)]) == f'["{plays[-1]}"]'
