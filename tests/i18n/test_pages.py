"""Every page as a Portuguese reader sees it: no English sentence is left on it."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from html import unescape
from html.parser import HTMLParser

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.models import Match
from games.presenters.table import present
from games.rules.ruleset import PRESETS, preset, preset_players
from games.services import seating
from games.views.rendering import table_html
from games.words.tiles import figure, points, signed, unbroken
from tests.cast import Cast, make_cast
from tests.i18n.messages import collect
from tests.pages.scenes import pictured, random_match
from tests.tables import fresh, let_keeper_act, open_table, play_out_match, play_out_round, rules, standing_clock, timed

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%s")
LETTERS = re.compile(r"[A-Za-z]{2,}")


class Reader(HTMLParser):
    """What is shown or spoken: text nodes, and attributes with sentences."""

    SPOKEN = {"alt", "title", "placeholder", "aria-label", "aria-description", "content", "value"}

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if values.get("lang") == "en":
            self.foreign.append(tag)
        spoken = [value for name, value in values.items() if name in self.SPOKEN or name.startswith("data-")]
        self.texts += [value for value in spoken if " " in value]

    def handle_endtag(self, tag: str) -> None:
        if self.foreign and self.foreign[-1] == tag:
            self.foreign.pop()

    def handle_data(self, data: str) -> None:
        if not self.foreign and data.strip():
            self.texts.append(" ".join(data.split()))


@cache
def english() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """Each English text that is another in Portuguese, with its placeholders open, by its longest word."""
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = defaultdict(list)
    with translation.override("pt-br"):
        for (context, singular), message in collect().items():
            said = translation.pgettext(context, singular) if context else translation.gettext(singular)
            for text in filter(None, (singular, message.plural)) if said != singular else ():
                words = LETTERS.findall(PLACEHOLDER.sub(" ", text))
                if len("".join(words)) >= 6:  # shorter ones may stand in any language
                    found[max(words, key=len)].append((text, looks_like(text)))
    return found


def looks_like(text: str) -> re.Pattern[str]:
    parts = PLACEHOLDER.split(text)
    return re.compile(r"(?<!\w)" + ".{1,80}?".join(map(re.escape, parts)) + r"(?!\w)")


def left_in_english(html: str) -> list[str]:
    """The English texts on a page, each beside where it was found."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return [
        f"{text} ← {shown}"
        for shown in dict.fromkeys(reader.texts)
        for word in dict.fromkeys(LETTERS.findall(shown))
        for text, pattern in english().get(word, ())
        if pattern.search(shown)
    ]


# ── the scan itself ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>Your turn</p>", "Your turn ← Your turn"),
        ("<p>Bone passed: nothing fits.</p>", "%(name)s passed: nothing fits. ← Bone passed: nothing fits."),
        ('<a aria-label="six-one, fits nowhere"></a>', "%(tile)s, fits nowhere ← six-one, fits nowhere"),
        ('<i data-title="● Your turn – Bone"></i>', "Your turn ← ● Your turn – Bone"),
    ],
)
def test_english_is_found(html: str, found: str) -> None:
    assert found in left_in_english(html)


def test_portuguese_and_marked_english_are_not() -> None:
    assert left_in_english('<p>Sua vez</p><button lang="en">English</button>') == []


# ── pages without a table ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def reader_of(user: User | None = None) -> Client:
    """The browser of somebody who reads Portuguese."""
    client = Client(headers={"Accept-Language": "pt-BR,pt;q=0.9,en;q=0.5"})
    if user is not None:
        client.force_login(user)
    return client


def check(answer: HttpResponse, status: int = 200) -> None:
    html = answer.content.decode()
    assert answer.status_code == status
    assert '<html lang="pt-br"' in html or answer.headers.get("HX-Retarget") or 'id="table"' in html[:60]
    assert left_in_english(html) == []


STRANGER = "/ /tables/new/ /rules/ /accounts/login/ /accounts/signup/ /accounts/settings/ /accounts/password/reset/"
PAPERS = "/privacy/ /terms/ /imprint/"
OWN = "/ /tables/new/ /accounts/settings/ /accounts/logout/ /accounts/password/change/"
MINE = "/accounts/places/ /accounts/email/ /accounts/data/ /accounts/2fa/"
LEARN = "/learn/ /learn/count/?rules=all /learn/plays/ " + " ".join(
    f"/learn/round/?step={step}" for step in range(1, 9)
)
EXPLAIN = (
    "/explain/ /explain/?rules=sniff&moves=55*,50>55.S1&tile=54 /explain/?rules=five_up&moves=44,64>44.L1,43>44.L2"
)
BOOKS = " ".join(f"/rules/{name}/" for name in PRESETS)


