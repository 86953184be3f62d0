"""Who plays with whom: the desk of one who plays, talk, reports, and going: B38, B53 to B55."""

from __future__ import annotations

import html
import re
from datetime import timedelta

from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse

from accounts import conduct
from accounts.models import AuditEntry, User
from games.models import Line, Match, Report
from games.services import errors, talk
from tests.rows.accounts import reset
from tests.rows.table import Ask, Row, World, at, by, get, rows
from tests.tables import fresh, open_table

FAR = timedelta(days=30)


def say(viewer: str = "Alice", **form: str) -> Ask:
    return by(at("say/", viewer, **form), headers={"HX-Request": "true"})


def report(viewer: str = "Alice", **form: str) -> Ask:
    return at("report/", viewer, **{"kind": "left", "who": "1", **form})


def _own_words(world: World) -> None:
    Match.objects.filter(pk=world.match.pk).update(free_talk=True)
    world.cast.alice.emailaddress_set.update_or_create(email="alice@example.org", defaults={"verified": True})


def _muted(world: World) -> None:
    User.objects.filter(pk=world.cast.dave.pk).update(is_staff=True)
    conduct.mute(actor=User.objects.get(pk=world.cast.dave.pk), user=world.cast.alice, reason="shouts", until=None)


def _long_over(world: World) -> None:
    match = fresh(world.match)
    Match.objects.filter(pk=match.pk).update(finished_at=match.finished_at - FAR)


def _flood(world: World) -> None:
    """As fast as anybody can; what is above the limit is refused."""
    heard = 0
    for phrase in ("hello", "thanks", "well_played", "good_luck") * 10:
        try:
            talk.say(match_id=world.match.pk, user=world.cast.alice, phrase=phrase)
            heard += 1
        except errors.Refused:
            continue
    assert heard == talk.LIMITS[0][0]


def _as_text(world: World, answer: HttpResponse) -> None:
    """It stands there as it was typed, and is nothing but letters."""
    text = Line.objects.latest("pk").text
    page = world.client("Bob").get(world.fill("/t/{code}/")).content.decode()
    assert text not in page
    assert html.escape(text) in page


def _nothing_said(world: World, answer: HttpResponse) -> None:
    assert not Line.objects.exclude(text="").exists()


def _staff(world: World) -> None:
    User.objects.filter(pk=world.cast.alice.pk).update(is_staff=True, is_superuser=True)


def _no_look(world: World, answer: HttpResponse) -> None:
    """No hand was opened to who plays there; the pictures of his own are not at the desk either."""
    assert not AuditEntry.objects.filter(act="open_hands").exists()


def _reported(world: World) -> None:
    report().send(world)
    assert Report.objects.count() == 1


