"""Talk over HTTP and over the socket: what each viewer is shown, and what never reaches him. # B53, C21, C36"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.http import HttpResponse
from django.test import Client

from accounts import company
from accounts.models import Block, Mute, User
from games import consumers
from games.models import Line, Match
from games.services import talk
from games.services.announce import table_group
from tests.cast import Cast
from tests.pages.scenes import SCRIPT, at
from tests.pages.sockets import told
from tests.pages.test_sockets import join
from tests.tables import fresh, make_move, open_table, rules

Browser = Callable[[User | None], Client]
sync = database_sync_to_async
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}} {% load static %} <i>",
    "'';!--\"<X>=&{()}",
]


@pytest.fixture
def match(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob, free_talk=True)


def post(client: Client, match: Match, what: str = "say/", script: bool = True, **form: str) -> HttpResponse:
    answer: HttpResponse = client.post(at(match, what), form, headers=SCRIPT if script else {})
    return answer


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def said(html: str) -> list[str]:
    """The lines on a page, as they stand in its markup."""
    return re.findall(r'<span class="said" dir="auto">(.*?)</span>', html)


def untokened(answer: HttpResponse) -> str:
    """The page without the tokens of its forms, which differ each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text(answer))


# ── saying something ─────────────────────────────────────────────────────


def test_a_phrase_is_read_by_each_in_his_language(cast: Cast, browser: Browser, match: Match) -> None:
    answer = post(browser(cast.alice), match, phrase="well_played")
    assert (answer.status_code, said(text(answer))) == (200, ["Well played"])
    assert 'id="table"' not in text(answer)
    bob = browser(cast.bob)
    bob.cookies["django_language"] = "pt-br"
    assert said(text(bob.get(at(match)))) == ["Bem jogado"]


def test_without_script_a_form_leads_back_to_the_talk(cast: Cast, browser: Browser, match: Match) -> None:
    alice = browser(cast.alice)
    answer = post(alice, match, script=False, text="Good evening")
    assert (answer.status_code, answer["Location"]) == (302, at(match) + "#said")
    refused = post(alice, match, script=False, text="see https://example.org")
    assert refused.status_code == 400
    assert "No addresses of other pages here." in text(refused)
    assert 'value="see https://example.org"' in text(refused)
    assert 'class="rack-tile' in text(refused)


@pytest.mark.parametrize("line", HOSTILE)
def test_a_line_is_text_and_nothing_else(cast: Cast, browser: Browser, match: Match, line: str) -> None:
    fragment, page = text(post(browser(cast.alice), match, text=line)), text(browser(cast.bob).get(at(match)))
    for html in (fragment, page):
        assert line not in html
        assert not re.search(r"<img|alert\(1\)</script>|<X>", html)
        assert len(said(html)) == 1


def test_too_much_is_429_with_a_time(cast: Cast, browser: Browser, match: Match) -> None:
    alice = browser(cast.alice)
    for number in range(4):
        assert post(alice, match, text=f"line {number}").status_code == 200
    answer = post(alice, match, text="one more")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 10
    assert "That was a lot at once." in text(answer)
    assert 'value="one more"' in text(answer)  # what was typed is not lost


@pytest.mark.parametrize(
    "form", [{}, {"text": "x" * 100_000}, {"text": "a\x00b"}, {"phrase": "nonsense"}, {"phrase": "", "text": "x"}]
)
def test_a_form_that_says_nothing_is_refused(cast: Cast, browser: Browser, match: Match, form: dict[str, str]) -> None:
    answer = post(browser(cast.alice), match, **form)
    assert answer.status_code == 400
    assert 'role="alert"' in text(answer)
    assert not Line.objects.exists()


