"""The score sheet: any ruleset on one page, with lines to write on or the names that were given."""

from __future__ import annotations

import html
import re

import pytest
from django.http import QueryDict
from django.test import Client

from games.forms_sheet import ScoreSheetForm
from games.models import Match
from games.past import past_match
from games.presenters.scoresheet import score_sheet, sheet_query
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players
from tests.cast import Cast
from tests.tables import confirm_all, make_move, open_table, play_out_match, play_out_round, rules

EVERY = [preset(name, players) for name in PRESETS for players in preset_players(name)]
MIXES = [
    change(preset("sniff", 2), settlement="own_hand", exposed_sides_count=True),
    change(preset("five_up", 4), partners=False, target=31, target_rule="exact"),
    change(preset("pagat", 3), reserve=2, next_lead="rotate"),
    change(preset("pagat", 4), partners=False, next_lead="highest_double", hand_size=7),
    change(preset("muggins", 4), direction="anticlockwise", blocked_by="lowest_hand", target=365),
    change(preset("five_up", 3), target=500),
]
ids = pytest.mark.parametrize("ruleset", [*EVERY, *MIXES], ids=lambda ruleset: f"{ruleset.name}-{ruleset.players}")


def text(page: str) -> str:
    """What can be read on a page, blanks made one."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def sheet_of(client: Client, query: str) -> str:
    """The sheet on the page for this query, as it stands there; "" when there is none."""
    answer = client.get(f"/scoresheet/?{query}")
    assert answer.status_code == 200
    _before, _tag, after = answer.content.decode().partition("<article")
    return after.partition("</article>")[0]


@ids
def test_an_address_keeps_every_setting(ruleset: Ruleset) -> None:
    form = ScoreSheetForm.of_query(QueryDict(sheet_query(ruleset)))
    assert form.is_valid(), form.errors
    assert form.ruleset == ruleset


@ids
def test_every_ruleset_has_a_sheet_with_its_rules_in_five_lines(newcomer: Client, ruleset: Ruleset) -> None:
    sheet = sheet_of(newcomer, sheet_query(ruleset))
    shown = score_sheet(ruleset)
    assert len(shown.rules) == 5
    for line in shown.rules:
        assert line in text(sheet)
    assert ruleset.fingerprint in text(sheet)
    assert sheet.count('class="sheet-side"') == len(ruleset.sides)
    assert sheet.count("<td") == len(shown.rounds) * 3 * len(ruleset.sides)


@pytest.mark.parametrize(
    ("query", "plots", "board"),
    [
        ("preset=pagat&players=2", 2 * 5, False),
        ("preset=pagat&players=4", 2 * 4, False),
        ("preset=pagat&players=3&target=365", 3 * 8, False),
        ("preset=five_up&players=alone", 0, True),
        ("preset=five_up&players=2&target=500", 0, False),
    ],
)
def test_houses_or_a_board_or_figures_alone(newcomer: Client, query: str, plots: int, board: bool) -> None:
    sheet = sheet_of(newcomer, query)
    assert sheet.count('href="#plot"') == plots
    assert ('<svg class="pegs' in sheet) == board


def test_names_are_written_and_the_others_are_lines(newcomer: Client) -> None:
    sheet = sheet_of(newcomer, "players=3&name1=Alice&name3=%3Cb%3ECarol")
    heads = re.findall(r"<h3>\s*(.*?)\s*</h3>", sheet)
    assert heads == ["Alice", '<span class="to-write"></span>', "&lt;b&gt;Carol"]


def test_partners_stand_together_and_half_a_pair_is_a_line(newcomer: Client) -> None:
    query = "preset=latino&players=4&name1=Alice&name2=Carol&name3=Bob"
    assert re.findall(r"<h3>\s*(.*?)\s*</h3>", sheet_of(newcomer, query)) == [
        "Alice &amp; Bob",
        '<span class="to-write"></span>',
    ]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("preset=latino&players=3", "no table for three"),
        ("preset=muggins&exposed_sides_count=yes", "spinner"),
        ("target=7", "multiple of five"),
        ("paper=a0", "a0"),
        ("name1=" + "x" * 21, "20"),
    ],
)
def test_what_cannot_be_played_is_said_and_not_drawn(newcomer: Client, query: str, said: str) -> None:
    assert sheet_of(newcomer, query) == ""
    assert said in text(newcomer.get(f"/scoresheet/?{query}").content.decode())


def test_the_rules_lead_to_their_sheet(newcomer: Client, cast: Cast) -> None:
    page = newcomer.get("/rules/five_up/?players=3").content.decode()
    assert 'href="/scoresheet/?preset=five_up&amp;players=3"' in page
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=55))
    page = newcomer.get(f"/t/{match.code}/rules/").content.decode()
    assert 'href="/scoresheet/?preset=pagat&amp;players=2&amp;target=55"' in page


def test_a_match_that_is_over_leads_to_a_sheet_for_the_next(newcomer: Client, cast: Cast) -> None:
    match: Match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    page = newcomer.get(f"/t/{match.code}/").content.decode()
    assert 'href="/scoresheet/?preset=pagat&amp;players=2&amp;target=50"' in page


@pytest.mark.parametrize("ruleset", [rules(target=100), rules("five_up", target=31)], ids=["strokes", "pegs"])
def test_a_match_fills_its_own_sheet(newcomer: Client, cast: Cast, ruleset: Ruleset) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=ruleset))
    past = past_match(match.code, None)
    sheet = sheet_of(newcomer, f"match={match.code}")
    assert re.findall(r"<h3>.*?(Alice|Bob)\s*</h3>", sheet, re.DOTALL) == ["Alice", "Bob"]
    (body,) = re.findall("<tbody>(.*?)</tbody>", sheet, re.DOTALL)
    rows = [re.findall(r"<td.*?>(?:<b>)?(.*?)(?:</b>)?</td>", row) for row in body.split("</tr>")]
    rows = [row for row in rows if any(row)]
    assert len(rows) == past.positions[-1].spot.round_no
    assert [int(rows[-1][cell]) for cell in (2, 5)] == list(past.positions[-1].match.scores)
    for side in (0, 1):
        before = 0
        for row in rows:
            in_play, at_the_end, score = map(int, row[3 * side : 3 * side + 3])
            assert before + in_play + at_the_end == score
            before = score
    if ruleset.points_per_five == 5:
        assert (
            len(re.findall(r'href="#s\d+"', sheet.partition("<table")[0])) == sum(past.positions[-1].match.scores) // 5
        )
    else:
        assert sheet.count('class="peg') >= 2
    assert f'href="/scoresheet/?match={match.code}"' in newcomer.get(f"/m/{match.code}/").content.decode()


def test_the_sheet_of_a_match_that_goes_on_has_its_finished_rounds(newcomer: Client, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=1000))
    assert "<b>" not in sheet_of(newcomer, f"match={match.code}").partition("<tbody>")[2].partition("</tbody>")[0]
    confirm_all(play_out_round(match))
    make_move(match)
    (body,) = re.findall("<tbody>(.*?)</tbody>", sheet_of(newcomer, f"match={match.code}&paper=letter"), re.DOTALL)
    assert body.count("<b>") == 2


def test_no_sheet_of_a_match_that_is_none(newcomer: Client) -> None:
    for code in ("A" * 22, "x", ".."):
        assert newcomer.get(f"/scoresheet/?match={code}").status_code == 404
