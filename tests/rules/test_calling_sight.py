"""While points may be called, nobody's sight holds the count of the last play, however deep one looks."""

from typing import Any

import pytest

from games.rules.calling import Window
from games.rules.events import Called, Event, Played, RoundOver, WindowClosed
from games.rules.layout import Layout, Uncounted, lay_all
from games.rules.matches import MatchState
from games.rules.moves import Draw, Pass, Play
from games.rules.ports import End, Port
from games.rules.ruleset import Ruleset, change, preset
from games.rules.sight import SeenWindow, sight_of
from games.rules.tiles import Tile, tile
from tests.rules.table import acted, match_at

PAIRS = change(preset("pagat", 4), calling="muggins")
TWO = change(preset("pagat", 2), calling="muggins")
HANDS = ["55 31", "50 60", "64 21", "63 22"]
EVERYBODY = (None, 0, 1, 2, 3)


def seen(acts: str, seat: int | None, ruleset: Ruleset = PAIRS) -> Any:
    match, events = told(acts, ruleset)
    return sight_of(match, events, seat)


def told(acts: str, ruleset: Ruleset = PAIRS) -> tuple[MatchState, list[Event]]:
    return acted(match_at((0,) * len(ruleset.sides), HANDS[: ruleset.players], ruleset), acts)


def values(value: object) -> list[object]:
    """Everything that can be reached from a value: fields, properties of a layout, members."""
    if isinstance(value, Tile | Port | Play | Draw | Pass | Ruleset):
        return [value]
    inner: list[object] = []
    if isinstance(value, Layout):
        inner = [*value, value.count, value.ends]
    elif isinstance(value, tuple | list | frozenset):
        inner = list(value)
    elif hasattr(value, "__dataclass_fields__"):
        inner = [getattr(value, name) for name in value.__dataclass_fields__]
    return [value, *(found for each in inner for found in values(each))]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_no_count_no_end_and_no_points_can_be_reached(seat: int | None) -> None:
    found = values(seen("55 . 50>55.L1=15", seat))
    last = [each for each in found if isinstance(each, Played)][-1]
    assert (last.count, last.ends, last.points, last.claim) == (None, (), None, 15)
    assert not [each for each in found if isinstance(each, Window | RoundOver)]
    (layout,) = [each for each in found if isinstance(each, Layout)]
    assert (type(layout), layout.count, layout.ends) == (Uncounted, 0, ())
    (lead,) = [each for each in found if isinstance(each, WindowClosed)]
    ends = [each for each in found if isinstance(each, End)]
    assert {end.tile for end in ends} == {tile("55")}, "the ends of the lead, which has been told"
    assert lead.count == 10


@pytest.mark.parametrize("seat", EVERYBODY)
def test_what_is_seen_does_not_tell_whether_a_claim_was_right(seat: int | None) -> None:
    """Ten claimed for ten, and ten claimed for nothing: apart from the tile laid, both look the same."""
    right, wrong = seen("55=10", seat), seen("31=10", seat)
    assert right.window == wrong.window == SeenWindow(0, 10, frozenset(), seat in (1, 3))
    assert right.scores == wrong.scores == (0, 0)
    assert [type(event) for event in right.events] == [type(event) for event in wrong.events]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_all_is_told_when_the_window_has_closed(seat: int | None) -> None:
    match, events = told("55=10 . 50>55.L1 0:10")
    sight = sight_of(match, events, seat)
    lead, first, play, called, second = sight.events
    assert isinstance(lead, Played)
    assert (lead.count, lead.points, lead.claim) == (10, 10, 10)
    assert isinstance(play, Played)
    assert (play.count, play.points, play.claim) == (10, 0, None)
    assert [end.gives for end in play.ends] == [10, 0]
    assert called == Called(0, 10, True)
    assert isinstance(first, WindowClosed)
    assert isinstance(second, WindowClosed)
    assert (second.taken_by, second.taken, second.points) == (0, 10, 10)
    assert match.round is not None
    assert (sight.window, sight.layout, sight.layout.ends) == (None, match.round.layout, match.round.layout.ends)


def test_who_may_call_is_told_to_each() -> None:
    def able(acts: str) -> list[int | None]:
        return [seat for seat in EVERYBODY if seen(acts, seat).window.may_call]

    assert able("55") == [1, 3]
    assert able("55 1:5") == [3]
    assert able("55 . 50>55.L1") == [0, 2]
    assert seen("55 1:5", None).window.tries == {1}


def test_who_is_next_may_look_at_the_tiles_and_at_his_own() -> None:
    bob = seen("55=5", 1)
    assert (bob.turn, [str(move) for move in bob.legal]) == (1, ["50>55.L1", "50>55.L2"])
    assert lay_all(PAIRS, bob.layout.placements).count == 10, "he can count as well as anybody"
    assert bob.layout.lay(bob.legal[0]).ends == ()


def test_a_round_that_the_play_ended_is_not_over_yet_for_anybody() -> None:
    hands = ["55", "60"]
    match, events = acted(match_at((0, 0), hands, TWO), "55")
    for seat in (None, 0, 1):
        sight = sight_of(match, events, seat)
        assert (sight.end, sight.turn, sight.revealed, sight.settlement) == (None, None, None, None)
        assert (sight.tiles_left, sight.legal, sight.round_no) == ((0, 1), (), 1)
    match, more = acted(match, ".")
    sight = sight_of(match, [*events, *more], None)
    assert (sight.end, sight.revealed, sight.scores) == ("domino", ((), (tile("60"),)), (5, 0))


def test_automatic_tables_show_what_they_always_did() -> None:
    sight = seen("55", 1, change(PAIRS, calling="automatic"))
    played = sight.events[-1]
    assert (sight.window, played.count, played.points, played.claim) == (None, 10, 10, None)
