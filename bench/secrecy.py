"""Does the time of an answer tell whether there is such an account, address, or invitation? (CHECKS B34, C27)

And whether a tile that one does not hold lies in the other hand or in the boneyard (B6).

.venv/bin/python bench/secrecy.py [TRIES [WHAT]]     (200 of each; a database of its own, thrown away)

Both kinds are asked in turn, in chance order. Besides the medians, Mann and Whitney's rank test: how often an answer
about one that is there comes later than an answer about none (1/2: no telling), and how often chance brings as much.
"""

from __future__ import annotations

import logging
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

HERE, NOWHERE = "alice@example.org", "nobody@example.org"
PASSWORD = "eleven herons by the mill"
WRONG = {"password": "twelve herons by the mill"}


class Asked(NamedTuple):
    """One request: what is asked of whom (None: by GET), in whose name."""

    path: str
    form: dict[str, str] | None
    as_whom: Any = None


class Told(NamedTuple):
    """An answer: milliseconds, status, length of its text, and where it leads."""

    took: float
    status: int
    length: int
    leads: str


def ask(asked: Asked) -> Told:
    """One answer. Nothing of it is kept."""
    from allauth.account.internal.flows import login
    from django.core.cache import caches
    from django.db import transaction
    from django.http.response import HttpResponseBase
    from django.test import Client

    for cache in caches.all():
        cache.clear()
    with transaction.atomic():
        client = Client(headers={"host": "localhost"})
        if asked.as_whom is not None:
            client.force_login(asked.as_whom)
            session = client.session  # as after giving the password a moment ago
            given = {"method": "password", "at": time.time(), "reauthenticated": True}
            session[login.AUTHENTICATION_METHODS_SESSION_KEY] = [given]
            session[login._AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(asked.as_whom.pk)
            session.save()
        begun = time.perf_counter()
        with mock.patch.object(HttpResponseBase, "close"):  # what comes after the last byte, nobody waits for
            answer = client.get(asked.path) if asked.form is None else client.post(asked.path, asked.form)
            took = time.perf_counter() - begun
        transaction.set_rollback(True)
    leads = answer.headers.get("Location", "")
    assert "reauthenticate" not in leads, "that is not what was asked about"
    return Told(1000 * took, answer.status_code, len(answer.content), leads)


def tiles(alice: Any, carol: Any) -> tuple[Asked, Asked]:
    """Who is to lead asks to play a tile of the other hand, and one of the boneyard."""
    from games.rules.ruleset import preset
    from games.services import seating
    from tests.tables import fresh, on_turn, state_of, token_of

    match = seating.open_table(user=alice, ruleset=preset("pagat", 2), turn_seconds=None, private=False, robots={})
    seating.take_seat(match_id=match.pk, user=carol, token=token_of(match))
    state, now = state_of(match), fresh(match)
    piles = (state.hands[1 - state.turn], state.boneyard)
    forms = [{"move": str(next(iter(pile))), "version": str(now.version), "key": "k"} for pile in piles]
    here, nowhere = (Asked(f"/t/{match.code}/play/", form, on_turn(match)) for form in forms)
    return here, nowhere


def questions(carol: Any, withdrawn: str) -> Iterator[tuple[str, Asked, Asked]]:
    """What is asked of one that is there, and of one that is not."""

    def signup(email: str) -> dict[str, str]:
        return {"username": "Zoe", "email": email, "password1": PASSWORD, "password2": PASSWORD}

    def each(path: str, form: Callable[[str], dict[str, str]], here: str, nowhere: str, who: Any = None) -> Any:
        return Asked(path, form(here), who), Asked(path, form(nowhere), who)

    yield "login", *each("/accounts/login/", lambda name: {"login": name, **WRONG}, "Alice", "Alina")
    yield "reset", *each("/accounts/password/reset/", lambda email: {"email": email}, HERE, NOWHERE)
    yield "sign-up", *each("/accounts/signup/", signup, HERE, NOWHERE)
    change = {"action_add": "1"}
    yield "other address", *each("/accounts/email/", lambda email: {"email": email, **change}, HERE, NOWHERE, carol)
    yield "invitation", Asked(f"/invite/{withdrawn}/", None), Asked(f"/invite/{'x' * len(withdrawn)}/", None)


def ranks(here: list[float], nowhere: list[float]) -> tuple[float, float]:
    """How often `here` is the later one, and the chance of so much or more in either direction (normal, no ties)."""
    wins = sum((a > b) + (a == b) / 2 for a in here for b in nowhere)
    n, m = len(here), len(nowhere)
    z = abs(wins - n * m / 2) / (n * m * (n + m + 1) / 12) ** 0.5
    return wins / (n * m), 2 * statistics.NormalDist().cdf(-z)


def row(name: str, pair: tuple[Asked, Asked], tries: int) -> str:
    """A row of the table."""
    told: tuple[list[Told], list[Told]] = ([], [])
    for one in (0, 1):
        ask(pair[one])  # the first of all loads templates
    for _ in range(tries):
        for one in random.sample((0, 1), 2):
            told[one].append(ask(pair[one]))
    here, nowhere = ([each.took for each in answers] for answers in told)
    medians = statistics.median(here), statistics.median(nowhere)
    later, chance = ranks(here, nowhere)
    looks = [{each[1:] for each in answers} for answers in told]
    look = ", ".join(map(str, *looks[0])) if looks[0] == looks[1] and len(looks[0]) == 1 else "differ"
    differs = abs(medians[0] / medians[1] - 1)
    figures = f"{medians[0]:.1f} | {medians[1]:.1f} | {differs:.1%} | {later:.2f} | {chance:.3f}"
    return f"| {name} | {figures} | {look} |"


def main(tries: int) -> None:
    """Prints the table."""
    import django
    from django.conf import settings
    from django.contrib.auth.hashers import Argon2PasswordHasher

    # A hash costs less here than in earnest: what differs besides stands out the more.
    Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 8 * 1024
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    django.setup()
    logging.disable()
    from allauth.account.models import EmailAddress
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User
    from games.rules.ruleset import preset
    from games.services import invites, seating

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    connection.ensure_connection()
    alice, carol = (User.objects.create_user(name, email, PASSWORD) for name, email in (("Alice", HERE), ("Carol", "")))
    EmailAddress.objects.create(user=alice, email=HERE, verified=True, primary=True)
    match = seating.open_table(user=alice, ruleset=preset("pagat", 2), turn_seconds=None, private=True, robots={})
    withdrawn = match.invites.get().token
    invites.renew(match_id=match.pk, user=alice)
    print("| asked | is there, ms | is not, ms | differs by | later | by chance | status, length, leads to |")
    print("|---|---|---|---|---|---|---|")
    for name, *pair in (*questions(carol, withdrawn), ("tile of the other", *tiles(alice, carol))):
        if name in sys.argv[2:] or not sys.argv[2:]:
            print(row(name, (pair[0], pair[1]), tries), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MUGGINS_DATA"] = folder
        os.environ.setdefault("EMAIL_URL", "smtp://127.0.0.1:9")  # mail is asked for; it waits in rows
        os.environ["MUGGINS_FAIR_WAIT_SECONDS"] = "0"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
