"""A table where points are called, before one sits down: form, words, chapter, and how well robots count."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.models import Match
from games.presenters.people import robots_count
from games.presenters.rulebook import rulebook
from games.robots import ROBOTS
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players
from games.words.rulebook import CHAPTERS, chapter, chapters
from games.words.rules import brief, facts, ruleset_words
from games.words.settings import difference_lines, refusal_words
from tests.site_pages.test_new_table import URL, USUAL, error_of, post

EVERY = [change(preset(name, size), calling="muggins") for name in PRESETS for size in preset_players(name)]
LANGUAGES = pytest.mark.parametrize("language", ["en", "pt-br"])


def calling(name: str = "pagat", players: int = 2, **settings: Any) -> Ruleset:
    return change(preset(name, players), calling="muggins", **settings)


def test_a_table_where_points_are_called_can_be_opened(alice: Client) -> None:
    post(alice, calling="muggins", muggins_seconds="20", overcall_penalty="yes", preset="five_up", players=4)
    ruleset = Ruleset.from_dict(Match.objects.get().ruleset)
    assert (ruleset.calling, ruleset.muggins_seconds, ruleset.overcall_penalty) == ("muggins", 20, True)
    assert ruleset.spinner == "every"


def test_without_the_choice_the_table_counts_whatever_was_left_in_its_rules(alice: Client) -> None:
    post(alice, calling="automatic", muggins_seconds="20", overcall_penalty="yes")
    assert Match.objects.get().ruleset == preset("pagat", 2).to_dict()


@pytest.mark.parametrize(
    ("field", "value"), [("muggins_seconds", "6"), ("muggins_seconds", "600"), ("calling", "aloud"), ("calling", "0")]
)
def test_what_no_table_has_is_refused_beside_its_field(alice: Client, field: str, value: str) -> None:
    answer = post(alice, **{"calling": "muggins", field: value})
    assert answer.status_code == 400
    assert error_of(answer, field)
    assert not Match.objects.exists()


def test_the_form_marks_the_time_to_call_as_our_reading(newcomer: Client) -> None:
    rules = {rule["field"].name: rule["ours"] for rule in newcomer.get(URL).context["rules"]}
    assert rules["muggins_seconds"]
    assert not rules["overcall_penalty"]


@pytest.mark.parametrize("field", ["muggins_seconds", "overcall_penalty"])
def test_each_setting_says_that_it_needs_the_choice(field: str) -> None:
    assert "Only where players call their points" in refusal_words(field, {})


def test_a_table_that_only_calls_keeps_the_name_of_its_rule_book() -> None:
    assert facts(calling()) == "All Fives (classic) with «Muggins!», two players, to 250"
    assert brief(calling()) == "All Fives (classic) with «Muggins!», to 250"  # the head of a phone holds it
    assert facts(calling(target=100, muggins_seconds=20)).startswith(
        "All Fives (classic) with «Muggins!», 1 rule changed"
    )


def test_the_words_tell_what_is_claimed_and_taken() -> None:
    said = ruleset_words(calling(muggins_seconds=5), None)
    assert (
        "Players call their points: «Muggins!» Who lays a tile claims what it makes. Then the other side has 5 seconds "
        "to take what was not claimed rightly. A wrong claim costs nothing more."
    ) in said
    assert not any("Muggins" in line for line in ruleset_words(preset("pagat", 2), None))


def test_the_differences_are_phrases() -> None:
    usual = preset("pagat", 2)
    from games.rules.ruleset import differences

    assert difference_lines(differences(calling(muggins_seconds=12, overcall_penalty=True), usual)) == [
        "players call their points: «Muggins!»",
        "12 seconds to call «Muggins!»",
        "a wrong claim goes to the other side",
    ]


@LANGUAGES
@pytest.mark.parametrize("ruleset", EVERY, ids=lambda ruleset: f"{ruleset.spinner}-{ruleset.players}")
def test_the_chapter_stands_behind_what_counts_in_every_book(ruleset: Ruleset, language: str) -> None:
    with translation.override(language):
        said = " ".join(chapter("calling", ruleset))
        book = rulebook(ruleset)
    assert chapters(ruleset).index("calling") == CHAPTERS.index("count") + 1
    assert str(ruleset.muggins_seconds) in said
    assert "%" not in said
    assert [part.key for part in book.chapters if part.ours] == ["calling"]
    assert "calling" not in chapters(change(ruleset, calling="automatic"))


def test_only_partners_are_told_what_partners_may_not() -> None:
    assert "A partner may not." in chapter("calling", calling(players=4))
    assert "A partner may not." not in chapter("calling", calling(players=3))


def test_a_right_claim_and_nothing_else_scores() -> None:
    assert "A multiple of five scores" not in " ".join(chapter("count", calling()))
    assert "for whoever claims it rightly" in " ".join(chapter("count", calling()))
    assert "one point for every five" in " ".join(chapter("count", calling("five_up")))


def test_every_robot_says_how_well_it_counts() -> None:
    assert robots_count()[2] == "Bone, a robot, overlooks 3 of 100 counts and notices 90 of 100."
    assert len(robots_count()) == len(ROBOTS)
    assert robots_count({"scorer"}) == ["Boxwood, a robot, overlooks 15 of 100 counts and notices 50 of 100."]


def test_the_chosen_robots_are_told_of_before_the_table_is_opened(newcomer: Client) -> None:
    choice = {**USUAL, "calling": "muggins", "robot": "careful"}
    assert (
        "Bone, a robot, overlooks 3 of 100" in newcomer.get(URL + "words/", {**choice, "robots": "1"}).content.decode()
    )
    assert "overlooks" not in newcomer.get(URL + "words/", choice).content.decode()
    assert "overlooks" not in newcomer.get(URL + "words/", {**USUAL, "robots": "1"}).content.decode()


def test_who_sits_down_reads_how_well_the_robots_count(alice: Client) -> None:
    post(alice, calling="muggins", players=3, robots=1, robot="beginner")
    page = alice.get(f"/t/{Match.objects.get().code}/").content.decode()
    for robot in ROBOTS.values():  # any of them may take the free seat
        assert f"{robot.name}, a robot, overlooks" in page


def test_the_rules_of_the_table_have_the_chapter(alice: Client) -> None:
    post(alice, calling="muggins", preset="sniff")
    page = alice.get(f"/t/{Match.objects.get().code}/rules/").content.decode()
    assert 'id="rules-calling"' in page
    assert "Bone, a robot, overlooks 3 of 100" in page
