"""Moves: B1 to B15, B59, B63."""

from __future__ import annotations

import json
import re

from django.http import HttpResponse

from accounts.models import User
from games.models import Move
from games.services import desk, seating
from tests.rows.table import Ask, Row, World, at, by, get, move, rows
from tests.tables import fresh, open_table, play_out_round

SCRIPT = {"HX-Request": "true"}
CHANGES = ("play/", "sit/", "robot/", "leave/", "back/", "confirm/", "mix/", "rematch/", "sort/", "muggins/", "go-on/")
REFUSED = (400, 409, 422)


def _nobodys(world: World, answer: HttpResponse) -> None:
    assert answer.content == b""
    assert answer["HX-Redirect"].startswith("/accounts/login/")


def _to_login(world: World, answer: HttpResponse) -> None:
    assert answer["Location"].startswith("/accounts/login/")


def _short(world: World, answer: HttpResponse) -> None:
    assert b"<html" not in answer.content


def _as_it_is(world: World, answer: HttpResponse) -> None:
    """With the refusal comes the table as it is now."""
    now = fresh(world.match)
    assert f'data-version="{now.version}"' in answer.content.decode()
    assert f'data-state="{now.state}"' in answer.content.decode()


def _plain(answer: HttpResponse) -> str:
    """A fragment without what differs each time that it is drawn."""
    return re.sub(r"csrfmiddlewaretoken\" value=\"[^\"]+\"", "", answer.content.decode())


def _not_in_your_hand(world: World, answer: HttpResponse) -> None:
    """The same for all four, to the letter: nothing tells where the tile is."""
    notes = re.findall(r"data-refusal[^>]*>.*?<span>(.*?)</span>", answer.content.decode())
    assert notes == ["That tile is not in your hand."]
    assert {_plain(move(move=text).send(world)) for text in TILES.values()} == {_plain(answer)}


def _staff(world: World) -> User:
    User.objects.filter(pk=world.cast.eve.pk).update(is_staff=True)
    return User.objects.get(pk=world.cast.eve.pk)


def _ended_by_the_desk(world: World) -> None:
    desk.end_match(actor=_staff(world), match=world.match, reason="abuse")
    world.words["version"] = str(fresh(world.match).version)


def _seat_to_a_robot(world: World) -> None:
    desk.give_seat_to_robot(actor=_staff(world), match=world.match, seat=0, reason="stalls")
    world.words["version"] = str(fresh(world.match).version)


def _one_move_more(world: World, answer: HttpResponse) -> None:
    stored = Move.objects.get(match=world.match, key="key-of-alice")
    assert (stored.seat, stored.user, stored.points) == (0, world.cast.alice, 20)
    assert not type(world.cast.alice).objects.filter(is_staff=True).exists()


def _leave_and_sit_no_more(world: World) -> None:
    seating.leave(match_id=world.match.pk, user=world.cast.alice)
    world.words["version"] = str(fresh(world.match).version)


def _elsewhere(world: World) -> None:
    open_table(world.cast.carol, world.cast.dave)


def _round_over(world: World) -> None:
    world.words["version"] = str(play_out_round(world.match).version)


def _session_ends(world: World) -> None:
    world.client("Alice").session.flush()


def _of_another_session(world: World) -> None:
    world.client("Bob").get("/accounts/settings/")
    world.client("Alice").get("/accounts/settings/")
    world.words["foreign"] = world.client("Bob").cookies["csrftoken"].value


def _of_this_session(world: World) -> None:
    world.client("Alice").get("/accounts/settings/")
    world.words["own"] = world.client("Alice").cookies["csrftoken"].value


#: What a move writes.
PLAYED = ("games.match", "games.move", "games.seat", "games.round")
TILES = {"another_hand": "21>66.L2", "the_boneyard": "{boneyard}>66.L2", "on_the_line": "55>66.L2", "none": "77>66.L2"}
NO_TILE = ("7-0", "-1-3", "6-6-6", "", "6", "six-one", "61>", "61>31.1.1", "61 >31.1", "61>31.1\n", "[61]")
WRONG_ENDS = ("61", "61>42.2", "61>55.S1", "61>00.0", "61>31.north", "61>31.3", "61*>31.1", "61>31.1.LEFT", "61>up")
OLD_AND_ODD = ("", "-1", "1e3", "0x10", "٣", "²", " 3 ", "3.0", "NaN", "9" * 5000, "999999", "1_0", "+3", "½")

