"""Does the time of an answer tell whether an address has an account? Medians of a reset and of a sign-up (B34).

.venv/bin/python bench/secrecy.py [TRIES]     (default 200 of each; a database of its own, thrown away)
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

HERE, NOWHERE = "alice@example.org", "nobody@example.org"
PASSWORD = "eleven herons by the mill"


def milliseconds(path: str, form: dict[str, str]) -> tuple[float, int, int]:
    """How long one answer takes, its status, and the length of its text. Nothing is kept."""
    from django.core.cache import caches
    from django.db import transaction
    from django.test import Client

    for cache in caches.all():
        cache.clear()
    with transaction.atomic():
        begun = time.perf_counter()
        answer = Client().post(path, form, headers={"host": "localhost"})
        took = time.perf_counter() - begun
        transaction.set_rollback(True)
    return 1000 * took, answer.status_code, len(answer.content)


def forms(email: str) -> dict[str, tuple[str, dict[str, str]]]:
    """What is asked about an address."""
    signup = {"username": "Zoe", "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return {
        "reset": ("/accounts/password/reset/", {"email": email}),
        "sign-up": ("/accounts/signup/", signup),
    }


def main(tries: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    connection.ensure_connection()
    User.objects.create_user("Alice", HERE, PASSWORD)
    print("| asked | has an account, ms | has none, ms | differs by | same status and length |\n|---|---|---|---|---|")
    for name in ("reset", "sign-up"):
        taken: dict[str, list[tuple[float, int, int]]] = {HERE: [], NOWHERE: []}
        for _ in range(tries):  # in turn, so that a busy moment meets both
            for email in taken:
                taken[email].append(milliseconds(*forms(email)[name]))
        here, nowhere = (statistics.median(took for took, _, _ in taken[email]) for email in (HERE, NOWHERE))
        same = {each[1:] for each in taken[HERE]} == {each[1:] for each in taken[NOWHERE]}
        print(f"| {name} | {here:.1f} | {nowhere:.1f} | {abs(here / nowhere - 1):.0%} | {'yes' if same else 'no'} |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MUGGINS_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
