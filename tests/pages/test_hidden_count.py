"""While a window is open nobody is sent what the play was worth, in any form («Muggins!», RULES.md section 4).

The tiles lie on the table, so everybody can count them; but no page, fragment, frame, record or log line has done it.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games import urls
from games.models import Match
from games.presenters.table import TablePage, present
from games.rules import matches
from games.rules.events import Played
from games.rules.matches import MatchState
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.scoring import points_for
from games.rules.tiles import TILES
from games.views.rendering import table_html
from tests.cast import Cast
from tests.muggins import called, led
from tests.pages.scenes import Position
from tests.pages.secrets import hidden_from, leaks
from tests.pages.test_rights import ROWS, everything_sent
from tests.tables import make_move, open_table

Browser = Callable[[User | None], Client]

MATCHES = 16
#: Windows of each match that are looked at, for one viewer after the other.
WINDOWS = 6
KINDS = [
    ("pagat", 2), ("pagat", 3), ("pagat", 4), ("five_up", 3),
    ("sniff", 2), ("latino", 4), ("muggins", 2), ("thoughtco", 4),
]  # fmt: skip
#: What the page draws and writes of a count: coins, sums, previews, dotted strokes, pills on ghosts.
MARKS = (
    'class="badge"', 'class="c"', 'class="sum"', "data-ends", "data-count", "data-makes",
    "stroke next", 'class="tag-t"', 'class="pt">',
)  # fmt: skip
#: A sum, or a sentence that tells what a play made or earned, in both languages.
TELLING = re.compile(
    r"= \d|\d \+ \d|\bmakes\b|\bscored\b|\bpoints?\.|no points|\bmissed\b|\btook\b|\bCount\b|\bEnds:"
    r"|\bfez \d|\bpontos?\.|sem pontos|deixou passar|\blevou\b|\bContagem\b|\bPontas:",
    re.IGNORECASE,
)


class Reader(HTMLParser):
    """What a page says to eyes and ears, without the number pads, the settings and the moves that have been told."""

    SPOKEN = ("alt", "title", "aria-label", "content", "data-title", "data-makes", "data-why", "data-since")
    SILENT = ("keys", "menu-panel")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if self._silent:
            self._silent += [tag] if tag == self._silent[0] else []
        elif set(values.get("class", "").split()) & set(self.SILENT):
            self._silent.append(tag)
        else:
            self.texts += [values[name] for name in self.SPOKEN if name in values]

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent[0]:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.texts.append(" ".join(data.split()))


def said(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    return reader.texts


def calling_match(ruleset: Ruleset, dice: random.Random) -> Iterator[tuple[Position, MatchState, Play]]:
    """A round or two of random plays with random claims and calls: each moment at which a window is open.

    With it the match before the play, and the play.
    """
    match = matches.new_match(ruleset)
    while match.winner is None and match.rounds_done < 2:
        tiles = list(TILES)
        dice.shuffle(tiles)
        leader, by = matches.lead_for(match, tuple(tiles), dice.randrange(ruleset.players))
        step = matches.start_round(match, tuple(tiles), leader, by)
        match, events = step.match, step.events
        while match.is_playing:
            assert match.round is not None
            before, move = match, dice.choice(legal_moves(match.round))
            step = matches.play(match, move, any_claim(match, move, dice) if isinstance(move, Play) else None)
            match, events = step.match, (*events, *step.events)
            while match.window is not None:
                assert isinstance(move, Play)
                yield Position(match, events), before, move
                step = call_or_close(match, dice)
                match, events = step.match, (*events, *step.events)


def worth(match: MatchState, move: Play) -> int:
    """What a play would be worth."""
    assert match.round is not None
    return int(points_for(match.round.layout.lay(move).count, match.ruleset))


def any_claim(match: MatchState, move: Play, dice: random.Random) -> int | None:
    return dice.choice([None, worth(match, move), 5, 10])


def call_or_close(match: MatchState, dice: random.Random) -> matches.Step:
    seats = [seat for seat in range(match.ruleset.players) if may_call(match, seat)]
    if seats and dice.random() < 0.4:
        return matches.call(match, dice.choice(seats), dice.choice([5, 10, 15]))
    return matches.close_window(match)


def may_call(match: MatchState, seat: int) -> bool:
    window = match.window
    return window is not None and seat not in window.tries and match.ruleset.side_of(seat) != window.side


def nothing_told(page: TablePage) -> None:
    """No field that is there for a count, or for what follows from one, holds anything."""
    assert page.window is not None
    assert page.count is not None
    assert (page.count.gives, page.count.total) == ((), 0)
    assert all(board.coins == () for board in page.boards)
    assert page.log[0].sum_line == page.log[0].points == ""
    assert page.log[0].ends == ()
    assert page.over is None
    for option in page.hand.options if page.hand is not None else ():
        assert (option.gives, option.count, option.points, option.points_text, option.makes) == ((), 0, 0, "", "")
    assert not any(tile.hint for tile in page.hand.tiles) if page.hand is not None else True
    assert not any(house.dotted for side in page.sides if side.tally for house in side.tally.houses)


@pytest.mark.parametrize("number", range(MATCHES))
def test_no_count_in_any_field_or_byte(number: int) -> None:
    name, players = KINDS[number % len(KINDS)]
    dice = random.Random(number)
    ruleset = change(preset(name, players), calling="muggins", overcall_penalty=number % 2 == 1)
    moments = list(calling_match(ruleset, dice))
    for turn, (position, _before, _move) in enumerate(dice.sample(moments, min(WINDOWS, len(moments)))):
        for seat in ((None, *range(players))[(number + turn) % (players + 1)], position.match.round.turn):  # type: ignore[union-attr]
            facts = position.facts(seat)
            page = present(facts)
            nothing_told(page)
            html = table_html(replace(page, log=page.log[:1], news=page.news[-2:]))  # what was told before is told
            assert [mark for mark in MARKS if mark in html] == []
            assert [text for text in said(html) if TELLING.search(text)] == []
            assert facts.sight is not None
            assert leaks(html, hidden_from(facts.sight)) == []


def test_no_count_in_portuguese_either() -> None:
    with translation.override("pt-br"):
        for position, _before, _move in list(calling_match(called(), random.Random(8)))[::4]:
            for seat in (None, 0, 1):
                page = present(position.facts(seat))
                html = table_html(replace(page, log=page.log[:1], news=page.news[-2:]))
                assert [text for text in said(html) if TELLING.search(text)] == []


def test_the_scan_would_find_a_count() -> None:
    """The scan itself is tried on the moment after: the window is closed and all is told."""
    found = 0
    for position, _before, _move in calling_match(called(), random.Random(3)):
        step = matches.close_window(position.match)
        if step.match.is_playing:
            page = present(Position(step.match, (*position.events, *step.events)).facts(0))
            html = table_html(replace(page, log=page.log[:1], news=page.news[-2:]))
            assert 'class="badge"' in html
            assert any(TELLING.search(text) for text in said(html))
            found += 1
    assert found > 10


CLAIM = re.compile(r"(claims?) (?:\d+|nothing)\b")


def blurred(html: str) -> str:
    """The fragment without the claim itself, and without the digest, which is one of all that it shows."""
    return re.sub(r'data-digest="\w+"', "", CLAIM.sub(r"\1 …", html))


@pytest.mark.parametrize("number", range(8))
def test_a_fragment_is_the_same_whether_the_claim_was_right(number: int) -> None:
    name, players = KINDS[number]
    ruleset = change(preset(name, players), calling="muggins")
    compared = 0
    for position, before, move in list(calling_match(ruleset, random.Random(number)))[::8]:
        right = worth(before, move)
        start = position.events[: max(i for i, event in enumerate(position.events) if isinstance(event, Played))]
        for seat in (None, *range(players)):
            shown = set()
            for claim in (right, right + ruleset.points_per_five, None):
                step = matches.play(before, move, claim)
                shown.add(blurred(table_html(present(Position(step.match, (*start, *step.events)).facts(seat)))))
            assert len(shown) == 1
            compared += 1
    assert compared > players


@pytest.mark.parametrize("number", range(8))
def test_a_fragment_does_not_depend_on_what_the_play_was_worth(number: int) -> None:
    """Whatever the match keeps of the truth while the window is open: the page is drawn without it."""
    name, players = KINDS[number]
    ruleset = change(preset(name, players), calling="muggins")
    for position, _before, _move in list(calling_match(ruleset, random.Random(number + 50)))[::10]:
        window = position.match.window
        assert window is not None
        lie = replace(position.match, window=replace(window, count=window.count + 5, points=window.points + 5, ends=()))
        for seat in (None, *range(players)):
            true, false = position.facts(seat), Position(lie, position.events).facts(seat)
            assert table_html(present(true)) == table_html(present(false))


def route_of(name: str) -> str:
    return next(str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name == name)


VIEWERS = ("mover", "opponent", "watcher", "stranger")


def viewer(cast: Cast, kind: str) -> User | None:
    return {"mover": cast.alice, "opponent": cast.bob, "watcher": cast.eve, "stranger": None}[kind]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("claim", [None, 10, 15])
@pytest.mark.parametrize("kind", VIEWERS)
def test_no_channel_tells_the_count(cast: Cast, browser: Browser, kind: str, claim: int | None) -> None:
    """Double five has been led: 10. The number stands nowhere but in the claim."""
    user = viewer(cast, kind)
    match = led(cast, claim=claim, ruleset=called("playelephant"))
    for channel, text in everything_sent(match, user, browser(user)).items():
        if channel == "record":
            assert '"rounds": []' in text
            continue
        assert [mark for mark in MARKS if mark in text] == [], channel
        texts = [CLAIM.sub("", one) for one in said(re.sub(r'<svg class="sprite".*?</svg>', "", text, flags=re.DOTALL))]
        assert [one for one in texts if TELLING.search(one)] == [], channel
        assert [one for one in texts if re.search(r"\b10\b", one)] == [], channel


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name in ROWS if ROWS[name][0] == "get" and "<code" in route_of(name)])
def test_no_page_about_the_table_tells_it(cast: Cast, browser: Browser, name: str) -> None:
    """Every address of a table that can be looked at, those of later releases included."""
    match = led(cast, ruleset=called("playelephant"))
    filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: {"code": match.code}.get(found[1], "1"), route_of(name))
    answer = browser(cast.eve).get(f"/{filled}")
    assert answer.status_code in {200, 302, 403, 404, 409}
    if answer.status_code == 200 and name != "rules_of_table" and "html" in answer["Content-Type"]:
        body = re.sub(r'<svg class="sprite".*?</svg>', "", answer.content.decode(), flags=re.DOTALL)
        assert [text for text in said(body) if TELLING.search(text)] == []


@pytest.mark.django_db
def test_the_rules_beside_the_table_do_not_change_with_its_moves(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=called())
    address, client = f"/t/{match.code}/rules/?fragment", browser(cast.eve)
    token = re.compile(r'(csrfmiddlewaretoken" value=)"\w+"')
    before = token.sub(r"\1", client.get(address).content.decode())
    make_move(match, claim=5)
    assert token.sub(r"\1", client.get(address).content.decode()) == before


@pytest.mark.django_db
def test_no_log_line_tells_it(cast: Cast, browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="games"):
        match = led(cast, claim=10, ruleset=called("playelephant"))
        for user in (cast.alice, cast.bob, None):
            browser(user).get(f"/t/{match.code}/")
    lines = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    assert [line for line in lines if re.search(r"\b10\b|count|points|claim", line)] == []


@pytest.mark.django_db
def test_no_column_of_the_match_tells_it(cast: Cast) -> None:
    match = led(cast, claim=10)
    row = match.moves.get()
    assert (row.count, row.points, row.taken, row.closed_version) == (None, None, None, None)
    assert Match.objects.get(pk=match.pk).scores == ["0", "0"]
