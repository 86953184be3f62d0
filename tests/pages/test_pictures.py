"""Pictures of positions: one size, our colours, nothing but the board, and drawn once."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.models import Match
from games.past import past_match
from games.presenters.lettering import SIGN, TEXT, outline
from games.presenters.picture import DAY, NIGHT, PIPS, shared_picture
from games.rules.layout import empty_layout, lay_all
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import preset
from games.views import pictures
from tests.cast import make_cast
from tests.conftest import Keep
from tests.tables import open_table, play_out_match, rules

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def played(kept: Keep) -> int:
    def make() -> int:
        cast = make_cast()
        return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50))).pk

    return int(kept(make))


@pytest.fixture
def match(played: int, db: None) -> Match:
    return Match.objects.get(pk=played)


def layout(*moves: str) -> object:
    plays = [move for move in map(parse_move, moves) if isinstance(move, Play)]
    return lay_all(preset("pagat", 2), plays)


def test_a_png_is_as_large_as_link_previews_want(match: Match) -> None:
    answer = Client().get(f"/m/{match.code}/1.5.png")
    assert answer["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert len(answer.content) < 200_000
    assert answer["Cache-Control"] == "public, max-age=86400"


def test_an_svg_has_the_tiles_that_lie_there_and_nothing_from_elsewhere(match: Match) -> None:
    at = past_match(match.code, None).positions[5]
    answer = Client().get(f"/m/{match.code}/{at.spot}.svg")
    assert answer["Content-Type"].startswith("image/svg+xml")
    tree = ElementTree.fromstring(answer.content)
    assert (tree.get("width"), tree.get("height")) == ("1200", "630")
    state = at.match.round
    assert state is not None
    pips = sum(play.tile.pips for play in state.layout.placements)
    assert sum(circle.get("r") == "2.05" for circle in tree.iter(f"{SVG}circle")) == pips
    text = answer.content.decode()
    assert not re.search(r"href|url\(|<style|<script|<text|<image|foreignObject", text)


def test_every_position_of_a_match_can_be_painted(match: Match) -> None:
    for at in past_match(match.code, None).positions[::6]:
        assert Client().get(f"/m/{match.code}/{at.spot}.png").status_code == 200


def test_before_the_lead_there_is_stone_alone() -> None:
    shown = shared_picture(empty_layout(preset("pagat", 2)), preset("pagat", 2), DAY, "Nothing")
    assert (shown.tiles, shown.coins, shown.total) == ((), (), "")


def test_a_picture_is_painted_once(match: Match) -> None:
    first = Client().get(f"/m/{match.code}/1.4.png").content
    with mock.patch.object(pictures, "_painted", side_effect=AssertionError):
        assert Client().get(f"/m/{match.code}/1.4.png").content == first
    assert Client().get(f"/m/{match.code}/1.4.png?light=night").content != first


@pytest.mark.parametrize("light, place", [(DAY, 0), (NIGHT, 1)])
def test_its_colours_are_the_tokens(light: object, place: int) -> None:
    tokens = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    pairs = dict(re.findall(r"--([a-z0-9-]+):\s*light-dark\(([^)]*)\)", tokens))
    for name, colour in light._asdict().items():  # type: ignore[attr-defined]
        assert pairs[name.replace("_", "-")].split(", ")[place] == colour, name


def test_its_pips_are_those_of_the_sprite() -> None:
    sprite = (ROOT / "templates" / "games" / "partials" / "_sprite.html").read_text(encoding="utf-8")
    for number, spots in PIPS.items():
        drawn = re.search(rf'<g id="p{number}">(.*?)</g>', sprite)
        assert drawn is not None
        found = re.findall(r'class="t-pip" cx="([^"]+)" cy="([^"]+)"', drawn[1])
        assert sorted((float(x), float(y)) for x, y in found) == sorted(spots)


def test_figures_are_outlines_in_the_middle() -> None:
    narrow, wide = outline("1", TEXT, 10, 0, 0), outline("12 + 3 = 15", SIGN, 10, 0, 0)
    assert 0 < narrow.width < wide.width
    assert narrow.d.startswith("M")
    assert outline("7", TEXT, 10, 100, 0).d != outline("7", TEXT, 10, 0, 0).d


@pytest.mark.parametrize(
    "address", ["99.1.png", "1.999.svg", "0.1.png", "1.1.gif", "1.1", "1.png", "1.1.PNG", "01.1.png"]
)
def test_other_pictures_are_not_found(match: Match, address: str) -> None:
    assert Client().get(f"/m/{match.code}/{address}").status_code == 404


def test_a_picture_is_only_looked_at(match: Match) -> None:
    assert Client().post(f"/m/{match.code}/1.1.png").status_code == 405