def test_who_is_signed_out_reads_and_is_sent_to_sign_in(cast: Cast, browser: Browser, match: Match) -> None:
    talk.say(match_id=match.pk, user=cast.alice, phrase="hello")
    page = text(browser(None).get(at(match)))
    assert said(page) == ["Hello"]
    assert "/say/" not in page
    assert post(browser(None), match, phrase="hello")["HX-Redirect"].startswith("/accounts/login/")


def test_a_private_table_is_read_by_who_sits_there(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, cast.bob, private=True)
    talk.say(match_id=match.pk, user=cast.alice, phrase="hello")
    assert said(text(browser(cast.bob).get(at(match)))) == ["Hello"]
    assert 'class="talk"' not in text(browser(cast.eve).get(at(match)))


def test_partners_read_in_the_panel_when_they_may_write(cast: Cast, browser: Browser) -> None:
    match = open_table(*cast.seated(4), ruleset=rules(players=4), free_talk=True)
    page = text(browser(cast.alice).get(at(match)))
    assert "Partners do not write during a round." in page
    assert 'name="text"' not in page
    assert 'value="well_played"' in page


def test_where_one_plays_against_robots_there_is_no_talk(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, robots=["careful"])
    assert 'class="talk"' not in text(browser(cast.alice).get(at(match)))


def test_a_line_makes_no_page_stale(cast: Cast, browser: Browser, match: Match) -> None:
    version = match.version
    talk.say(match_id=match.pk, user=cast.bob, phrase="moment")
    make_move(match, version=version)
    assert fresh(match).version > version


def test_a_page_without_a_socket_hears_of_a_line(cast: Cast, browser: Browser, match: Match) -> None:
    alice = browser(cast.alice)
    page = text(alice.get(at(match)))
    table, talked = re.findall(r'data-(?:digest|looks)="(\w+)"', page)
    asked = f"{at(match)}state/?version={match.version}&digest={table}&said={talked}"
    assert alice.get(asked).status_code == 204
    talk.say(match_id=match.pk, user=cast.bob, phrase="moment")
    assert said(text(alice.get(asked))) == ["One moment"]


# ── mute and block ───────────────────────────────────────────────────────


def test_a_mute_from_the_table_takes_the_lines_away_at_once(cast: Cast, browser: Browser, match: Match) -> None:
    talk.say(match_id=match.pk, user=cast.bob, text="a rude line")
    alice = browser(cast.alice)
    answer = post(alice, match, "company/", name="Bob", act="mute")
    assert (answer.status_code, said(text(answer))) == (200, [])
    for page in (alice.get(at(match)), alice.get(at(match, "state/"))):
        assert "a rude line" not in text(page)
    assert "a rude line" in text(browser(cast.bob).get(at(match)))
    assert said(text(post(alice, match, "company/", name="Bob", act="unmute"))) == ["a rude line"]


def test_a_block_takes_the_lines_away_too_and_tells_nobody(cast: Cast, browser: Browser, match: Match) -> None:
    talk.say(match_id=match.pk, user=cast.bob, text="a rude line")
    alice, bob = browser(cast.alice), browser(cast.bob)
    before = untokened(bob.get(at(match, "state/")))
    assert said(text(post(alice, match, "company/", name="Bob", act="block"))) == []
    assert untokened(bob.get(at(match, "state/"))) == before
    assert "blocked" not in text(bob.get("/players/Alice/"))


@pytest.mark.parametrize(
    "form", [{"name": "Nobody", "act": "mute"}, {"name": "Bob", "act": "kick"}, {"name": "Bob"}, {}]
)
def test_a_press_that_means_nothing_is_not_found(
    cast: Cast, browser: Browser, match: Match, form: dict[str, str]
) -> None:
    alice = browser(cast.alice)
    assert post(alice, match, "company/", **form).status_code == 404
    assert alice.post("/accounts/company/decide/", form).status_code == 404
    assert not Mute.objects.exists()


