"""Pages that stop: 400, 403, 404, 409, 413, 429, 500, 503, in both languages, whole and as a sentence (CHECKS C41)."""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings
from redis.exceptions import ConnectionError as NoRedis

from muggins_site import counting, errors
from muggins_site import urls as site
from muggins_site.gate import Gate
from muggins_site.handler import OneHopHandler
from muggins_site.logs import OneLine
from muggins_site.static_files import StaticFiles

pytestmark = pytest.mark.django_db
FORMAT = "{asctime}Z {levelname} {name}: {message}"


def raising(failure: BaseException) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise failure

    return view


def behind(request: HttpRequest) -> HttpResponse:
    return errors.error_page(request, 409, "Somebody was faster.")


FAILURES: dict[int, Callable[[HttpRequest], HttpResponse]] = {
    400: raising(SuspiciousOperation("made up")),
    403: raising(PermissionDenied("not his")),
    404: raising(Http404("none")),
    409: behind,
    413: raising(RequestDataTooBig("too much")),
    429: lambda request: counting.too_many(request, 30),
    500: raising(ZeroDivisionError("division by zero at /srv/secret.py")),
    503: raising(OperationalError("database is locked")),
}
HEADINGS = {
    400: ("That made no sense", "Isso não fez sentido"),
    403: ("Not for you", "Sem permissão"),
    404: ("No tile lies here", "Nenhuma pedra aqui"),
    409: ("The table has gone on", "A mesa seguiu adiante"),
    413: ("That was too much", "Isso foi demais"),
    429: ("Slower, please", "Mais devagar, por favor"),
    500: ("Something broke here", "Algo quebrou aqui"),
    503: ("Back in a moment", "Voltamos já"),
}
#: What the site must never tell: how it is made, and what went wrong inside.
INSIDE = ("Traceback", "secret.py", "locked", "made up", "division", "muggins_site")


@pytest.fixture(autouse=True)
def broken_site(settings: Settings, client: Client) -> None:
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False
    counting._told.clear()


handler400, handler403, handler404, handler500 = (
    errors.bad_request,
    errors.forbidden,
    errors.not_found,
    errors.server_error,
)
urlpatterns = [*(path(f"fails/{status}/", view) for status, view in FAILURES.items()), *site.urlpatterns]


@pytest.mark.parametrize("status", FAILURES)
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_a_page_says_what_happened_and_where_to_go(client: Client, status: int, language: str) -> None:
    answer = client.get(f"/fails/{status}/", headers={"accept-language": language})
    page = answer.content.decode()
    assert answer.status_code == status
    assert f"<h1>{HEADINGS[status][language == 'pt-br']}</h1>" in page
    assert f'<html lang="{language}"' in page
    assert re.search(r'<a class="btn main" href="/', page)
    assert not [word for word in INSIDE if word in page]


@pytest.mark.parametrize("status", FAILURES)
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_a_part_of_a_page_says_it_in_a_sentence_above_the_page(client: Client, status: int, language: str) -> None:
    answer = client.get(f"/fails/{status}/", headers={"hx-request": "true", "accept-language": language})
    part = answer.content.decode()
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (status, "#notices")
    assert "<html" not in part
    assert 'role="alert"' in part
    assert not [word for word in INSIDE if word in part]


@pytest.mark.parametrize("status", FAILURES)
@pytest.mark.parametrize("part", [False, True])
def test_each_has_the_number_of_its_request(client: Client, status: int, part: bool) -> None:
    answer = client.get(f"/fails/{status}/", headers={"hx-request": "true"} if part else {"x-request-id": "forged"})
    number = answer.headers["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{8}", number)
    assert number in answer.content.decode()


@pytest.mark.parametrize("status", [400, 403, 413, 500, 503])
def test_the_log_has_the_same_number(client: Client, caplog: pytest.LogCaptureFixture, status: int) -> None:
    number = client.get(f"/fails/{status}/").headers["X-Request-ID"]
    lines = [OneLine(FORMAT).format(record) for record in caplog.records if record.levelno >= logging.WARNING]
    assert [line for line in lines if line.splitlines()[0].endswith(f"[{number}]")]


@pytest.mark.parametrize("status", [409, 429, 503])
def test_what_may_go_otherwise_next_time_has_its_own_page_as_the_next_step(client: Client, status: int) -> None:
    page = client.get(f"/fails/{status}/").content.decode()
    assert f'<a class="btn main" href="/fails/{status}/">' in page


@pytest.mark.parametrize("status", FAILURES)
def test_who_must_wait_is_told_how_long(client: Client, status: int) -> None:
    answer = client.get(f"/fails/{status}/")
    assert answer.headers.get("Retry-After") == {429: "30", 503: "5"}.get(status)


def test_a_redis_that_is_gone_passes_as_well(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:  # A6
    monkeypatch.setitem(FAILURES, 503, raising(NoRedis("redis://:password@host")))
    answer = client.get("/passes/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert b"password" not in answer.content


urlpatterns.append(path("passes/", lambda request: FAILURES[503](request)))


@pytest.mark.parametrize(
    "method, came, leads",
    [
        ("get", "", "/fails/429/?a=1"),
        ("post", "http://testserver/tables/?page=2", "/tables/?page=2"),
        ("post", "https://evil.example/", "/"),
        ("post", "http://testserver//evil.example/", "/"),
        ("post", "http://[", "/"),  # no address at all
        ("post", "", "/"),
    ],
)
def test_again_leads_to_a_page_of_ours(client: Client, method: str, came: str, leads: str) -> None:  # B30
    answer = getattr(client, method)("/fails/429/?a=1", headers={"referer": came})
    assert f'<a class="btn main" href="{leads}">' in answer.content.decode()


async def test_a_body_that_is_cut_off_is_a_whole_page(tmp_path: Any) -> None:  # A34, C6
    """Before Django, the gate: its 413 is the site's page with the site's headers, in the visitor's language."""
    sent: list[dict[str, Any]] = []
    bodies = [b"x" * 600, b"x" * 600]

    async def receive() -> dict[str, Any]:
        if not bodies:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": bodies.pop(), "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asked = [(b"host", b"localhost"), (b"accept-language", b"pt-br"), (b"content-type", b"multipart/form-data")]
    scope = {"type": "http", "method": "POST", "path": "/tables/new/", "query_string": b"", "headers": asked}
    await Gate(OneHopHandler(), StaticFiles(tmp_path, "/static/"), limit=1000)(scope, receive, send)
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert sent[0]["status"] == 413
    assert HEADINGS[413][1] in sent[1]["body"].decode()
    assert "style-src 'self'" in headers["content-security-policy"]
    assert headers["x-request-id"] in sent[1]["body"].decode()
