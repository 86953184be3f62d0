"""The double-six set, and the values that exist only once."""

import copy
import pickle

import pytest

from games.rules.errors import NotationError
from games.rules.moves import Draw, Pass, Play
from games.rules.ports import PORTS, Port
from games.rules.tiles import ALL_TILES, MATCH, TILES, Tile, bits_of, tile, tiles_of


def test_there_are_28_tiles_with_168_pips() -> None:
    assert len(set(TILES)) == 28
    assert sum(each.pips for each in TILES) == 168


def test_the_set_is_ordered_by_the_higher_half_then_the_lower() -> None:
    assert [str(each) for each in TILES[:7]] == ["00", "10", "11", "20", "21", "22", "30"]
    assert [each.index for each in sorted(TILES, reverse=True)] == list(range(27, -1, -1))


def test_each_number_is_on_seven_tiles() -> None:
    assert [bits.bit_count() for bits in MATCH] == [7] * 7
    assert all(each.has(pip) for pip in range(7) for each in tiles_of(MATCH[pip]))


def test_a_tile_is_the_same_whichever_half_is_named_first() -> None:
    assert tile("46") is tile("64") is Tile(4, 6) is Tile(6, 4)
    assert (tile("46").high, tile("46").low, tile("46").other(6)) == (6, 4, 4)


@pytest.mark.parametrize("text", ["", "6", "645", "77", "6a", "-1", "٦٤", "6 4", None, 64, ["64"], "x" * 10**6])
def test_what_is_no_tile_is_refused_in_a_short_sentence(text: object) -> None:
    with pytest.raises(NotationError) as refusal:
        tile(text)  # type: ignore[arg-type]
    assert len(str(refusal.value)) < 80


def test_hands_and_bits_are_two_forms_of_one_thing() -> None:
    hand = (tile("00"), tile("64"), tile("66"))
    assert tiles_of(bits_of(hand)) == hand
    assert tiles_of(ALL_TILES) == TILES


@pytest.mark.parametrize("value", [Tile(6, 4), Port(Tile(5, 5), "S2"), Play(Tile(5, 0)), Draw(Tile(1, 1)), Pass()])
def test_interned_values_stay_themselves_when_copied_and_never_change(value: object) -> None:
    assert copy.deepcopy(value) is value
    assert pickle.loads(pickle.dumps(value)) is value
    with pytest.raises(AttributeError):
        value.text = "other"  # type: ignore[attr-defined]


def test_a_double_has_four_ports_and_another_tile_two() -> None:
    assert len(PORTS) == 7 * 4 + 21 * 2
    with pytest.raises(NotationError):
        Port(Tile(6, 4), "L1")
    with pytest.raises(NotationError):
        Port(Tile(5, 5), "5")


def test_only_doubles_can_be_laid_lengthwise() -> None:
    with pytest.raises(NotationError):
        Play(Tile(6, 4), None, True)