ROWS: list[Row] = [
    Row("B1", "without login", move("", script=False), 302, also=_to_login),
    Row("B1", "without login by script", move(""), (204, 401), also=_nobodys),
    Row("B1", "expired session", move(script=False), 302, first=(_session_ends,), also=_to_login),
    Row("B1", "expired session by script", move(), (204, 401), first=(_session_ends,), also=_nobodys),
    Row("B2", "no token", by(move(), csrf=True), 403, also=_short),
    Row(
        "B2",
        "another session's token",
        by(move(csrfmiddlewaretoken="{foreign}"), csrf=True),
        403,
        first=(_of_another_session,),
        also=_short,
    ),
    Row(
        "B2",
        "evil origin",
        by(move(csrfmiddlewaretoken="{own}"), csrf=True, headers={**SCRIPT, "Origin": "https://evil.example"}),
        403,
        first=(_of_this_session,),
        also=_short,
    ),
    Row(
        "B2",
        "null origin",
        by(move(csrfmiddlewaretoken="{own}"), csrf=True, headers={**SCRIPT, "Origin": "null"}),
        403,
        first=(_of_this_session,),
        also=_short,
    ),
    *rows(
        "B2",
        "by HTTPS",
        {
            name: by(move(csrfmiddlewaretoken="{own}"), csrf=True, secure=True, headers={**SCRIPT, **sent})
            for name, sent in {
                "no page before": {},
                "evil page before": {"Referer": "https://evil.example/"},
                "plain page before": {"Referer": "http://testserver/"},
                "another port before": {"Referer": "https://testserver:81/"},
                "no address before": {"Referer": "testserver"},
            }.items()
        },
        403,
        first=(_of_this_session,),
        also=_short,
    ),
    Row(
        "B2",
        "by HTTPS from our page",
        by(
            move(csrfmiddlewaretoken="{own}"),
            csrf=True,
            secure=True,
            headers={**SCRIPT, "Referer": "https://testserver/"},
        ),
        200,
        first=(_of_this_session,),
        changes=PLAYED,
    ),
    *[
        row
        for method in ("get", "head", "put", "delete", "patch", "trace")
        for row in rows("B3", method, {what: Ask(f"/t/{{code}}/{what}", method=method) for what in CHANGES}, 405)
    ],
    Row("B4", "spectator", move("Eve"), 403),
    Row("B4", "seat of another table", move("Carol"), 403, first=(_elsewhere,)),
    Row("B4", "robot holds the seat", move(), 409, first=(_leave_and_sit_no_more,), says="Take my seat back"),
    Row("B4", "seat that the desk gave to a robot", move(), 409, first=(_seat_to_a_robot,), also=_as_it_is),
    Row("B4", "who left an open table", move(), 403, scene="closed"),
    Row("B5", "out of turn", move("Bob", move="20>42.2"), 409, also=_as_it_is),
    Row("B5", "again with a new key", move("Alice", key="second"), 409, first=(move(),), also=_as_it_is),
    Row("B5", "before the deal", move(move="61"), 409, scene="waiting", also=_as_it_is),
    Row("B5", "after the round", move(), 409, first=(_round_over,), also=_as_it_is),
    Row("B5", "after the match", move(), 409, scene="over", also=_as_it_is),
    Row("B5", "in a match that the desk ended", move(), 409, first=(_ended_by_the_desk,), also=_as_it_is),
    Row("B5", "in a closed match", move("Bob"), 403, scene="closed"),
    *rows("B6", "tile of", {name: move(move=text) for name, text in TILES.items()}, 422, also=_not_in_your_hand),
    *rows("B7", "move", {str(n): move(move=text) for n, text in enumerate(NO_TILE)}, (400, 422)),
    Row("B7", "no move", move(without="move"), 400),
    Row("B7", "move as a list", by(move(without="move", **{"move[]": "61>31.1"})), 400),
    Row("B7", "two moves", move(move=["61>31.1", "61>66.L2"]), 400),
    *rows("B9", "end", {str(n): move(move=text) for n, text in enumerate(WRONG_ENDS)}, (400, 422)),
    Row("B9", "none though two fit", move(move="55", version="{version}"), (400, 409, 422), scene="partners"),
    Row("B10", "lead with an end", move(move="53>55.L1"), 422, scene="leading"),
    Row("B10", "lead that no rule forbids", move(move="53"), 200, scene="leading", changes=PLAYED),
    *rows("B11", "version", {str(n): move(version=text) for n, text in enumerate(OLD_AND_ODD)}, 400),
    Row("B11", "old version", move(version="1"), 409, also=_as_it_is),
    Row("B11", "no version", move(without="version"), 400),
    Row("B12", "no key", move(without="key"), 400),
    *rows(
        "B12",
        "key",
        {
            "empty": move(key=""),
            "of 10 kB": move(key="x" * 10_000),
            "with NUL": move(key="a\0b"),
            "with a space": move(key="a b"),
            "in Cyrillic": move(key="ключ"),
        },
        400,
    ),
    Row("B12", "key again with another tile", move(move="64>66.L2"), 409, first=(move(),)),
    Row("B12", "key again with the same tile", move(), 200, first=(move(),)),
    Row(
        "B12", "key of another person", move("Bob", move="20>42.2"), 409, says="Alice"
    ),  # refused as out of turn, not as a key that is known
    Row(
        "B13",
        "fields that nobody asked for",
        move(score="50", seat="1", user_id="{bob_id}", hand="66", is_staff="1", points="100"),
        200,
        changes=PLAYED,
        also=_one_move_more,
    ),
    *rows(
        "B14",
        "draw",
        {
            "with a playable tile": move(move="+20"),
            "any": move(move="+"),
            "for another seat": move("Bob", move="+20"),
            "a seat named": move(move="+20", seat="1"),
        },
        REFUSED,
    ),
    Row("B14", "draw with nothing left", move(move="+20"), REFUSED, scene="over"),
    Row("B14", "go on where nobody calls", at("go-on/", version="{version}"), 409),
    *rows("B15", "pass", {"with a playable tile": move(move="-"), "as a word": move(move="pass")}, REFUSED),
    Row("B15", "pass out of turn", move("Bob", move="-"), 409),
    *rows(
        "B63",
        "claim",
        {
            "where the table counts": at("muggins/", points="5", version="{version}", key="k"),
            "with a move": move(claim="20"),
        },
        409,
    ),
    *rows(
        "B63",
        "call",
        {
            "of no play": at("muggins/", points="5", version="{version}", key="k"),
            "of nothing": at("muggins/", points="", version="{version}", key="k"),
            "by a watcher": at("muggins/", "Eve", points="5", version="{version}", key="k"),
            "of minus five": at("muggins/", points="-5", version="{version}", key="k"),
            "without a key": at("muggins/", points="5", version="{version}"),
        },
        (400, 403, 409),
        scene="calling",
    ),
    *rows(
        "B63", "leave", {"as a watcher": at("leave/", "Eve"), "for another seat": at("leave/", "Eve", seat="0")}, 403
    ),
    Row("B63", "leave twice", at("leave/"), 302, first=(at("leave/"),)),
    Row("B63", "come back as a watcher", at("back/", "Eve"), 403),
    Row("B63", "come back after the end", at("back/"), 403, scene="closed"),
    Row("B63", "confirm what is not over", at("confirm/"), 302),
    Row("B63", "confirm as a watcher", at("confirm/", "Eve"), 403, scene="between"),
    Row("B63", "confirm twice", at("confirm/"), 302, scene="between", first=(at("confirm/"),)),
]


def _no_hand(world: World, answer: HttpResponse) -> None:
    """Of the running round the record has nothing."""
    assert json.loads(answer.content)["rounds"] == []


ROWS += [
    Row("B19", f"record as {viewer or 'nobody'}", get("/t/{code}/record/", viewer), 200, also=_no_hand)
    for viewer in ("Alice", "Bob", "Eve", "")
]
