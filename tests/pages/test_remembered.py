"""Sentences that were made before are said again as they were, and in the language that is active."""

from __future__ import annotations

from django.utils import translation

from games.rules.layout import Place
from games.rules.tiles import Tile
from games.words import places
from games.words.remembered import language, one_language, remembered
from games.words.tiles import points, tile_name


def test_a_sentence_is_made_once_for_the_same_values() -> None:
    made = []

    @remembered
    def say(name: str, loud: bool = False) -> str:
        made.append(name)
        return name.upper() if loud else name

    assert [say("Bob"), say("Bob"), say("Bob", loud=True), say("Carol")] == ["Bob", "Bob", "BOB", "Carol"]
    assert made == ["Bob", "Bob", "Carol"]


def test_each_language_has_its_own() -> None:
    tile, left = Tile(5, 3), Place("left", None)
    with translation.override("en"):
        english = tile_name(tile), places.phrase(left), points(1), points(2)
    with translation.override("pt-br"):
        portuguese = tile_name(tile), places.phrase(left), points(1), points(2)
    with translation.override("en"):
        assert (tile_name(tile), places.phrase(left), points(1), points(2)) == english
    assert english == ("five-three", "on the left", "1 point", "2 points")
    assert all(one != other for one, other in zip(english, portuguese, strict=True))


def test_values_of_two_types_are_not_taken_for_one_another() -> None:
    @remembered
    def say(value: object) -> str:
        return repr(value)

    assert [say(1), say(True), say(1.0)] == ["1", "True", "1.0"]


def test_where_the_language_stays_it_is_looked_up_once() -> None:
    with translation.override("pt-br"):
        with one_language():
            assert language() == "pt-br"
            assert tile_name(Tile(5, 3)) == "cinco-três"
        with translation.override("en"):
            assert language() == "en"
    assert language() == translation.get_language()
