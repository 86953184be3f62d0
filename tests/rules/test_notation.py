"""Every value has one text, both ways."""

from fractions import Fraction

import pytest

from games.rules.errors import NotationError
from games.rules.moves import Draw, Move, Pass, Play
from games.rules.notation import number, parse_move, parse_number, parse_port
from games.rules.ports import PORTS
from games.rules.tiles import TILES

EVERY_PLAY = [
    Play(tile, port, lengthwise)
    for tile in TILES
    for port in (None, *PORTS)
    for lengthwise in ((False, True) if tile.is_double else (False,))
]
EVERY_MOVE: list[Move] = [*EVERY_PLAY, *map(Draw, TILES), Pass()]


def test_every_move_comes_back_from_its_text() -> None:
    assert len({str(move) for move in EVERY_MOVE}) == len(EVERY_MOVE)
    assert all(parse_move(str(move)) is move for move in EVERY_MOVE)


def test_every_port_comes_back_from_its_text() -> None:
    assert all(parse_port(str(port)) is port for port in PORTS)


@pytest.mark.parametrize(
    ("text", "usual"), [("05>55.L1", "50>55.L1"), ("46", "64"), ("14>46.4", "41>64.4"), ("+13", "+31")]
)
def test_readers_accept_either_order_and_writers_write_the_high_half_first(text: str, usual: str) -> None:
    assert str(parse_move(text)) == usual


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5",
        "555",
        "57",
        "55 ",
        " 55",
        "55\n",
        "55>",
        "55>50",
        "55>50.",
        "50>55.L3",
        "50>55.5",
        "50>64.L1",
        "50>64.5",
        "64*",
        "64*>66.L1",
        "55**",
        "*55",
        "55>50.0*",
        "+",
        "+5",
        "+55*",
        "++55",
        "--",
        "pass",
        "٥٥",
        "5５",
        "55>50.0>55",
        "x" * 10**6,
        None,
        55,
        b"55",
        ["55"],
    ],
    ids=lambda text: repr(text)[:20],
)
def test_what_is_no_move_is_refused_in_a_short_sentence(text: object) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_move(text)  # type: ignore[arg-type]
    assert 0 < len(str(refusal.value)) < 100


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (10, "10"), (-5, "-5"), (Fraction(5, 2), "2.5"), (Fraction(-5, 2), "-2.5"), (Fraction(-1, 2), "-0.5")],
)
def test_numbers_are_written_whole_or_with_a_half_and_read_back_exactly(value: int | Fraction, text: str) -> None:
    assert number(value) == text
    assert parse_number(text) == value
    assert type(parse_number(text)) is type(value)


def test_a_whole_fraction_is_written_without_a_point() -> None:
    assert number(Fraction(10, 1)) == "10"
    assert parse_number("10.0") == 10


@pytest.mark.parametrize("text", ["", "2.25", "1e3", "½", "1/2", "--1", "nan", "1" * 20, ".5", "5.", None, 2.5])
def test_other_numbers_are_refused(text: object) -> None:
    with pytest.raises(NotationError):
        parse_number(text)  # type: ignore[arg-type]


def test_other_fractions_are_not_written() -> None:
    with pytest.raises(NotationError):
        number(Fraction(1, 3))
