"""Names, passwords, cookies, mails: B23, B29, B32, B33, B35, B36."""

from __future__ import annotations

import re

from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpResponse

from accounts.models import User
from tests.rows.table import REGISTERED, Ask, Row, World, by, get, rows

GOOD = "eleven herons by the mill"
COOKIE = "sessionid"
MAILED = ("account.emailaddress", "accounts.addressadded")
MISLEADING = {
    "admin": "admin",
    "in capitals": "ADMIN",
    "admin and more": "Admin!",
    "in Cyrillic": "аdmin",
    "full width": "ａｄｍｉｎ",
    "zero width": "a\u200bdmin",
    "dots": "..",
    "me": "me",
    "api": "api",
    "robot": "robot",
    "long": "x" * 151,
    "a trailing dot": "Zoe.",
    "a mail": "zoe@example.org",
    "taken": "alice",
    "taken, look-alike": "A1ice",
    "taken, full width": "Ａlice",
    "two alphabets": "Zоe",
    "empty": "",
    "a new line": "Zo\ne\x0b!",
    "spaces": "   ",
    "right to left": "Zo\u202ee",
}
WEAK = {
    "1 character": "x",
    "spaces": "         ",
    "common": "password1",
    "of the site": "Muggins!",
    "a little of the site": "muggins2024",
}
STRONG = {"64 random": "q9" * 32, "emoji": "🦆🦢🦉🐦🐧🐤🐣🐥", "long": "kY7 " * 30}
MAILS = {
    "two addresses": "a@example.org,b@example.org",
    "a new line": "a@example.org\nBcc: c@example.org",
    "a CRLF": "a@example.org\r\nBcc:c@example.org",
    "no domain": "a@b",
    "spaces": "a b@example.org",
    "300 letters": "x" * 288 + "@example.org",
    "300 letters of domain": "x@" + "y." * 146 + "org",
}


def signup(name: str = "Zoe", password: str = GOOD, again: str | None = None, email: str = "") -> Ask:
    form = {"username": name, "email": email, "password1": password, "password2": again or password}
    return Ask("/accounts/signup/", "", form=form)


def login(password: str, name: str = "Alice", **headers: str) -> Ask:
    return Ask("/accounts/login/", "", form={"login": name, "password": password}, headers=headers)


def reset(email: str) -> Ask:
    return Ask("/accounts/password/reset/", "", form={"email": email})


def _nobody(world: World, answer: HttpResponse) -> None:
    assert "Kept in this browser" in answer.content.decode()


def _taken_whole(world: World, answer: HttpResponse) -> None:
    password = world.words.get("password", "")
    assert User.objects.get(username="Zoe").check_password(password)
    assert not User.objects.get(username="Zoe").check_password(password[:-1])


def _one_mail(world: World, answer: HttpResponse) -> None:
    assert len(mail.outbox) <= 1
    assert all(len(message.recipients()) == 1 and not message.bcc for message in mail.outbox)
    assert all("evil" not in message.body for message in mail.outbox)


def _signed_out(world: World) -> None:
    client = world.client("Bob")
    world.words["old"] = client.cookies[COOKIE].value
    client.post("/accounts/logout/")


def _guessed(world: World) -> None:
    """More wrong passwords than anybody types, each from another address, as it says."""
    for number in range(12):
        login("wrong", X_Forwarded_For=f"1.2.3.{number}").send(world)


def _link(world: World) -> None:
    mail.outbox.clear()
    reset("alice@example.org").send(world)
    found = re.search(r"/accounts/password/reset/key/[^\s]+", mail.outbox[0].body)
    assert found is not None
    world.words["link"] = found[0]


def _used(world: World) -> None:
    _link(world)
    client = world.client("")
    onwards = client.get(world.words["link"], follow=True).redirect_chain[-1][0]
    client.post(onwards, {"password1": GOOD, "password2": GOOD})
    assert User.objects.get(username="Alice").check_password(GOOD)
    world.clients.clear()


def _logged_in(world: World) -> None:
    _link(world)
    login("eleven herons").send(world)
    world.clients.clear()


def _mail_changed(world: World) -> None:
    _link(world)
    user = User.objects.get(username="Alice")
    user.email = "alice@elsewhere.example"
    user.save()


def _mail_confirmed_elsewhere(world: World) -> None:
    """As the page of addresses does it: the new one is confirmed, the old one goes."""
    _link(world)
    user = User.objects.get(username="Alice")
    new = EmailAddress.objects.create(user=user, email="alice@elsewhere.example", verified=True)
    EmailAddress.objects.filter(user=user).exclude(pk=new.pk).delete()
    new.set_as_primary()


