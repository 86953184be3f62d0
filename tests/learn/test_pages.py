"""The pages: what a question must not tell, what an answer tells, and any position at /explain/."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from games.learning.questions import (
    COUNT,
    KINDS,
    LADDER_NAME,
    LEVELS,
    PLAYS,
    CountQuestion,
    PlaysQuestion,
    question,
    ruleset_of,
)
from games.presenters.learning import answered_count, answered_play, asked
from games.rules.layout import lay_all
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import PRESETS, change, preset, preset_players
from games.rules.scoring import points_for
from games.services.rulesets import save_ruleset
from games.words.tiles import sum_line
from tests.cast import Cast
from tests.learn.test_streaks import ADDRESSES, read, right, token_of
from tests.tables import open_table

pytestmark = pytest.mark.django_db
BOOKS = (*PRESETS, LADDER_NAME)


def text_of(page: str) -> str:
    """What can be read, blanks made one."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


# --- questions ---


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_book_is_asked_about(newcomer: Client, book: str, kind: str) -> None:
    page = newcomer.get(ADDRESSES[kind], {"rules": book})
    assert page.status_code == 200
    assert f'<option value="{book}" selected>' in page.content.decode()
    form = right(token_of(newcomer, kind, book), kind)
    assert b"Right: " in newcomer.post(ADDRESSES[kind], form).content


@pytest.mark.parametrize("kind", KINDS)
def test_a_rule_book_that_nobody_has_is_not_found(newcomer: Client, kind: str) -> None:
    assert newcomer.get(ADDRESSES[kind], {"rules": "fives"}).status_code == 404


@pytest.mark.parametrize("level", range(LEVELS))
@pytest.mark.parametrize("book", BOOKS)
def test_a_question_has_no_coin_and_no_sum(book: str, level: int) -> None:
    for kind in KINDS:
        shown = asked(question(kind, ruleset_of(book, level), level, 77), kind, level)
        assert [board.coins for board in shown.stage.boards] == [(), ()]
        assert not re.search(r"[0-9]", shown.stage.line)
        for option in shown.options:
            assert (option.points, option.points_text, option.gives, option.count, option.makes) == (0, "?", (), 0, "")
            assert not re.search(r"[0-9]", option.name)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed_round", range(4))
def test_the_page_does_not_tell_the_answer(newcomer: Client, kind: str, seed_round: int) -> None:
    page = newcomer.get(ADDRESSES[kind], {"rules": "five_up"}).content.decode().split("<main")[1]
    assert 'class="coin"' not in page
    assert 'class="badge"' not in page
    token = re.search(r'name="q" value="([^"]+)"', page)
    assert token is not None
    shown = read(token[1], kind).question
    layouts = [shown.layout]
    if isinstance(shown, PlaysQuestion):
        layouts += [shown.layout.with_tile(play) for play in shown.plays]
    readable = text_of(page.replace(token[1], ""))
    for layout in layouts:
        assert sum_line([end.gives for end in layout.ends], layout.count) not in readable or len(layout.ends) < 2
    assert "multiple of five" not in readable
    assert not re.search(r"\bScores\b|\+[0-9]", readable)


def test_a_question_is_there_in_words(newcomer: Client) -> None:
    token = read(token_of(newcomer))
    page = newcomer.get(ADDRESSES[COUNT], {"q": token.signed()}).content.decode()
    assert page.count("Line from left to right: ") == 3  # the name of both pictures, and the text itself


def test_a_count_is_told_end_by_end() -> None:
    shown = question(COUNT, ruleset_of("sniff", LEVELS - 1), LEVELS - 1, 3)
    assert isinstance(shown, CountQuestion)
    result = answered_count(shown, LEVELS - 1, shown.answer).result
    assert result is not None
    assert len(result.count.ends) == len(shown.layout.ends)
    assert result.count.total == sum(result.count.gives) == shown.answer
    assert result.right
    wrong = answered_count(shown, 0, shown.answer + 1).result
    assert wrong is not None
    assert wrong.told.startswith(f"Not {shown.answer + 1}: ")


def test_every_play_is_told_and_ties_are_right() -> None:
    tied = next(
        found
        for seed in range(500)
        if isinstance(found := question(PLAYS, ruleset_of("pagat", 4), 4, seed), PlaysQuestion) and len(found.best) > 1
    )
    for play in tied.plays:
        result = answered_play(tied, PLAYS, 4, play).result
        assert result is not None
        assert result.right == (play in tied.best)
        assert len(result.outcomes) == len(tied.plays)
        assert [row.best for row in result.outcomes] == [True] * len(tied.best) + [False] * (
            len(tied.plays) - len(tied.best)
        )
        assert sum(row.mine for row in result.outcomes) == 1