@pytest.mark.parametrize(
    "address", f"{STRANGER} {PAPERS} /accounts/password/reset/done/ {BOOKS} {LEARN} {EXPLAIN}".split()
)
def test_pages_for_everybody(db: None, address: str) -> None:
    check(reader_of().get(address))


@pytest.mark.parametrize("address", f"{OWN} {MINE}".split())
def test_pages_of_an_account(cast: Cast, address: str) -> None:
    cast.alice.set_password("eleven herons")
    cast.alice.save()
    check(reader_of(cast.alice).get(address))


@pytest.mark.parametrize("address", ["/", "/accounts/keep/", "/accounts/logout/"])
def test_pages_of_a_guest(db: None, address: str) -> None:
    guest = reader_of()
    guest.post("/accounts/guest/")
    check(guest.get(address))


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/accounts/signup/", {"username": "x", "password1": "muggins", "password2": "other"}),
        ("/accounts/signup/", {"username": "admin", "password1": " " * 9, "password2": " " * 9, "email": "no"}),
        ("/accounts/signup/", {"username": "a--b c", "password1": "12345678", "password2": "12345678"}),
        ("/accounts/signup/", {}),
        ("/accounts/login/", {"login": "Alice", "password": "wrong"}),
        ("/accounts/password/reset/", {"email": "nobody"}),
    ],
)
def test_refused_forms(db: None, address: str, form: dict[str, str]) -> None:
    check(reader_of().post(address, form))


@pytest.mark.parametrize(
    "form",
    [
        {"preset": "pagat", "players": "2", "target": "13", "robots": "2"},
        {"preset": "latino", "players": "3"},
        {"preset": "pagat", "players": "4", "hand_size": "9", "title": "\u200b"},
        {"preset": "pagat", "players": "2", "spinner": "none", "exposed_sides_count": "True", "partners": "True"},
        {},
    ],
)
def test_refused_tables(cast: Cast, form: dict[str, str]) -> None:
    check(reader_of(cast.alice).post("/tables/new/", form), status=400)


def test_a_name_that_is_taken(cast: Cast) -> None:
    password = {"password1": "eleven herons", "password2": "eleven herons"}
    answer = reader_of().post("/accounts/signup/", {"username": "Alice", **password})
    check(answer)
    assert "Alguém já usa este nome" in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "status"), [("/nowhere/", 404), (f"/t/{'x' * 22}/", 404), ("/?q=%00", 400), ("/rules/whist/", 404)]
)
def test_pages_that_stop(db: None, address: str, status: int) -> None:
    check(reader_of().get(address), status)


FAULTS = "xx 55,64>55.L1 55,50>55.S1 55,50>55.L1,50>55.L2 55,50 55* 50>55.L1"


@pytest.mark.parametrize("moves", FAULTS.split())
def test_positions_that_cannot_be(db: None, moves: str) -> None:
    check(reader_of().get("/explain/", {"moves": moves}), 400)


@pytest.mark.parametrize(("kind", "field"), [("count", "answer"), ("plays", "play")])
def test_answers(db: None, kind: str, field: str) -> None:
    reader = reader_of()
    page = reader.get(f"/learn/{kind}/").content.decode()
    token = re.search(r'name="q" value="([^"]+)"', page)
    assert token is not None
    given = re.search(r'name="play" value="([^"]+)"', page)
    check(reader.post(f"/learn/{kind}/", {"q": token[1], field: ""}), 422)
    check(reader.post(f"/learn/{kind}/", {"q": token[1], field: unescape(given[1]) if given else "99"}))
    check(reader.post(f"/learn/{kind}/", {"q": token[1], field: unescape(given[1]) if given else "7"}))
    check(reader.get("/learn/"))


def test_a_form_without_its_token(db: None) -> None:
    strict = Client(enforce_csrf_checks=True, headers={"Accept-Language": "pt-BR"})
    check(strict.post("/accounts/login/", {}), 403)


