"""Whole matches, and every byte that anybody is sent of them, searched for tiles that he may not know (CHECKS C14).

.venv/bin/python bench/canary.py [MATCHES [SEED]]     (200; a database of its own, thrown away; takes an hour)

At three moments of each match all six kinds of people ask: who is on turn, his partner or neighbour, an opponent, a
watcher, nobody, and staff. Prints a row for each way by which something could come out; ends with 1 upon the first hit.
tests/pages/test_canary.py does a part of it at each run of the tests.
"""

from __future__ import annotations

import logging
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match

Sent = Iterator[tuple[str, str]]
#: Pages of refusals show the same tile to everybody.
DECORATION = re.compile(r'<svg class="scene".*?</svg>', re.DOTALL)
ROLES = ("on turn", "across", "opponent", "watcher", "nobody", "staff")


class Heard(logging.Handler):
    """What the site's own logs say."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("muggins", "games", "accounts")):
            self.lines.append(record.getMessage())


def live(match: Match, user: User | None, client: Any) -> Sent:
    """The table itself, in all its forms, and what a wrong move is answered."""
    from games.consumers import TableConsumer
    from tests.pages.sockets import first_frame

    base = f"/t/{match.code}/"
    yield "page", text(client.get(base))
    yield "page", text(client.get(f"{base}?tile=66"))
    yield "fragment", text(client.get(f"{base}state/", headers={"HX-Request": "true"}))
    yield "socket", async_to_sync(first_frame)(TableConsumer, match.code, user)["html"]
    for move in ("66", "00>55.L1", "77", "+"):
        form = {"move": move, "version": str(match.version - 1), "key": "canary"}
        yield "refusal", text(client.post(f"{base}play/", form, headers={"HX-Request": "true"}))
    yield "error page", text(client.get(f"/t/{'c' * 22}/"))


def kept(match: Match, user: User | None, client: Any) -> Sent:
    """What stays of a match, in its first round, when all of it is still hidden; and lists that could name it."""
    yield "record", text(client.get(f"/t/{match.code}/record/"))
    for query in ("", "?seat=1&move=1.1", "?seat=all&print=1"):
        yield "replay", text(client.get(f"/m/{match.code}/{query}"))
    yield "picture", text(client.get(f"/m/{match.code}/1.1.svg"))
    for address in ("/tables/", "/matches/?whose=all", "/players/Alice/", "/reports/"):
        yield "lists", text(client.get(address))
    if user is not None:
        file = client.get("/accounts/data/file/")
        assert file.status_code == 200, file.status_code
        yield "export", text(file)


def signed_in(user: User | None) -> Any:
    """A browser of this person, who has just given his password."""
    from allauth.account.internal.flows import login
    from django.test import Client

    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
        session = client.session
        session[login.AUTHENTICATION_METHODS_SESSION_KEY] = [
            {"method": "password", "at": time.time(), "reauthenticated": True}
        ]
        session[login._AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
        session.save()
    return client


def text(answer: Any) -> str:
    """What came, which nobody between may keep."""
    assert "no-store" in answer.headers["Cache-Control"] or answer.status_code == 404, answer.request["PATH_INFO"]
    body = async_to_sync(whole)(answer) if answer.streaming else answer.content
    return DECORATION.sub("", body.decode("utf-8", "replace"))


async def whole(answer: Any) -> bytes:
    """A file that is sent while it is made."""
    return b"".join([piece async for piece in answer])


def step(match: Match, dice: random.Random) -> None:
    """Somebody plays whatever he may, or a window closes, or the next round is dealt."""
    from tests.tables import close_window, confirm_all, fresh, make_move, options

    now = fresh(match)
    if now.turn_seat is not None and (found := options(match)):
        make_move(match, move=dice.choice(found))
    elif now.window_open:
        close_window(match)
    else:
        confirm_all(match)


def people(match: Match, cast: Any, staff: User) -> Iterator[tuple[str, User | None, int | None]]:
    """Each kind of viewer with his seat."""
    seats = [seat.user for seat in match.seats.order_by("index")]
    turn, size = match.turn_seat or 0, len(seats)
    for role, seat in zip(ROLES, (turn, (turn + 2) % size, (turn + 1) % size), strict=False):
        yield role, seats[seat], seat
    yield from (("watcher", cast.eve, None), ("nobody", None, None), ("staff", staff, None))


def scan(match: Match, cast: Any, staff: User, *ways: Any, desk: bool) -> Iterator[tuple[str, list[str]]]:
    """Every way with what was found on it."""
    from django.core import mail
    from django.core.cache import caches

    from tests.pages.secrets import hidden_from, leaks
    from tests.pages.test_canary import at_the_desk
    from tests.tables import sight

    said = Heard()
    logging.getLogger().addHandler(said)
    for _role, user, seat in people(match, cast, staff):
        for cache in caches.all():
            cache.clear()
        hidden, client = hidden_from(sight(match, seat)), signed_in(user)
        for way, body in (each for ask in ways for each in ask(match, user, client)):
            yield way, leaks(body, hidden)
    nobody = hidden_from(sight(match, None))
    if desk:
        yield "desk", list(at_the_desk(staff, match))
    logging.getLogger().removeHandler(said)
    yield from (("log", leaks(f" {line}", nobody)) for line in said.lines)
    yield from (("mail", leaks(f"{message.subject} {message.body}", nobody)) for message in mail.outbox)
    mail.outbox.clear()


def one_match(number: int, seed: int, cast: Any, staff: User) -> Iterator[tuple[str, list[str]]]:
    """A match from the first tile on, scanned twice in its first round and once later; at the desk each tenth."""
    from games.models import Match
    from games.rules.ruleset import change, preset
    from tests.pages.test_canary import KINDS
    from tests.tables import fresh, open_table

    Match.objects.all().delete()  # of others all moves are known, and lists show them
    name, players = KINDS[number % len(KINDS)]
    dice = random.Random(f"{seed} {number}")
    ruleset = change(preset(name, players), target=61 if name == "five_up" else 100)
    match = open_table(*cast.seated(players), ruleset=ruleset)
    moments = sorted([*dice.sample(range(10), 2), dice.randrange(12, 40)])
    for turn in range(moments[-1] + 1):
        now = fresh(match)
        if now.is_over:
            return
        if turn in moments and now.turn_seat is not None:
            first = turn == moments[0]
            ways = (live, kept) if first else (live,)
            yield from scan(now, cast, staff, *ways, desk=first and number % 10 == 0)
        step(match, dice)


def main(matches: int, seed: int) -> int:
    """Prints the table; 1 when something came out."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    logging.getLogger().handlers.clear()
    call_command("migrate", verbosity=0)
    from accounts.models import User
    from tests.cast import make_cast

    make_cast()
    User.objects.create_superuser("Olga")
    for user in User.objects.all():  # who has no password gets no file of his data
        user.set_password("eleven herons")
        user.save()
    cast, staff = make_cast(), User.objects.get(username="Olga")
    asked, hits = Counter[str](), Counter[str]()
    for number in range(matches):
        for way, found in one_match(number, seed, cast, staff):
            asked[way] += 1
            hits[way] += bool(found)
            if found:
                print(f"match {number}, {way}: {found[:3]}", file=sys.stderr)
        print(f"\r{number + 1} of {matches} matches, {hits.total()} hits", end="", file=sys.stderr, flush=True)
    print(f"\n{matches} matches, seed {seed}\n\n| way | looked at | hits |\n|---|---|---|")
    for way, count in sorted(asked.items()):
        print(f"| {way} | {count} | {hits[way]} |")
    return int(hits.total() > 0)


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:3]]
    sys.exit(main(*[*numbers, *(200, 1)[len(numbers) :]]))