def test_from_a_profile_and_back_by_the_list(cast: Cast, browser: Browser) -> None:
    alice = browser(cast.alice)
    assert "Mute or block" in text(alice.get("/players/Bob/"))
    assert "Mute or block" not in text(alice.get("/players/Alice/"))
    for act in ("mute", "block"):
        answer = alice.post("/accounts/company/decide/", {"name": "Bob", "act": act, "next": "/players/Bob/"})
        assert answer["Location"] == "/players/Bob/"
    listed = text(alice.get("/accounts/company/"))
    assert listed.count("<b>Bob</b>") == 1
    assert all(f'value="{act}"' in listed for act in ("unmute", "unblock"))
    for act in ("unmute", "unblock"):
        answer = alice.post("/accounts/company/decide/", {"name": "Bob", "act": act, "next": "https://evil.example/"})
        assert answer["Location"] == "/accounts/company/"
    assert (Mute.objects.count(), Block.objects.count()) == (0, 0)
    assert "You have muted and blocked nobody" in text(alice.get("/accounts/company/"))


def test_the_list_is_ones_own(cast: Cast, browser: Browser) -> None:
    company.block(by=cast.alice, user=cast.bob)
    assert "<b>" not in text(browser(cast.bob).get("/accounts/company/")).split("<main")[1]
    nobody = browser(None)
    assert nobody.get("/accounts/company/").status_code == 302
    answer = nobody.post("/accounts/company/decide/", {"name": "Bob", "act": "mute"})
    assert answer["Location"].startswith("/accounts/login/")


def test_at_the_door_both_read_the_same_sentence(cast: Cast, browser: Browser) -> None:
    company.block(by=cast.alice, user=cast.bob)
    answers = []
    for host, comer in ((cast.alice, cast.bob), (cast.bob, cast.alice)):
        table = open_table(host, ruleset=rules())
        answers.append(post(browser(comer), table, "sit/"))
    assert [answer.status_code for answer in answers] == [403, 403]
    for answer in answers:
        assert "You cannot sit down at this table." in text(answer)


# ── over the socket ──────────────────────────────────────────────────────


@pytest.mark.django_db(transaction=True)
async def test_a_muted_line_never_reaches_the_muter(cast: Cast, match: Match) -> None:
    consumers._open.clear()
    await sync(company.mute)(by=cast.alice, user=cast.bob)
    viewers: list[Any] = [await join(match, user) for user in (cast.alice, cast.bob, None)]
    for viewer in viewers:
        assert (await told(viewer))["type"] == "table"
    line = await sync(talk.say)(match_id=match.pk, user=cast.bob, text="a rude line")
    await push(match, line.number)
    alice, *others = viewers
    for viewer in others:
        frame = await told(viewer)
        assert frame["type"] == "talk"
        assert said(frame["html"]) == ["a rude line"]
        assert "rack-tile" not in frame["html"]
    assert await alice.receive_nothing(0.3)
    # Nor with the next move, nor when her page asks.
    moved = await sync(make_move)(match)
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(table_group(match.code), {"type": "table.changed", "code": "", "version": moved.version})
    await alice.send_json_to({"type": "sync", "version": 1})
    for _ in range(2):
        assert "a rude line" not in str(await told(alice))
    for viewer in viewers:
        await viewer.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_line_whose_push_was_lost_comes_with_the_next_ping(cast: Cast, match: Match) -> None:
    consumers._open.clear()
    alice = await join(match, cast.alice)
    assert (await told(alice))["type"] == "table"
    await sync(talk.say)(match_id=match.pk, user=cast.bob, phrase="moment")
    await alice.send_json_to({"type": "ping"})
    frames = [await told(alice)]
    while frames[-1]["type"] != "current":
        frames.append(await told(alice))
    assert said(frames[0]["html"]) == ["One moment"]
    await push(match, 1)
    assert await alice.receive_nothing(0.3)  # not twice
    await alice.disconnect()


async def push(match: Match, number: int) -> None:
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(table_group(match.code), {"type": "table.said", "code": match.code, "line": number})