def test_a_tile_is_taken_up_by_a_link(newcomer: Client) -> None:
    text = token_of(newcomer, PLAYS)
    shown = read(text, PLAYS).question
    assert isinstance(shown, PlaysQuestion)
    tile = str(shown.plays[0].tile)
    page = newcomer.get(ADDRESSES[PLAYS], {"q": text, "tile": tile}).content.decode()
    seen = re.findall(
        r'<button class="btn" name="play" value="([^"]+)"[^>]*?data-tile="\d\d" aria-label="[^"]*">', page
    )
    assert [html.unescape(move) for move in seen] == [str(play) for play in shown.plays if str(play.tile) == tile]


def test_htmx_gets_the_part_and_going_back_the_page(newcomer: Client) -> None:
    for address in ("/learn/count/", "/learn/plays/", "/learn/round/", "/explain/"):
        assert b"<html" not in newcomer.get(address, headers={"HX-Request": "true"}).content
        back = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
        assert b"<html" in newcomer.get(address, headers=back).content


def test_the_three_ways_are_on_one_page_with_the_rows(newcomer: Client) -> None:
    newcomer.post(ADDRESSES[COUNT], right(token_of(newcomer)))
    page = newcomer.get("/learn/").content.decode()
    for address in ("/learn/round/", "/learn/count/", "/learn/plays/", "/explain/"):
        assert f'"{address}"' in page
    assert page.count("1 right in a row") == 1


# --- any position ---


@pytest.mark.parametrize(
    ("rules", "moves", "said"),
    [
        ("pagat", "55", "5 + 5 = 10 Scores 10."),
        ("sniff", "55*,50>55.S1", "0 + 5 = 5 Scores 5."),
        ("pagat", "55,50>55.L1,53>55.L2", "0 + 3 = 3 No points: 3 is no multiple of five."),
        ("five_up", "55", "5 + 5 = 10 Scores 2."),
        ("five_up", "50", "5 + 0 = 5 Scores 1."),
        ("pagat", "00", "0 + 0 = 0 No points: 0 never scores."),
    ],
)
def test_the_verdict(newcomer: Client, rules: str, moves: str, said: str) -> None:
    page = newcomer.get("/explain/", {"rules": rules, "moves": moves})
    assert page.status_code == 200
    assert said.split("= ")[1] in text_of(page.content.decode())
    head = page.content.decode().split("</head>")[0]
    assert f'<meta property="og:title" content="{said.replace(" Scores", ". Scores").replace(" No", ". No")}">' in head


@pytest.mark.parametrize("rules", PRESETS)
def test_a_whole_table_is_laid_by_links(newcomer: Client, rules: str) -> None:
    ruleset = preset(rules, preset_players(rules)[0])
    address, laid = f"/explain/?rules={rules}", 0
    for step in range(24):
        page = newcomer.get(address).content.decode()
        places = re.findall(r'<a class="btn[^"]*" href="([^"]+)" data-move', page)
        links = places or re.findall(r'data-tile="\d\d" href="([^"]+)"', page)
        if not links:
            break
        address = "/explain/" + html.unescape(links[step % len(links)])
        query = parse_qs(urlsplit(address).query)
        if "tile" in query:
            continue
        moves = [parse_move(text) for text in query["moves"][0].split(",")]
        layout = lay_all(ruleset, [move for move in moves if isinstance(move, Play)])
        text = text_of(newcomer.get(address).content.decode())
        earned = points_for(layout.count, ruleset)
        assert f"= {layout.count} " in text
        assert (f"Scores {earned}." if earned else "No points: ") in text
        laid += 1
        assert len(layout.placements) == laid
    assert laid >= 8


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("xx", "Move 1 of this address cannot be: “xx” is no tile laid. You see the table before it."),
        ("55,64>55.L1", "Move 2 of this address cannot be: six-four has no five."),
        ("55,50>55.S1", "55.S1 is not open."),
        ("55,50>55.L1,50>55.L2", "Move 3 of this address cannot be: five-blank lies on the table already."),
        ("55,50", "it does not say where five-blank is joined."),
        ("55*", "double five may not lie lengthwise here."),
        ("50>55.L1", "there is nothing on the table that five-blank could join."),
    ],
)
def test_a_fault_is_named_and_the_table_before_it_shown(newcomer: Client, moves: str, sentence: str) -> None:
    page = newcomer.get("/explain/", {"moves": moves})
    assert page.status_code == 400
    assert sentence in text_of(page.content.decode())
    before = moves.split(",")[:-1]
    assert page.content.decode().count("<li><svg") == len(before)


