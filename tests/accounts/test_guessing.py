"""Guessing is counted before anything is hashed, and nothing tells who exists. # C24 to C28, B29, B33 to B35, A32"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings as site
from django.contrib.auth.hashers import MD5PasswordHasher, check_password, identify_hasher, make_password
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.codes import give_app, recovery_codes
from tests.accounts.totp import code_of

pytestmark = pytest.mark.django_db

PASSWORD = "eleven herons"


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that was hashed."""
    seen: list[str] = []

    def check(self: User, raw: str) -> bool:
        seen.append(raw)
        return check_password(raw, self.password)

    monkeypatch.setattr(User, "check_password", check)
    monkeypatch.setattr(User, "set_password", lambda self, raw: seen.append(raw))
    return seen


def sign_in(name: str = "Alice", password: str = PASSWORD, address: str = "192.0.2.1") -> int:
    form = {"login": name, "password": password}
    return Client(REMOTE_ADDR=address).post("/accounts/login/", form).status_code


def test_ten_wrong_passwords_in_a_quarter_of_an_hour_and_no_more(alice: User, hashed: list[str]) -> None:
    assert [sign_in(password=f"wrong {turn}") for turn in range(10)] == [200] * 10
    before = len(hashed)
    form = {"login": "Alice", "password": PASSWORD}
    refused = Client().post("/accounts/login/", form)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "900")
    assert len(hashed) == before


def test_a_name_that_nobody_has_is_counted_alike(alice: User) -> None:
    assert [sign_in("Nobody", f"wrong {turn}") for turn in range(11)][-2:] == [200, 429]


@pytest.mark.parametrize("spelling", ["alice", "ALICE", "Ａｌｉｃｅ", " Alice "])
def test_another_spelling_or_address_is_no_new_account(alice: User, spelling: str) -> None:
    for turn in range(10):
        sign_in(password="wrong", address=f"192.0.2.{turn}")
    assert sign_in(spelling, address="198.51.100.7") == 429


def test_right_passwords_are_not_counted(alice: User) -> None:
    assert {sign_in() for _ in range(15)} == {302}


def test_a_hundred_names_from_one_address(alice: User, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**site.ACCOUNT_RATE_LIMITS, "login": None}
    answers = [sign_in(f"Name {turn}", "wrong") for turn in range(101)]
    assert answers[99:] == [200, 429]
    assert sign_in(address="198.51.100.7") == 302


@pytest.mark.parametrize("page", ["/accounts/2fa/authenticate/", "/accounts/2fa/reauthenticate/", "/accounts/2fa/app/"])
def test_a_right_code_of_ones_own_forgives_no_guess_at_others(alice: User, settings: Settings, page: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**site.ACCOUNT_RATE_LIMITS, "login": None, "login_failed": "5/h/ip,10/15m/key"}
    User.objects.create_user("Mallory", password=PASSWORD)
    mallory, code = Client(REMOTE_ADDR="192.0.2.1"), ""
    if "app" not in page:
        give_app(User.objects.get(username="Mallory"))
        code = recovery_codes(User.objects.get(username="Mallory"))[0]
    mallory.post("/accounts/login/", {"login": "Mallory", "password": PASSWORD})
    if "reauthenticate" in page:
        mallory.force_login(User.objects.get(username="Mallory"), "django.contrib.auth.backends.ModelBackend")
    elif "app" in page:
        mallory.post("/accounts/reauthenticate/", {"password": PASSWORD})
        mallory.get(page)
        code = code_of(str(mallory.session["mfa.totp.secret"]))
    assert [sign_in(f"Name {turn}", "wrong") for turn in range(4)] == [200] * 4
    assert mallory.post(page, {"code": code}).status_code == 302
    assert [sign_in(f"Name {turn}", "wrong") for turn in range(4, 6)] == [200, 429]


def test_a_right_code_forgives_the_wrong_ones_before_it(alice: User) -> None:
    give_app(alice)
    client = Client()
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    for code in recovery_codes(alice)[:2]:
        for turn in range(9):
            client.post("/accounts/2fa/authenticate/", {"code": f"{turn:06}"})
        assert client.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 302
        client = Client()
        client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})


def test_a_flood_from_one_address_is_stopped_at_the_door(alice: User, hashed: list[str]) -> None:  # A32
    answers = [sign_in(f"Name {turn}", "wrong") for turn in range(70)]
    assert answers.count(429) == 10
    assert len(hashed) <= 2 * 60


def test_the_link_in_the_mail_still_works_for_whom_others_keep_out(alice: User) -> None:
    for _ in range(11):
        sign_in(password="wrong")
    client = Client()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    form = client.get(_link(), follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": "twelve herons", "password2": "twelve herons"})
    assert client.get("/accounts/places/").status_code == 200
    assert sign_in(password="twelve herons") == 302


def test_counts_outlive_the_process(alice: User, settings: Settings) -> None:
    table = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "counts_for_this_test"}
    settings.CACHES = {**site.CACHES, "default": table}
    call_command("createcachetable")
    for _ in range(10):
        assert sign_in(password="wrong") == 200
        settings.CACHES = {**site.CACHES}  # another process: nothing is remembered but what is stored
    assert sign_in() == 429


