"""Language, light, order of the hand, one tap, single keys: kept with the account, or in a cookie."""

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from accounts.prefs import COOKIE, Prefs, from_cookies
from accounts.selectors import language_for, prefs_for

pytestmark = pytest.mark.django_db

CHOICES = {"language": "pt-br", "theme": "night", "sort": "weight", "one_tap": "on"}
CHOSEN = Prefs(theme="night", sort="weight", one_tap=True, single_keys=False)


@pytest.fixture
def alice(client: Client) -> User:
    user = User.objects.create_user("Alice", password="eleven herons")
    client.force_login(user)
    return user


def test_without_account_the_choices_live_in_a_cookie(client: Client) -> None:
    client.post("/accounts/settings/", CHOICES)
    cookie = client.cookies[COOKIE]
    assert from_cookies({COOKIE: cookie.value}) == CHOSEN
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    page = client.get("/accounts/settings/").content.decode()
    assert 'data-theme="night"' in page
    assert 'lang="pt-br"' in page


def test_with_an_account_the_choices_live_in_the_account(client: Client, alice: User) -> None:
    client.post("/accounts/settings/", CHOICES)
    alice.refresh_from_db()
    assert (alice.prefs, alice.language) == (CHOSEN, "pt-br")
    assert COOKIE not in client.cookies


def test_the_form_shows_what_is_chosen(client: Client, alice: User) -> None:
    client.post("/accounts/settings/", CHOICES)
    form = client.get("/accounts/settings/").context["form"]
    assert [form[name].value() for name in ("language", "theme", "sort", "one_tap", "single_keys")] == [
        "pt-br",
        "night",
        "weight",
        True,
        False,
    ]


@pytest.mark.parametrize(
    "fault", [{"theme": "pink"}, {"sort": "-user__password"}, {"language": "xx"}, {"language": "../en"}, {"theme": ""}]
)
def test_a_choice_that_does_not_exist_is_refused(client: Client, alice: User, fault: dict[str, str]) -> None:
    assert client.post("/accounts/settings/", {**CHOICES, **fault}).status_code == 422
    alice.refresh_from_db()
    assert alice.prefs == Prefs()


def test_the_switch_in_the_header_changes_the_light_alone(client: Client, alice: User) -> None:
    client.post("/accounts/settings/", CHOICES)
    answer = client.post("/settings/theme/", {"theme": "day", "next": "/rules/"})
    alice.refresh_from_db()
    assert answer.headers["Location"] == "/rules/"
    assert alice.prefs == Prefs(theme="day", sort="weight", one_tap=True, single_keys=False)


def test_a_light_that_does_not_exist_changes_nothing(client: Client) -> None:
    client.post("/settings/theme/", {"theme": "night"})
    client.post("/settings/theme/", {"theme": "pink"})
    assert from_cookies({COOKIE: client.cookies[COOKIE].value}).theme == "night"


def test_the_language_switch_tells_the_account_too(client: Client, alice: User) -> None:
    answer = client.post("/i18n/setlang/", {"language": "pt-br", "next": "/rules/"})
    alice.refresh_from_db()
    assert (answer.headers["Location"], alice.language) == ("/rules/", "pt-br")


def test_the_language_comes_along_at_login(client: Client, alice: User) -> None:
    alice.language = "pt-br"
    alice.save()
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "Alice", "password": "eleven herons"})
    assert elsewhere.cookies[settings.LANGUAGE_COOKIE_NAME].value == "pt-br"


@pytest.mark.parametrize(
    "text",
    ["", "theme=pink", "theme", "&&&", "theme=night&theme=day", "x" * 5000, "one_tap=2", "sort=%F0%9F", "single_keys="],
)
def test_a_spoilt_cookie_is_no_choice(text: str) -> None:
    assert from_cookies({COOKIE: text}).theme in {"system", "day", "night"}
    assert from_cookies({COOKIE: text}).one_tap is False
    assert from_cookies({COOKIE: text}).single_keys is True


@pytest.mark.parametrize("prefs", [Prefs(), CHOSEN, Prefs("day", "number", True)])
def test_a_cookie_reads_back_as_what_was_written(prefs: Prefs) -> None:
    assert from_cookies({COOKIE: prefs.to_cookie()}) == prefs


def test_a_socket_speaks_its_viewers_language(alice: User) -> None:
    nobody = AnonymousUser()
    assert language_for(nobody, {}, "") == "en"
    assert language_for(nobody, {}, "pt-BR,pt;q=0.9,en;q=0.8") == "pt-br"
    assert language_for(nobody, {}, "tlh, *;q=0.1") == "en"
    assert language_for(nobody, {"django_language": "pt-br"}, "en") == "pt-br"
    alice.language = "pt-br"
    assert language_for(alice, {"django_language": "en"}, "en") == "pt-br"


def test_prefs_come_from_whoever_looks(alice: User) -> None:
    cookies = {COOKIE: CHOSEN.to_cookie()}
    assert prefs_for(AnonymousUser(), cookies) == CHOSEN
    assert prefs_for(alice, cookies) == Prefs()
