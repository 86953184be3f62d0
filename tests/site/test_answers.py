"""What every answer carries, and what every bad request gets."""

import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from muggins_site import errors, health

pytestmark = pytest.mark.django_db

SAMPLES = {
    "code": "A" * 22,
    "token": "A" * 22,
    "spot": "1.0",
    "kind": "png",
    "day": "2026-01-05",
    "game": "classic",
    "deal": "22222222",
    "name": "pagat",
    "uidb36": "1",
    "key": "abc-def",
    "object_id": "1",
    "id": "1",
    "pk": "1",
    "app_label": "accounts",
    "content_type_id": "1",
}


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "/") -> Iterator[str]:
    """Every address of the URLconf, its parameters filled in."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, prefix + filled(pattern))
        else:
            yield prefix + filled(pattern)


def filled(pattern: URLPattern | URLResolver) -> str:
    text = str(pattern.pattern)
    if "confirm-email" in text:
        return f"confirm-email/{SAMPLES['key']}/"
    if "(?P<" in text:
        return f"password/reset/key/{SAMPLES['uidb36']}-{SAMPLES['key']}/" if "uidb36" in text else "anything/"
    for name, sample in SAMPLES.items():
        while f":{name}>" in text or f"<{name}>" in text:
            start = text.index("<")
            text = text[:start] + sample + text[text.index(">") + 1 :]
    return text


ALL = sorted(set(addresses(get_resolver().url_patterns)))


def test_the_list_of_addresses_is_the_sites() -> None:
    assert {"/", "/accounts/login/", "/accounts/guest/", "/settings/theme/", "/i18n/setlang/", "/healthz"} <= set(ALL)
    assert not [address for address in ALL if "<" in address]


@pytest.mark.parametrize("address", ALL)
def test_nothing_is_changed_without_the_sessions_token(address: str) -> None:  # B2, C9
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create(username="Alice"))
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert client.generic(method, address).status_code == 403, method


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver:81", "https://testserver"])
def test_a_post_from_another_origin_is_refused(origin: str) -> None:  # B2
    client = Client(enforce_csrf_checks=True)
    token = client.get("/accounts/login/").cookies[settings.CSRF_COOKIE_NAME].value
    answer = client.post(
        "/settings/theme/", {"theme": "night", "csrfmiddlewaretoken": token}, headers={"origin": origin}
    )
    assert answer.status_code == 403


def test_another_sessions_token_is_refused() -> None:  # B2
    mine, other = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    mine.get("/accounts/login/")
    token = other.get("/accounts/login/").cookies[settings.CSRF_COOKIE_NAME].value
    assert mine.post("/settings/theme/", {"theme": "night", "csrfmiddlewaretoken": token}).status_code == 403


def test_a_refused_form_is_a_page_for_a_person_and_a_sentence_for_htmx() -> None:
    client = Client(enforce_csrf_checks=True)
    assert b"<html" in client.post("/settings/theme/").content
    short = client.post("/settings/theme/", headers={"hx-request": "true"})
    assert (short.status_code, b"<html" in short.content) == (403, False)
    assert b"Reload it" in short.content


@pytest.mark.parametrize("address", ["/accounts/guest/", "/settings/theme/", "/i18n/setlang/"])
@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch", "trace"])
def test_what_changes_something_is_by_post_alone(client: Client, address: str, method: str) -> None:  # B3
    assert getattr(client, method)(address).status_code == 405


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
CSP = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def policy(header: str) -> dict[str, str]:
    return dict(part.strip().split(" ", 1) for part in header.split(";") if part.strip())


@pytest.mark.parametrize(
    "address", ["/", "/accounts/login/", "/nothing/", "/healthz", "/settings/theme/", "/?q=%00", "/admin/"]
)
def test_every_answer_has_every_header(client: Client, address: str) -> None:  # C5, C6, C39
    answer = client.get(address)
    for name, value in HEADERS.items():
        assert value in answer.headers[name], name
    assert "geolocation=()" in answer.headers["Permissions-Policy"]
    assert policy(answer.headers["Content-Security-Policy"]) == CSP
    assert {"Cookie", "HX-Request"} <= {name.strip() for name in answer.headers["Vary"].split(",")}


def test_the_reset_link_tells_no_other_page(client: Client) -> None:
    assert client.get("/accounts/password/reset/key/1-abc-def/").headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver@evil.example"])
def test_another_host_name_is_refused(client: Client, host: str) -> None:  # B28
    assert client.get("/accounts/login/", headers={"host": host}).status_code == 400


def test_a_forwarded_host_is_not_believed(client: Client) -> None:  # B28
    answer = client.get("/accounts/settings/", headers={"x-forwarded-host": "evil.example"})
    assert b"evil.example" not in answer.content


def test_a_nul_is_refused_wherever_it_stands(client: Client) -> None:  # B25
    assert client.get("/?q=%00").status_code == 400
    assert client.get("/accounts/login/?next=/a%00b").status_code == 400
    assert client.post("/accounts/login/", {"login": "Al\x00ice", "password": "x"}).status_code == 400
    assert client.post("/accounts/login/", {"a\x00": "1"}).status_code == 400
    assert client.get("/", headers={"x-note": "a\x00b"}).status_code == 400
    client.cookies["prefs"] = "theme=%00"
    assert client.get("/").status_code == 400


def test_a_file_is_refused(client: Client) -> None:  # B27
    from django.core.files.uploadedfile import SimpleUploadedFile

    assert client.post("/settings/theme/", {"theme": SimpleUploadedFile("a.txt", b"x")}).status_code == 400


def test_too_many_fields_are_refused(client: Client) -> None:  # B27
    assert client.post("/settings/theme/", {f"f{number}": "" for number in range(10_000)}).status_code == 400


@pytest.mark.parametrize(
    "body, kind",
    [
        ("{", "application/json"),
        ("[]", "application/json"),
        ("[" * 100_000, "application/json"),
        ("--x\r\nbroken", "multipart/form-data; boundary=x"),
        ("a", "multipart/form-data"),
        ("\udcff".encode("utf-8", "surrogateescape"), "application/x-www-form-urlencoded"),
        ("x" * 300_000, "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_makes_no_sense_is_never_a_500(client: Client, body: str | bytes, kind: str) -> None:  # B26
    answer = client.generic("POST", "/i18n/setlang/", body, content_type=kind)
    assert answer.status_code in {302, 204, 400, 413}


@pytest.mark.parametrize("cookie", ["", "x" * 8000, "\x80\x04]q", "gibberish", "two; sessionid=three"])
def test_a_session_cookie_that_is_not_ours_is_nobodys(client: Client, cookie: str) -> None:  # B32
    client.cookies[settings.SESSION_COOKIE_NAME] = cookie
    answer = client.get("/accounts/settings/")
    assert answer.status_code == 200
    assert b"Kept in this browser" in answer.content


@pytest.fixture
def breaking(client: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[..., HttpResponse]:
    """Asks for /healthz while its query raises."""

    def ask(failure: Exception, **headers: str) -> HttpResponse:
        def fail(*args: object) -> None:
            raise failure

        monkeypatch.setattr(health, "connection", SimpleNamespace(cursor=fail))
        client.raise_request_exception = False
        return client.get("/healthz", headers={name.replace("_", "-"): value for name, value in headers.items()})

    return ask


def test_a_broken_page_says_so_without_a_traceback_and_names_its_line_in_the_log(
    breaking: Callable[..., HttpResponse], caplog: pytest.LogCaptureFixture
) -> None:  # C41
    answer = breaking(ZeroDivisionError("secret"))
    page = answer.content.decode()
    assert answer.status_code == 500
    assert "Traceback" not in page
    assert "secret" not in page
    assert caplog.records[-1].request.request_id in page  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "failure", [OperationalError("database is locked"), InterfaceError("connection already closed")]
)
def test_a_database_that_cannot_be_had_passes(
    breaking: Callable[..., HttpResponse], failure: Exception
) -> None:  # A8, A12
    answer = breaking(failure)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert b"locked" not in answer.content
    short = breaking(failure, hx_request="true")
    assert (short.status_code, b"<html" in short.content) == (503, False)
    assert b"Try again in a few seconds" in short.content


def test_an_error_page_is_a_sentence_even_without_its_template(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*args: object, **kwargs: object) -> str:
        raise errors.TemplateDoesNotExist("404.html")

    monkeypatch.setattr(errors.loader, "render_to_string", missing)
    request: HttpRequest = rf.get("/nothing/")
    assert b"There is nothing at this address." in errors.not_found(request).content


@pytest.mark.parametrize(
    "address", ["/", "/accounts/login/", "/accounts/signup/", "/accounts/settings/", "/nothing/", "/rules/"]
)
def test_no_page_asks_another_host_for_anything(client: Client, address: str) -> None:  # C46
    page = client.get(address).content.decode()
    asked = re.findall(r'(?:src|srcset|action|poster|data|href)="((?:https?:)?//[^"]+)"', page)
    links = re.findall(r'<a [^>]*href="((?:https?:)?//[^"]+)"', page)  # asked for by a click alone
    assert set(asked) <= set(links)
    assert not re.findall(r"<style|<script(?![^>]* src=)| style=| on[a-z]+=", page)


def test_no_style_sheet_asks_another_host_for_anything() -> None:  # C46
    for sheet in (settings.BASE_DIR / "static").rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import)[^;)]*//", sheet.read_text()), sheet.name


def test_the_site_answers_that_it_is_well(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
