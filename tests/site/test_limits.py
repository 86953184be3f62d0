"""How much of what anybody may ask for, and what he is told above it (CHECKS C36, B49)."""

import re
import time
from collections.abc import Iterator
from types import SimpleNamespace
from unittest import mock

import pytest
from allauth.core.internal import ratelimit
from django.conf import settings as django_settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from accounts.clients import network_of
from accounts.models import User
from muggins_site import counting
from muggins_site.limits import BEGINNINGS, LIMITS, UNCOUNTED, UNSAFE, Limit, limits_of
from muggins_site.sockets import client_of
from tests.cast import person

PLAYS = LIMITS["games:play"][0]


@pytest.fixture(autouse=True)
def counted(settings: Settings) -> None:
    settings.MUGGINS_LIMITS = True
    counting._told.clear()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock of the counters, which stands still."""
    clock = SimpleNamespace(at=1_000_000.0, real=time.time())
    monkeypatch.setattr(counting.time, "time", lambda: clock.at)
    return clock


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns, f"{space}{pattern.namespace}:" if pattern.namespace else space)
        elif pattern.name:
            yield space + pattern.name


ALL = set(names(get_resolver().url_patterns))


def test_every_row_is_an_address() -> None:
    assert set(LIMITS) <= ALL
    assert {start for start in BEGINNINGS if not any(name.startswith(start) for name in ALL)} == set()


@pytest.mark.parametrize("name", sorted(ALL))
def test_whatever_changes_something_has_a_limit(name: str) -> None:
    assert limits_of(name, "POST") or set(limits_of(name, "GET")) >= set(LIMITS[name])


@pytest.mark.parametrize("name", sorted(ALL - UNCOUNTED))
def test_whatever_is_looked_at_has_a_limit(name: str) -> None:
    assert limits_of(name, "GET")


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_whoever_watches_the_site_may_ask_for_its_health_as_often_as_he_likes(method: str) -> None:
    assert limits_of("healthz", method) == ()


def test_what_has_been_told_is_forgotten_before_it_fills_the_memory() -> None:
    said: list[str] = []
    for number in range(10_002):
        counting.say_once(f"flood {number}", lambda number=number: said.append(str(number)))  # type: ignore[misc]
    assert len(said) == 10_002
    assert len(counting._told) == 1


def test_what_costs_the_machine_something_is_counted_as_that() -> None:
    named = {name: {row.name for row in limits_of(name, "GET")} for name in ("games:my_data_file", "games:record")}
    assert named == {"games:my_data_file": {"export"}, "games:record": {"compute"}}
    assert [row.name for row in limits_of("games:say", "POST")] == ["talk"]


@pytest.mark.parametrize("limit", sorted({row for rows in LIMITS.values() for row in rows}, key=lambda row: row.name))
def test_thirty_people_behind_one_address_are_no_flood(limit: Limit) -> None:
    assert limit.amount_of_address >= 30 * limit.amount


def test_what_is_guessed_or_made_is_counted_where_it_outlives_a_restart() -> None:
    lasting = {"account_login", "account_signup", "account_reset_password", "games:play_now", "games:upload"}
    assert all(row.lasting for name in lasting for row in LIMITS[name])
    assert all(row.lasting for rows in BEGINNINGS.values() for row in rows)


@pytest.mark.django_db
def test_a_table_is_asked_for_ten_times_a_second_and_no_more(client: Client, now: SimpleNamespace) -> None:
    client.force_login(User.objects.create(username="Alice"))
    for _ in range(PLAYS.amount):
        assert client.get(f"/t/{'A' * 22}/state/").status_code == 404
    answer = client.get(f"/t/{'A' * 22}/state/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert b"Try again in 1 second." in answer.content
    now.at += 1
    assert client.get(f"/t/{'A' * 22}/state/").status_code == 404


@pytest.mark.django_db
def test_others_behind_the_same_address_go_on(now: SimpleNamespace) -> None:
    def ask(name: str) -> int:
        client = Client()
        client.force_login(person(name))
        return [client.get(f"/t/{'A' * 22}/state/").status_code for _ in range(PLAYS.amount + 1)][-1]

    assert [ask(name) for name in ("Alice", "Bob")] == [429, 429]
    assert Client().get(f"/t/{'A' * 22}/state/").status_code == 404


def test_an_address_has_thirty_times_as_much(rf: RequestFactory, now: SimpleNamespace) -> None:
    request = rf.get("/")
    request.user = AnonymousUser()
    who = list(counting._counted(PLAYS, request))
    assert who == [("from.127.0.0.1", 300)]
    waits = [counting._seconds_over(PLAYS, *who[0]) for _ in range(301)]
    assert waits == [0] * 300 + [1]


@pytest.mark.django_db
def test_too_many_is_a_page_for_a_person_and_a_sentence_for_htmx(client: Client, now: SimpleNamespace) -> None:
    client.force_login(User.objects.create(username="Alice"))
    for _ in range(31):
        page = client.post("/play-now/")
    assert page.status_code == 429
    assert re.search(r"<html.*Try again in 4 minutes\.", page.content.decode(), re.DOTALL)
    assert 100 < int(page.headers["Retry-After"]) <= 600
    short = client.post("/play-now/", headers={"hx-request": "true"})
    assert (short.status_code, short.headers["HX-Retarget"], b"<html" in short.content) == (429, "#notices", False)
    told = client.post("/play-now/", headers={"hx-request": "true", "accept-language": "pt-br"})
    assert "Tente de novo em 4 minutos." in told.content.decode()


@pytest.mark.django_db
def test_strangers_who_become_guests_are_counted_by_their_address_alone(now: SimpleNamespace) -> None:
    guests = LIMITS["games:play_now"][0]
    key = f"limit.guest.from.127.0.0.1.{int(now.at // guests.seconds)}"
    caches["default"].set(key, guests.amount_of_address - 1, 3600)
    assert Client().post("/play-now/").status_code == 302
    assert Client().post("/play-now/").status_code == 429
    assert User.objects.filter(is_guest=True).count() == 1
    known = Client()
    known.force_login(User.objects.create(username="Alice"))
    assert known.post("/play-now/").status_code == 302


@pytest.mark.django_db
def test_strangers_cannot_keep_the_reviews_of_all_others_waiting(now: SimpleNamespace) -> None:
    """Whoever is not signed in is one of sixty in an hour that this address asks for, and he is told to wait."""
    limit = next(row for row in LIMITS["games:review"] if row.strangers)
    key = f"limit.{limit.name}.from.127.0.0.1.{int(now.at // limit.seconds)}"
    caches["default"].set(key, limit.amount_of_address, 3600)
    assert limit.amount_of_address == 60
    assert Client().post(f"/m/{'A' * 22}/review/").status_code == 429
    assert Client().get(f"/m/{'A' * 22}/review/").status_code == 404
    known = Client()
    known.force_login(User.objects.create(username="Alice"))
    assert known.post(f"/m/{'A' * 22}/review/").status_code == 404


@pytest.mark.django_db
def test_a_flood_is_one_line_in_the_log(client: Client, now: SimpleNamespace, caplog: pytest.LogCaptureFixture) -> None:
    client.force_login(User.objects.create(username="Alice"))
    for _ in range(50):
        client.get(f"/t/{'A' * 22}/state/")
    lines = [record.getMessage() for record in caplog.records if record.name == "muggins.limits"]
    assert lines == ["too many requests (resync): Alice, from 127.0.0.1"]


def test_a_house_of_ipv6_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("203.0.113.9") == "203.0.113.9"
    assert network_of("nonsense") == "nonsense"


@pytest.mark.parametrize(
    "written", ["203.0.113.9", "::ffff:203.0.113.9", "203.0.113.9:4711", "[::ffff:203.0.113.9]:80"]
)
def test_an_address_is_counted_as_one_however_a_proxy_writes_it(written: str, settings: Settings) -> None:
    """Else every client of IPv4 were one house, and anybody's guesses shut the door for all; or each port another."""
    settings.BEHIND_PROXY = True
    with mock.patch("allauth.app_settings.TRUSTED_PROXY_COUNT", 1):
        request = RequestFactory().get("/", headers={"X-Forwarded-For": f"192.0.2.1, {written}"})
        assert counting.address_of(request) == "203.0.113.9"
        assert ratelimit.get_ip(request) == "203.0.113.9"
    scope = {"headers": [(b"x-forwarded-for", b"192.0.2.1"), (b"x-forwarded-for", written.encode())]}
    assert client_of(scope) == "203.0.113.9"
    assert network_of(written) == "203.0.113.9"


