"""Bad inputs to every address of the URLconf, by a guest at a table and by staff: never a 500 (CHECKS C52, C21, C22).

`make scan` runs this alone.
"""

import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.cast import person
from tests.rows.digest import changed, digest
from tests.site.test_answers import ALL, CSP, HEADERS, policy
from tests.tables import open_table

pytestmark = pytest.mark.django_db

VALUES = [
    "",
    "' OR 1=1 --",
    '"><script>alert(7)</script>',
    "{{ 7|add:7 }}{% debug %}",
    "9" * 400,
    "-1",
    "1e9",
    "٣",
    "../../../etc/passwd",
    "a\r\nSet-Cookie: x=1",
    "%s%n%(a)s",
    "\u202e\u2066\ufeff",
    "🂡" * 300,
    "[" * 2000,
    "//evil.example/",
    "javascript:alert(7)",
    "http://[::1",
]
#: Every name that a page of ours reads, and a few that frameworks do.
NAMES = re.findall(
    r"\w+",
    "act action answer back claim clock code confirm count digest email format game guest id key kind language last"
    " light login message mode move moves name next o one_tap opponents order p page password phrase place play players"
    " points preset q reason reported robot round rules ruleset said save_as seat sort state step stroke target text"
    " theme tile token type user username value version who words",
)
#: What nobody may be sent, whatever he has sent.
NEVER = re.compile(r"<script>alert|Traceback \(most|root:x:0|OperationalError|DoesNotExist|ProgrammingError")
BAD_PARTS = ("%27", "%2e%2e", "9" * 200, "%F0%9F%82%A1", "%0d%0a")
#: They end the session with which the others would be asked.
LAST = {"/accounts/logout/", "/admin/logout/"}


def hostile(address: str) -> Iterator[str]:
    """The address with each of its parts replaced by something that it never was."""
    parts = address.strip("/").split("/")
    for place in range(len(parts)):
        bad = BAD_PARTS[(len(address) + place) % len(BAD_PARTS)]
        yield "/" + "/".join([*parts[:place], bad, *parts[place + 1 :]]) + "/"


def addresses(match: Match, *, staff: bool = False) -> list[str]:
    """All of the URLconf, the desk's for staff alone; those of a table lead to one that is there."""
    mine = [address for address in ALL if address not in LAST and address.startswith("/admin/") == staff]
    return [address.replace("A" * 22, match.code) for address in mine]


def dressed(answer: HttpResponse) -> bool:
    """C5, C6, C39: nothing but our own, no guessing at types, and kept by nobody but for what all see alike."""
    told = answer.headers
    kept = {"Cache-Control"} if "public" in told["Cache-Control"] else {"Referrer-Policy"}
    plain = all(value in told[name] for name, value in HEADERS.items() if name not in kept)
    return plain and policy(told["Content-Security-Policy"]) == CSP and "geolocation=()" in told["Permissions-Policy"]


def ask(client: Client, method: str, address: str, value: str) -> None:
    answer = getattr(client, method)(
        address, dict.fromkeys(NAMES, value), headers={"referer": value or "/", "hx-current-url": value}
    )
    assert answer.status_code < 500, (method, address, value)
    assert dressed(answer), (method, address, answer.headers)
    for name, told in answer.headers.items():
        assert "Set-Cookie: x" not in told, (address, name)
        if name == "Location":
            assert not re.match(r"(?:[a-z]+:)?//(?!testserver)|javascript:", told), (address, value, told)
    if not answer.streaming:
        assert not NEVER.search(answer.content.decode("utf-8", "replace")), (method, address, value)


@pytest.fixture
def match() -> Match:
    return open_table(person("Alice"), person("Bob"))


def browser(match: Match, *, staff: bool) -> Client:
    """A guest at the table, or somebody of the desk who does not sit there."""
    name = "Olga" if staff else "Alice"
    user = person(name)
    User.objects.filter(pk=user.pk).update(is_guest=not staff, is_staff=staff, is_superuser=staff)
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("staff", [False, True], ids=["guest", "staff"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_value_breaks_a_page(match: Match, method: str, staff: bool) -> None:
    client = browser(match, staff=staff)
    for number, address in enumerate(addresses(match, staff=staff)):
        ask(client, method, address, VALUES[number % len(VALUES)])


@pytest.mark.parametrize("value", VALUES)
def test_no_value_breaks_the_pages_that_read_most(match: Match, value: str) -> None:
    client = browser(match, staff=False)
    for address in ("/explain/", "/learn/count/", "/matches/", "/tables/new/words/", f"/t/{match.code}/"):
        ask(client, "get", address, value)
    for address in ("/tables/new/", f"/t/{match.code}/play/", "/accounts/login/", "/settings/theme/"):
        ask(client, "post", address, value)


def test_no_address_breaks_the_site(client: Client) -> None:
    for bad in sorted({bad for address in ALL for bad in hostile(address)}):
        assert client.get(bad).status_code < 500, bad


@pytest.mark.parametrize("staff", [False, True], ids=["guest", "staff"])
def test_reading_changes_nothing(match: Match, staff: bool) -> None:
    """C9: asked by GET, no address changes a row but that it says who has looked, and deals the day's deal."""
    client = browser(match, staff=staff)
    client.get("/")
    before = digest()
    for address in addresses(match, staff=staff):
        client.get(address)
    assert changed(before, digest()) == {"accounts.auditentry" if staff else "games.fixeddeal"}