@pytest.mark.parametrize(
    "query",
    [
        "moves=" + "5" * 9000,
        "moves=" + "55," * 3000,
        "moves=%3Cscript%3Ealert(1)%3C/script%3E",
        "moves=55%0A50",
        "moves=%F0%9F%82%A1",
        "moves=,,,,",
        "moves=55>55.L1",
        "moves=55&tile=%3Cb%3E",
        "moves=55&tile=99",
        "tile=",
        "moves=%FF%FE",
        "moves=٥٥",
    ],
)
def test_nothing_hostile_breaks_it(newcomer: Client, query: str) -> None:
    page = newcomer.get(f"/explain/?{query}")
    assert page.status_code in {200, 400}
    assert b"<script>alert" not in page.content


def test_rules_that_nobody_has_are_not_found(newcomer: Client) -> None:
    assert newcomer.get("/explain/?rules=fives").status_code == 404


def test_every_spelling_has_one_address(newcomer: Client) -> None:
    page = newcomer.get("/explain/", {"moves": "55,05>55.L1", "tile": "53"}).content.decode()
    assert '<link rel="canonical" href="/explain/?rules=pagat&amp;moves=55,50%3E55.L1">' in page


def test_only_what_fits_is_offered(newcomer: Client) -> None:
    moves = "50,52>50.5,60>50.0,20>52.2,63>60.6,00>20.0,31>63.3,40>00.L2,10>31.1"
    page = newcomer.get("/explain/", {"rules": "muggins", "moves": moves}).content.decode()
    offered = set(re.findall(r'data-tile="(\d\d)" href', page))
    assert offered == {"30", "41", "42", "43", "44", "54", "64"}  # the ends are 0 and 4


def test_it_is_there_in_portuguese(newcomer: Client) -> None:
    with translation.override("pt-br"):
        page = newcomer.get("/explain/?moves=55,50>55.L1,53>55.L2", headers={"accept-language": "pt-BR"})
    text = text_of(page.content.decode())
    assert "Sem pontos: 3 não é múltiplo de cinco." in text


# --- where they are linked from ---


def test_the_links(newcomer: Client) -> None:
    for address in ("/", "/rules/"):
        page = newcomer.get(address).content.decode()
        assert 'href="/explain/"' in page
        assert 'href="/learn/' in page
    assert 'href="/explain/?rules=sniff"' in newcomer.get("/rules/sniff/").content.decode()
    sheet = newcomer.get("/rules/five_up/?fragment").content.decode()
    assert 'href="/explain/?rules=five_up"' in sheet


def test_kept_rules_are_learnt_by_their_address(alice: Client, cast: Cast, newcomer: Client) -> None:
    mix = change(preset("pagat", 2), exposed_sides_count=True, hand_size=5)
    saved = save_ruleset(user=cast.alice, name="Sunday <rules>", ruleset=mix)
    page = alice.get(f"/rules/mine/{saved.token}/").content.decode()
    for address in (f"/explain/?rules={saved.token}", f"/learn/count/?rules={saved.token}"):
        assert f'href="{address}"' in page
        option = f'<option value="{saved.token}" selected>Sunday &lt;rules&gt;</option>'
        assert option in newcomer.get(address).content.decode()
    shown = newcomer.get(f"/learn/plays/?rules={saved.token}").context["token"]
    saved.delete()
    assert newcomer.get(f"/explain/?rules={saved.token}").status_code == 404
    assert newcomer.post("/learn/plays/", {"q": shown, "play": ""}).status_code == 404


def test_a_tables_own_rules_are_named_by_their_fingerprint(cast: Cast, newcomer: Client) -> None:
    """The link to a position can be sent to anybody: it names neither the table nor who sits there."""
    mix = change(preset("pagat", 2), exposed_sides_count=True)
    match = open_table(cast.alice, cast.bob, ruleset=mix, private=True)
    page = newcomer.get(f"/t/{match.code}/rules/").content.decode()
    address = f"/explain/?rules={mix.fingerprint}"
    assert f'href="{address}"' in page
    texts = ("66", "65>66.L1", "64>66.L2")
    layouts = [lay_all(ruleset, [parse_move(text) for text in texts]) for ruleset in (mix, preset("pagat", 2))]
    assert layouts[0].count != layouts[1].count
    shown = newcomer.get(f"{address}&moves={','.join(texts)}").content.decode()
    assert f"= {layouts[0].count}" in text_of(shown)
    assert match.code not in shown


@pytest.mark.parametrize("rules", ["AAAAAAAA", "A" * 22, "'", "é" * 22, "all"])
def test_an_address_that_names_no_rules_is_not_found(db: None, newcomer: Client, rules: str) -> None:
    assert newcomer.get("/explain/", {"rules": rules}).status_code == 404