def test_mails(db: None) -> None:
    User.objects.create_user("Alice", "alice@example.org", "eleven herons")
    for address in ("alice@example.org", "nobody@example.org"):
        reader_of().post("/accounts/password/reset/", {"email": address})
    assert len(mail.outbox) == 2
    for sent in mail.outbox:
        assert left_in_english(f"<p>{sent.subject}</p><p>{sent.body}</p>") == []
        assert "você" in sent.body
    link = re.search(r"/accounts/\S+", str(mail.outbox[0].body))
    assert link is not None
    check(reader_of().get(link[0], follow=True))


# ── the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def at(match: Match, query: str = "") -> str:
    return f"/t/{match.code}/{query}"


def everybody(cast: Cast, match: Match) -> Iterator[Client]:
    """Each seat, somebody who watches, and a stranger."""
    seated = match.seats.filter(user__isnull=False).select_related("user")
    yield from (reader_of(user) for user in (*(seat.user for seat in seated), cast.eve, None))


def check_for_all(cast: Cast, match: Match) -> None:
    for reader in everybody(cast, match):
        check(reader.get(at(match)))


def test_a_table_that_waits_for_players(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=4), private=True, turn_seconds=45)
    seating.seat_robot(match_id=match.pk, user=cast.alice, seat=1, robot="careful")
    check_for_all(cast, fresh(match))
    check(reader_of(cast.bob).get("/"))
    check(reader_of(cast.alice).get("/"))


@pytest.mark.parametrize("tile", ["", "?tile=61", "?tile=43", "?tile=22"])
def test_my_turn_with_a_tile_chosen(cast: Cast, tile: str) -> None:
    match = pictured(cast.alice, cast.bob)
    answer = reader_of(cast.alice).get(at(match, tile))
    check(answer)
    assert "Sua vez" in answer.content.decode()


def test_a_table_for_all_who_look_at_it_at_any_moment(cast: Cast) -> None:
    for moves in range(8):
        check_for_all(cast, pictured(cast.alice, cast.bob, moves=moves))


@pytest.mark.parametrize("move", ["43>31.1", "61>99", "66"])
def test_a_refused_move(cast: Cast, move: str) -> None:
    match = pictured(cast.alice, cast.bob)
    form = {"move": move, "version": match.version, "key": "key-of-alice"}
    for headers in ({}, {"HX-Request": "true"}):
        answer = reader_of(cast.alice).post(at(match, "play/"), form, headers=headers)
        assert answer.status_code in {400, 422}
        assert left_in_english(answer.content.decode()) == []


def test_the_end_of_a_round_and_of_a_match(cast: Cast) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    check_for_all(cast, match)
    match = play_out_match(open_table(cast.alice, cast.bob, cast.carol, cast.dave, ruleset=rules(players=4, target=50)))
    check_for_all(cast, match)
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    check_for_all(cast, match)


def test_who_left_and_for_whom_a_robot_plays(cast: Cast) -> None:
    with standing_clock() as clock:
        match = timed(cast)
        seating.leave(match_id=match.pk, user=cast.alice)
        check_for_all(cast, fresh(match))
        let_keeper_act(clock, times=3, step=25)
        check_for_all(cast, fresh(match))


SIZES = [(name, players) for name in PRESETS for players in preset_players(name)]
#: What is drawn: the same in every language, commas and all.
DRAWN = re.compile(
    r'\b(?:transform|viewBox|d|x|y|cx|cy|r|width|height|font-size|data-(?:version|left|total))="([^"]*)"'
)


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_each_rule_book_at_any_moment(name: str, players: int) -> None:
    dice = random.Random(f"{name} {players}")
    positions = list(random_match(preset(name, players), dice))
    last = [position for position in positions if position.match.round is None or position.match.round.turn is None]
    for position in [*dice.sample(positions, 7), *last[:2], *last[-1:]]:
        seat = dice.choice([None, *range(players)])
        in_english = table_html(present(position.facts(seat)))
        with translation.override("pt-br"):
            html = table_html(present(position.facts(seat)))
        assert left_in_english(html) == []
        assert DRAWN.findall(html) == DRAWN.findall(in_english)


def test_half_points_have_a_comma() -> None:
    with translation.override("pt-br"):
        assert (figure(Fraction(5, 2)), points(Fraction(5, 2)), signed(Fraction(-5, 2))) == (
            "2,5",
            "2,5 pontos",
            "−2,5",
        )


def test_tile_names_do_not_break_at_their_hyphen() -> None:
    assert unbroken("É três-um: encaixa.") == (("É ", False), ("três-um", True), (": encaixa.", False))
    assert unbroken("Bone passou.") == (("Bone passou.", False),)