def _for_another(world: World) -> None:
    _link(world)
    world.words["link"] = re.sub(r"key/\w+-", "key/zz-", world.words["link"])


def _dead(world: World, answer: HttpResponse) -> None:
    """No form for a password stands there."""
    page = world.client("").get(world.words["link"], follow=True).content.decode()
    assert 'name="password1"' not in page


def _alive(world: World, answer: HttpResponse) -> None:
    page = world.client("").get(world.words["link"], follow=True).content.decode()
    assert 'name="password1"' in page


def _words(**words: str) -> object:
    def step(world: World) -> None:
        world.words.update(words)

    return step


ROWS: list[Row] = [
    *rows("B23", "name", {name: signup(text) for name, text in MISLEADING.items()}, (200, 400)),
    Row("B29", "guessing with a changing address", login("wrong", X_Forwarded_For="9.9.9.9"), 429, first=(_guessed,)),
    Row("B29", "guessed right, too late", login("eleven herons", X_Forwarded_For="9.9.9.8"), 429, first=(_guessed,)),
    *rows(
        "B32",
        "session cookie",
        {
            name: by(get("/accounts/settings/", ""), cookies={COOKIE: text})
            for name, text in {
                "random": "k3v7q" * 6,
                "empty": "",
                "two": "two; sessionid=three",
                "8 kB": "x" * 8000,
                "pickled": "\x80\x04]q",
                "a path": "../../secret_key",
                "another's after logout": "{old}",
            }.items()
        },
        200,
        first=(_signed_out,),
        also=_nobody,
    ),
    *rows("B33", "password", {name: signup(password=text) for name, text in WEAK.items()}, 200),
    Row("B33", "password equal to the name", signup("ninegreyherons", "ninegreyherons"), 200),
    Row("B33", "password like the name", signup("ninegreyherons", "NineGreyHerons1"), 200),
    Row("B33", "password equal to the mail", signup(password="ninegrey@herons.org", email="ninegrey@herons.org"), 200),
    Row("B33", "password with NUL", signup(password="eleven\0herons"), 400),
    Row("B33", "5,000 characters", signup(password="kY7 " * 1250), (200, 302), changes=REGISTERED),
    Row("B33", "two that differ", signup(again="something else"), 200),
    *[
        Row(
            "B33",
            f"good password, {name}",
            signup(password=text),
            302,
            changes=REGISTERED,
            also=_taken_whole,
            first=(_words(password=text),),
        )
        for name, text in STRONG.items()
    ],
    Row("B34", "reset for a missing mail", reset("nobody@example.org"), 302, also=_one_mail),
    Row(
        "B34",
        "reset for an existing mail",
        reset("alice@example.org"),
        302,
        changes=MAILED,
        also=_one_mail,
    ),
    Row("B34", "register with a mail that exists", signup(email="alice@example.org"), 302, changes=REGISTERED),
    Row("B35", "link used twice", get("{link}", ""), (200, 302, 404), first=(_used,), also=_dead),
    Row("B35", "link after a login", get("{link}", ""), (200, 302, 404), first=(_logged_in,), also=_dead),
    Row("B35", "link after another mail", get("{link}", ""), 200, first=(_mail_changed,), changes=MAILED, also=_dead),
    Row("B35", "link after a new mail", get("{link}", ""), (200, 302), first=(_mail_confirmed_elsewhere,), also=_dead),
    Row("B35", "link for another person", get("{link}", ""), (200, 302, 404), first=(_for_another,), also=_dead),
    Row("B35", "link fetched ahead", by(get("{link}", ""), method="head"), (200, 302), first=(_link,), also=_alive),
    *rows(
        "B35",
        "link",
        {
            str(n): get(f"/accounts/password/reset/key/{text}/", "")
            for n, text in enumerate(("1-x", "zz-set-password", "-", "1-" + "x" * 99, "999999999999-abc-def", "é-é"))
        },
        (200, 302, 400, 404),
    ),
    *rows("B36", "mail", {name: signup(email=text) for name, text in MAILS.items()}, (200, 400), also=_one_mail),
    *rows("B36", "reset for", {name: reset(text) for name, text in MAILS.items()}, (200, 302, 400), also=_one_mail),
    Row(
        "B36",
        "mail at a Unicode domain",
        signup(email="a@bücher.example"),
        (200, 302),
        changes=REGISTERED,
        also=_one_mail,
    ),
    Row("B36", "quoted mail", signup(email='"x y"@example.org'), (200, 302), changes=REGISTERED, also=_one_mail),
]