def test_argon2_with_enough_work_and_renewed_at_sign_in(alice: User, settings: Settings) -> None:  # C25
    from muggins_site.settings import PASSWORD_HASHERS

    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    argon = identify_hasher(make_password("x")).decode(make_password("x"))
    assert argon["variety"] == "argon2id"
    assert (argon["memory_cost"] >= 19 * 1024, argon["time_cost"] >= 2, argon["parallelism"] >= 1) == (True,) * 3
    User.objects.update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    sign_in()
    assert User.objects.get().password.startswith("argon2$argon2id$")


def _link() -> str:
    return re.search(r"https?://\S+", mail.outbox[-1].body)[0]  # type: ignore[index]


def _shown(answer: object) -> str:
    """A page without what differs at every request."""
    text = answer.content.decode()  # type: ignore[attr-defined]
    return re.sub(r"(csrfmiddlewaretoken\" value=|X-CSRFToken\": )\"[^\"]+\"", "", text)


@pytest.mark.parametrize(
    "page, known, unknown",
    [
        ("/accounts/login/", {"login": "Alice", "password": "x y z"}, {"login": "Carol", "password": "x y z"}),
        ("/accounts/password/reset/", {"email": "alice@example.org"}, {"email": "carol@example.org"}),
        (
            "/accounts/signup/",
            {"username": "Bruno", "email": "alice@example.org"},
            {"username": "Clara", "email": "carol@example.org"},
        ),
    ],
)
def test_no_answer_tells_who_exists(alice: User, page: str, known: dict[str, str], unknown: dict[str, str]) -> None:
    both = []
    for form in (known, unknown):
        client = Client()
        passwords = {"password1": "forty seven", "password2": "forty seven"} if "username" in form else {}
        answer = client.post(page, {**form, **passwords})
        text = _shown(client.get(answer.headers["Location"]) if answer.status_code == 302 else answer)
        for word in (*form.values(),):
            text = text.replace(word, "")
        both.append((answer.status_code, answer.headers.get("Location"), len(text), text))
    assert both[0] == both[1]


def test_as_much_is_hashed_whether_one_exists_or_not(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing is what takes the time; the clock itself is too restless on a machine that has other work."""
    real, seen = MD5PasswordHasher.encode, []

    def encode(self: MD5PasswordHasher, password: str, salt: str) -> str:
        seen.append(password)
        return str(real(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    hashed = []
    for name in ("Alice", "Nobody"):
        seen.clear()
        sign_in(name, "wrong")
        hashed.append(list(seen))
    assert hashed[0] == hashed[1] != []


def test_the_reset_link_is_dead_after_another_mail_address(alice: User) -> None:  # B35
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    User.objects.update(email="elsewhere@example.org")
    assert b"no longer works" in Client().get(_link(), follow=True).content


def test_the_reset_link_is_dead_after_a_sign_in_with_another_password(alice: User) -> None:
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    alice.set_password("twelve herons")
    alice.save()
    assert b"no longer works" in Client().get(_link(), follow=True).content


def test_the_reset_link_is_dead_after_an_hour(alice: User, settings: Settings) -> None:
    assert site.PASSWORD_RESET_TIMEOUT <= 3600
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert b"no longer works" in Client().get(_link(), follow=True).content


def test_the_reset_link_is_one_accounts(alice: User) -> None:
    bob = User.objects.create_user("Bob", password=PASSWORD)
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = re.sub(r"/key/[^-]+-", f"/key/{bob.pk}-", _link())
    assert b"no longer works" in Client().get(link, follow=True).content


def test_whoever_resets_ends_other_sessions_and_tells_the_owner(alice: User) -> None:  # C28
    other = Client()
    other.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    client = Client()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    form = client.get(_link(), follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": "twelve herons", "password2": "twelve herons"})
    assert other.get("/accounts/places/").status_code == 302
    assert mail.outbox[-1].subject == "Muggins: a new password holds"
    assert mail.outbox[-1].to == ["alice@example.org"]


def test_links_lead_to_the_sites_own_name(alice: User, settings: Settings) -> None:  # B28
    settings.MAIL_ORIGIN = "https://muggins.example"
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"}, headers={"host": "localhost"})
    assert _link().startswith("https://muggins.example/accounts/password/reset/key/")


def test_resets_are_few_for_one_address(alice: User) -> None:
    form = {"email": "alice@example.org"}
    assert [Client().post("/accounts/password/reset/", form).status_code for _ in range(6)][-2:] == [302, 429]