def _reported_often(world: World) -> None:
    for _ in range(1000 // 100):
        match = open_table(world.cast.alice, world.cast.bob)
        world.client("Alice").post(f"/t/{match.code}/report/", {"kind": "left", "who": "1"})


def _robots(world: World) -> None:
    world.match = open_table(world.cast.alice, robots={1: "careful"})
    world.words["code"] = world.match.code


def _himself(world: World) -> None:
    """Alice has just said her password again."""
    cache.clear()
    client = world.client("Alice")
    client.logout()
    client.post("/accounts/login/", {"login": "Alice", "password": "eleven herons"})
    client.post("/accounts/reauthenticate/", {"password": "eleven herons"})


def _fetching(world: World) -> None:
    """A file that is on its way."""
    _himself(world)
    assert world.client("Alice").get("/accounts/data/file/").status_code == 200


def _gone(world: World) -> None:
    mail.outbox.clear()
    reset("alice@example.org").send(world)
    found = re.search(r"/accounts/password/reset/key/[^\s]+", mail.outbox[0].body)
    assert found is not None
    world.words["link"] = found[0]
    _himself(world)
    assert world.client("Alice").post("/accounts/delete/").status_code == 302
    world.clients.clear()


def _a_robot_plays_on(world: World, answer: HttpResponse) -> None:
    seat = fresh(world.match).seats.get(index=0)
    assert (seat.left, seat.stand_in != "", fresh(world.match).state) == (True, True, "running")
    assert "Alice" not in world.client("Eve").get(world.fill("/t/{code}/")).content.decode()


def _stays_gone(world: World, answer: HttpResponse) -> None:
    page = world.client("").get(world.words["link"], follow=True).content.decode()
    assert 'name="password1"' not in page
    assert not User.objects.get(pk=world.cast.alice.pk).is_active


ROWS: list[Row] = [
    *rows(
        "B38",
        "who plays, at the desk, sees",
        {
            "his match": get("/admin/games/match/{id}/change/"),
            "all matches": get("/admin/games/match/"),
            "all rounds": get("/admin/games/round/"),
            "all moves": get("/admin/games/move/"),
        },
        200,
        first=(_staff,),
        changes=("accounts.auditentry",),
        also=_no_look,
    ),
    Row(
        "B38",
        "who plays asks for the hands",
        Ask("/admin/games/match/{id}/act/hands/", form={"reason": "curious"}),
        (302, 403, 404, 409),
        first=(_staff,),
        also=_no_look,
    ),
    *rows(
        "B53",
        "line of",
        {
            "100,000 letters": say(text="x" * 100_000),
            "a link": say(text="see https://evil.example"),
            "a hidden link": say(text="see evil．com"),
            "nothing": say(text=""),
            "spaces": say(text="    "),
            "marks": say(text="e" + "\u0301" * 50),
            "unseen signs": say(text="a\u200bb\u202ec"),
            "no phrase of ours": say(phrase="you_cheat"),
            "no phrase at all": say(phrase=""),
        },
        400,
        first=(_own_words,),
        also=_nothing_said,
    ),
    *rows(
        "B53",
        "text",
        {
            "a script": say(text="<script>alert(1)</script>"),
            "an image": say(text='"><img src=x onerror=1>'),
            "an and": say(text="<b>you & me</b>"),
        },
        200,
        first=(_own_words,),
        changes=("games.line",),
        also=_as_text,
    ),
    Row("B53", "own words where phrases are all", say(text="hello"), 403, also=_nothing_said),
    Row("B53", "by whom the staff has muted", say(phrase="hello"), 403, first=(_muted,)),
    Row("B53", "own words of a watcher", say("Eve", text="hello"), 403, first=(_own_words,)),
    Row("B53", "by nobody", say("", phrase="hello"), 204),
    Row("B53", "long after the match", say(phrase="thanks"), 409, scene="over", first=(_long_over,)),
    Row("B53", "where nobody is", say(phrase="hello"), 409, scene="waiting"),
    Row("B53", "ten thousand a second", say(phrase="hello"), 429, first=(_flood,)),
    Row("B54", "oneself", report(who="0"), 409),
    Row("B54", "a robot", report(), 409, first=(_robots,)),
    Row("B54", "somebody never met", report("Eve"), 403),
    Row("B54", "a seat that is not there", report(who="9"), (400, 422)),
    Row("B54", "a kind that is not there", report(kind="cheat"), 422),
    Row("B54", "100,000 letters", report(words="x" * 100_000), (400, 422)),
    Row("B54", "again", report(), 409, first=(_reported,)),
    Row("B54", "again in another way", report(kind="abuse"), 409, first=(_reported,)),
    Row("B54", "the eleventh of a day", report(), 429, first=(_reported_often,)),
    Row("B55", "delete without the password", Ask("/accounts/delete/"), 302, scene="rated"),
    Row("B55", "delete by a link", get("/accounts/delete/"), 200, scene="rated", first=(_himself,)),
    Row("B55", "data without the password", get("/accounts/data/file/"), 302, scene="rated"),
    Row("B55", "data twice at once", get("/accounts/data/file/"), 429, scene="rated", first=(_fetching,)),
    Row("B55", "undone by an old link", get("{link}", ""), (200, 302), scene="rated", first=(_gone,), also=_stays_gone),
    Row("B55", "gone from a rated match", get("/t/{code}/", "Bob"), 200, "rated", (_gone,), also=_a_robot_plays_on),
]
