"""Tables and seats: B16, B18 to B22, B56, B61, B62."""

from __future__ import annotations

import re

from django.http import HttpResponse

from accounts import conduct
from accounts.models import User
from games.models import Match, Seat
from games.services import seating
from tests.rows.table import Ask, Row, World, at, get, rows
from tests.tables import fresh, open_table, rules

NO_TABLE = ("99999999999999999999", "-1", "0", "7.0", "%00", "７", "7%2f..%2f8", "c" * 22, "c" * 21, "é" * 22, "..")
PLACES = ("", "state/", "record/", "rules/")
SEAT = ("games.match", "games.seat", "games.round", "games.deal", "games.invite", "games.seatevent")
#: What shows a match; ?seat= asks for somebody's view.
UNFINISHED = {
    "picture": "/m/{code}/1.9.svg",
    "first picture": "/m/{code}/1.0.svg",
    "last picture": "/m/{code}/1.99.png",
    "hand of seat 0": "/m/{code}/?seat=0&move=1.9",
    "hand of seat 1": "/m/{code}/?seat=1&move=1.9",
    "all hands": "/m/{code}/?seat=all",
    "printed hands": "/m/{code}/?print=1&hands=1",
}
FORM = {"preset": "pagat", "players": "2", "robots": "0", "robot": "scorer", "private": "open", "rated": "no"}
NEW_TABLE = ("games.match", "games.seat", "games.invite")
#: What is written beside a table that somebody opens: where he came from, for who looks into cheating.
EXTRA = ("games.origin", "games.seatorigin")


def new(**form: object) -> Ask:
    return Ask("/tables/new/", form={**FORM, **form})


def _still_one(world: World, answer: HttpResponse) -> None:
    """Who came holds one seat at most, and nobody lost his."""
    held = Seat.objects.filter(match=world.match, user__isnull=False).values_list("user_id", flat=True)
    assert len(set(held)) == len(held)


def _full(world: World) -> None:
    seating.take_seat(match_id=world.match.pk, user=world.cast.bob)


def _three_seats(world: World) -> None:
    match = open_table(world.cast.alice, ruleset=rules(players=3))
    world.match, world.words["code"] = match, match.code
    seating.take_seat(match_id=match.pk, user=world.cast.bob)


def _another_rated(world: World) -> None:
    world.words["own"] = world.match.code
    world.match = open_table(world.cast.carol, rated=True)
    world.words["code"] = world.match.code


def _sent_back(world: World, answer: HttpResponse) -> None:
    """To the match that he plays, with a sentence; at the other table he has no seat."""
    assert answer["Location"] == world.fill("/t/{own}/")
    assert not Seat.objects.filter(match=world.match, user=world.cast.bob).exists()


def _banned(world: World) -> None:
    User.objects.filter(pk=world.cast.dave.pk).update(is_staff=True)
    world.client("Bob")
    staff = User.objects.get(pk=world.cast.dave.pk)
    conduct.ban(actor=staff, user=User.objects.get(pk=world.cast.bob.pk), reason="Leaves on purpose.")


def _said_beside_its_field(world: World, answer: HttpResponse) -> None:
    assert re.search(r'class="summary">(<li><a href="#field-\w+">[^<]+</a>: [^<]+</li>)+', answer.content.decode())


def _renewed(world: World) -> None:
    world.client("Alice").post(world.fill("/t/{code}/invite/"))


def _closed(world: World) -> None:
    seating.leave(match_id=world.match.pk, user=world.cast.alice)


def _escaped(world: World, answer: HttpResponse) -> None:
    """Refused, or shown as text alone."""
    if answer.status_code != 302:
        return
    page = world.client("Eve").get(answer["Location"]).content.decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "49" not in Match.objects.latest("pk").title
    assert "\n" not in Match.objects.latest("pk").title


def _same_as_missing(world: World, answer: HttpResponse) -> None:
    missing = world.client("Eve").get(f"/t/{'d' * 22}/")
    assert (answer.status_code, len(answer.content)) == (missing.status_code, len(missing.content))