def test_a_store_that_is_gone_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:  # A6
    def gone(*args: object) -> None:
        raise ConnectionError("redis is down")

    monkeypatch.setattr(counting, "_count", gone)
    assert [counting._seconds_over(PLAYS, "user.1", 0) for _ in range(3)] == [0, 0, 0]
    assert len(caplog.records) == 1


@pytest.mark.django_db
def test_counts_in_the_database_go_on_after_a_restart(now: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("createcachetable", "cache_of_a_test", verbosity=0)
    now.at = now.real  # rows know when they end

    def started() -> dict[str, DatabaseCache]:
        return {"default": DatabaseCache("cache_of_a_test", {"TIMEOUT": 86400})}

    signups = LIMITS["account_signup"][0]
    for _ in range(signups.amount):
        monkeypatch.setattr(counting, "caches", started())
        assert counting._seconds_over(signups, "user.1", signups.amount) == 0
    monkeypatch.setattr(counting, "caches", started())
    assert counting._seconds_over(signups, "user.1", signups.amount) > 0


def test_no_limit_is_longer_than_counts_are_kept() -> None:
    assert max(row.seconds for rows in (*LIMITS.values(), *BEGINNINGS.values()) for row in rows) * 2 <= 24 * 3600


def test_a_request_that_only_reads_is_not_counted_where_writing_is() -> None:
    assert [row.name for row in limits_of("games:play", "GET")] == ["look"]
    assert [row.name for row in limits_of("games:report", "POST")] == ["report"]
    assert [row.name for row in limits_of("admin:index", "DELETE")] == ["other"]
    assert UNSAFE & {"GET", "HEAD"} == set()


def test_the_tests_alone_run_without_limits() -> None:
    assert "muggins_site.counting.Limits" in django_settings.MIDDLEWARE
