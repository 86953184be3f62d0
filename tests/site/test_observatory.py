"""A public site as Mozilla's observatory and a browser see it (CHECKS C4, C5, C7, C8)."""

import json
from http.cookies import SimpleCookie
from typing import Any

import pytest

from tests.site.observatory import score
from tests.site.test_environment import PUBLIC, start

#: Asked inside a process that has a public site's settings: pages that ask no database.
ASK = """
import json
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory
from accounts.guests import remember_guests
from accounts.models import User
plain_files = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # none are collected here
settings.STORAGES = {**settings.STORAGES, "staticfiles": plain_files}
client = Client(headers={"host": "muggins.example"})
secure = {"x-forwarded-proto": "https"}
page, bad = client.get("/accounts/login/", headers=secure), client.get("/?q=%00", headers=secure)
plain, well = client.get("/accounts/login/"), client.get("/rules/", headers={**secure, "host": "evil.example"})
tongue = client.post("/i18n/setlang/", {"language": "pt-br"}, headers=secure)
dress = client.post("/settings/theme/", {"theme": "night"}, headers=secure)
somebody = RequestFactory().get("/")
somebody.user = User(pk=1)
known = remember_guests(lambda request: HttpResponse())(somebody)
given = [morsel for answer in (page, tongue, dress, known) for morsel in answer.cookies.values()]
print(json.dumps({
    "page": {name.lower(): value for name, value in page.headers.items()},
    "bad": {name.lower(): value for name, value in bad.headers.items()},
    "cookies": [morsel.OutputString() for morsel in given],
    "plain": [plain.status_code, plain.headers.get("Location"), plain.headers.get("Strict-Transport-Security")],
    "foreign": well.status_code,
    "session": {name: getattr(settings, f"SESSION_COOKIE_{name}")
                for name in ("NAME", "SECURE", "HTTPONLY", "SAMESITE", "DOMAIN", "PATH")},
}))
"""


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a public site answers, over its proxy's HTTPS and over plain HTTP."""
    done = start(tmp_path_factory.mktemp("public"), "shell", "-v0", "-c", ASK, **PUBLIC)
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answers


def cookies(public: dict[str, Any]) -> list[Any]:
    """All cookies that the site gives, the session's as the settings make it."""
    jar: SimpleCookie = SimpleCookie()
    for text in public["cookies"]:
        jar.load(text)
    session = public["session"]
    jar[session["NAME"]] = "value"
    for name in ("SECURE", "HTTPONLY", "SAMESITE", "PATH"):
        jar[session["NAME"]][name.lower()] = session[name]
    return list(jar.values())


def points(public: dict[str, Any], **changed: str) -> int:
    headers = {**public["page"], **{name.replace("_", "-"): value for name, value in changed.items()}}
    redirects = public["plain"][1] == "https://muggins.example/accounts/login/"
    return score(headers, cookies(public), session=public["session"]["NAME"], redirects=redirects)


def test_the_site_has_more_than_a_hundred_points(public: dict[str, Any]) -> None:  # C7
    assert points(public) == 130


@pytest.mark.parametrize(
    "changed, worth",
    [
        ({"content_security_policy": ""}, 75),
        ({"content_security_policy": "default-src 'self' 'unsafe-inline'; frame-ancestors 'none'"}, 80),
        ({"strict_transport_security": ""}, 80),
        ({"strict_transport_security": "max-age=300"}, 115),
        ({"x_content_type_options": ""}, 125),
        ({"referrer_policy": "unsafe-url"}, 120),
        ({"access_control_allow_origin": "*"}, 50),
    ],
)
def test_a_weaker_site_has_fewer(public: dict[str, Any], changed: dict[str, str], worth: int) -> None:
    """The rules themselves are tried."""
    assert points(public, **changed) == worth


def test_cookies_are_bound_to_the_host_and_closed_to_scripts(public: dict[str, Any]) -> None:  # C8
    held = {cookie.key: cookie for cookie in cookies(public)}
    assert set(held) == {"__Host-sessionid", "__Host-csrftoken", "__Host-guests", "django_language", "prefs"}
    for cookie in held.values():
        assert (cookie["secure"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Lax", "/", "")
    assert all(held[name]["httponly"] for name in ("__Host-sessionid", "__Host-guests", "prefs"))
    assert public["session"]["DOMAIN"] is None


def test_plain_http_leads_to_https_and_https_lasts_a_year(public: dict[str, Any]) -> None:  # C4
    assert public["plain"][:2] == [301, "https://muggins.example/accounts/login/"]
    age, *more = public["page"]["strict-transport-security"].split("; ")
    assert int(age.removeprefix("max-age=")) >= 365 * 24 * 3600
    assert "includeSubDomains" in more


def test_a_refused_page_has_the_same_headers(public: dict[str, Any]) -> None:  # C6
    same = ("content-security-policy", "strict-transport-security", "permissions-policy", "x-content-type-options")
    assert all(public["bad"][name] == public["page"][name] for name in same)
    assert public["foreign"] == 400