def _left_after_the_end(world: World) -> None:
    seating.leave(match_id=world.match.pk, user=world.cast.bob)


def _asked_five_times(world: World) -> None:
    for viewer in ("Alice", "Bob", "Alice", "Bob", "Alice"):
        world.client(viewer).post(world.fill("/t/{code}/rematch/"))
    assert Match.objects.filter(rematch_of=world.match).count() == 1


def _one_rematch(world: World, answer: HttpResponse) -> None:
    assert Match.objects.filter(rematch_of=world.match).count() == 1


def _watched_often(world: World) -> None:
    for _ in range(100):
        world.client("Eve").get(world.fill("/t/{code}/"))


def _seat_is_free(world: World, answer: HttpResponse) -> None:
    assert fresh(world.match).state == "running"


ROWS: list[Row] = [
    *[
        row
        for place in PLACES
        for row in rows("B16", place or "page", {text: get(f"/t/{text}/{place}") for text in NO_TABLE}, (400, 404))
    ],
    *rows("B16", "play at", {text: Ask(f"/t/{text}/play/") for text in NO_TABLE}, (400, 404)),
    Row("B18", "guess of a private table", get("/t/{missing}/", "Eve"), 404, scene="private", also=_same_as_missing),
    *rows(
        "B18",
        "guess of a private table's",
        {
            "replay": get("/m/{missing}/", "Eve"),
            "record": get("/t/{missing}/record/", "Eve"),
            "state": get("/t/{missing}/state/", "Eve"),
            "picture": get("/m/{missing}/1.0.svg", "Eve"),
            "big picture": get("/m/{missing}/1.0.png", "Eve"),
            "number": get("/t/{id}/", "Eve"),
        },
        404,
        scene="private",
    ),
    Row("B18", "private seat without invitation", at("sit/", "Eve", seat="1"), 403, scene="private"),
    *rows("B19", "replay as", {who or "nobody": get("/m/{code}/", who) for who in ("Alice", "Bob", "Eve", "")}, 200),
    *rows("B19", "page as", {who or "nobody": get("/t/{code}/", who) for who in ("Alice", "Bob", "Eve", "")}, 200),
    *rows(
        "B19",
        "of an unfinished round",
        {
            f"{kind} as {who or 'nobody'}": get(path, who)
            for who in ("Alice", "Bob", "Eve", "")
            for kind, path in UNFINISHED.items()
        },
        (200, 404),
    ),
    Row("B20", "a full table", at("sit/", "Carol", seat="1"), 409, also=_still_one),
    Row("B20", "twice", at("sit/", "Bob"), 409, scene="waiting", first=(_full,), also=_still_one),
    Row(
        "B20",
        "a second seat",
        at("sit/", "Bob", seat="2"),
        409,
        scene="waiting",
        first=(_three_seats,),
        also=_still_one,
    ),
    Row("B20", "own table", at("sit/", "Alice", seat="1"), 409, scene="waiting", also=_still_one),
    *rows(
        "B20",
        "seat",
        {text: at("sit/", "Bob", seat=text) for text in ("2", "-1", "x", "9" * 30, "1.0", "１")},
        400,
        scene="waiting",
        also=_still_one,
    ),
    Row("B20", "taken seat", at("sit/", "Bob", seat="0"), 409, scene="waiting", also=_still_one),
    Row("B20", "closed table", at("sit/", "Bob", seat="0"), 409, scene="closed"),
    Row("B20", "while in a rated match", Ask("/tables/new/", form=FORM), 302, scene="rated", also=_still_one),
    Row(
        "B20",
        "rated while in a rated match",
        at("sit/", "Bob", seat="1"),
        302,
        "rated",
        (_another_rated,),
        also=_sent_back,
    ),
    Row("B20", "while banned", at("sit/", "Bob", seat="1"), 302, "waiting", (_banned,), also=_still_one),
    *rows(
        "B21",
        "players",
        {text: new(players=text) for text in ("0", "1", "5", "-1", "1000000000", "", "2.0")},
        400,
        also=_said_beside_its_field,
    ),
    *rows(
        "B21",
        "target",
        {
            f"{n} {text[:9]}": new(target=text)
            for n, text in enumerate(("0", "-100", "151", "1000000000", "9" * 5000, "1e3", "NaN", "٣"))
        },
        400,
        also=_said_beside_its_field,
    ),
    *rows(
        "B21",
        "clock",
        {text: new(clock=text) for text in ("0", "-20", "1000000000", "21", "x")},
        400,
        also=_said_beside_its_field,
    ),
    *rows(
        "B21",
        "robots",
        {text: new(robots=text) for text in ("4", "-1", "x", "2")},
        400,
        also=_said_beside_its_field,
    ),
    *rows(
        "B21",
        "odd",
        {
            "rules": new(preset="../pagat"),
            "robot": new(robot="god", robots="1"),
            "matches": new(best_of="1000"),
            "rounds": new(rounds="100000"),
            "hand": new(hand_size="40"),
        },
        400,
    ),
    *rows(
        "B22",
        "name",
        {
            "of many letters": new(title="x" * 100_000),
            "of spaces": new(title="   "),
            "of marks": new(title="\u0301\u0301\u0301"),
            "a script": new(title="<script>alert(1)</script>"),
            "an image": new(title='"><img src=x onerror=alert(1)>'),
            "braces": new(title="{{7*7}}"),
            "a tag": new(title="{% load x %}"),
            "right to left": new(title="a\u202eb"),
            "unseen": new(title="a\u200bb"),
            "emoji": new(title="🁢 of ours"),
            "a new line": new(title="a\nb"),
            "with NUL": new(title="a\0b"),
        },
        (302, 400),
        changes=(*NEW_TABLE, *EXTRA),
        scene="closed",
        also=_escaped,
    ),
    Row("B56", "a withdrawn link", Ask("/invite/{token}/sit/", "Bob"), 404, scene="private", first=(_renewed,)),
    Row("B56", "for a full table", Ask("/invite/{token}/sit/", "Carol"), 409, scene="waiting", first=(_full,)),
    Row(
        "B56", "for a closed table", Ask("/invite/{token}/sit/", "Carol"), (404, 409), scene="waiting", first=(_closed,)
    ),
    Row("B56", "again", Ask("/invite/{token}/sit/", "Bob"), (302, 409), scene="waiting", first=(_full,)),
    *rows(
        "B56",
        "guess",
        {
            str(n): get(f"/invite/{text}/", "Eve")
            for n, text in enumerate(("x", "c" * 32, "c" * 33, "%00", "..", "é" * 32, "1' OR 1=1"))
        },
        (400, 404),
        scene="waiting",
    ),
    *rows(
        "B56",
        "withdraw",
        {"by another": at("invite/", "Bob"), "by nobody": at("invite/", "")},
        (302, 403),
        scene="private",
    ),
    Row(
        "B61",
        "watched 100 times",
        at("sit/", "Bob", seat="1"),
        302,
        scene="waiting",
        first=(_watched_often,),
        changes=(*SEAT, *EXTRA, "games.promise"),
        also=_seat_is_free,
    ),
    Row("B61", "a watcher's move", at("confirm/", "Eve"), 403, scene="between"),
    Row("B62", "rematch by a watcher", at("rematch/", "Eve"), 403, scene="over"),
    Row("B62", "before the end", at("rematch/"), 409),
    Row("B62", "after the other left", at("rematch/"), 409, scene="over", first=(_left_after_the_end,)),
    Row("B62", "by who left", at("rematch/", "Bob"), 409, scene="over", first=(_left_after_the_end,)),
    Row("B62", "five times", at("rematch/", "Bob"), 302, scene="over", first=(_asked_five_times,), also=_one_rematch),
]
