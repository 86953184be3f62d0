"""What a row of the table is: what is asked, where, by whom, and what must be answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.models import Match
from tests.cast import Cast

Form = dict[str, Any]
#: Where who signs in leaves traces, and who registers.
SIGNED_IN = ("accounts.user", "usersessions.usersession")
REGISTERED = (*SIGNED_IN, "account.emailaddress", "accounts.addressadded")


@dataclass
class World:
    """Where a row happens: the cast, a table with its words for addresses, and a browser for each person."""

    cast: Cast
    match: Match
    words: dict[str, str] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, viewer: str) -> Client:
        """The browser of this person, or of nobody (""). It always keeps its cookies."""
        if viewer not in self.clients:
            client = Client(raise_request_exception=False)
            if viewer:
                client.force_login(getattr(self.cast, viewer.lower()))
            self.clients[viewer] = client
        return self.clients[viewer]

    def fill(self, value: Any) -> Any:
        """``{code}`` and the other words put in."""
        if isinstance(value, list):
            return [self.fill(each) for each in value]
        if not isinstance(value, str):
            return value
        return re.sub(r"\{(\w+)\}", lambda found: self.words.get(found[1], found[0]), value)


@dataclass(frozen=True)
class Ask:
    """One request. `body` with its `kind` instead of a form; `cookies` are set beforehand; `secure` is by HTTPS."""

    path: str
    viewer: str = "Alice"
    method: str = "post"
    form: Form = field(default_factory=dict)
    body: bytes | None = None
    kind: str = "application/x-www-form-urlencoded"
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    csrf: bool = False
    secure: bool = False

    def send(self, world: World) -> HttpResponse:
        client = world.client(self.viewer)
        client.handler.enforce_csrf_checks = self.csrf
        for name, value in self.cookies.items():
            client.cookies[name] = world.fill(value)
        headers = {name: world.fill(value) for name, value in self.headers.items()}
        path = world.fill(self.path)
        if self.body is not None:
            method = self.method.upper()
            return client.generic(method, path, self.body, self.kind, secure=self.secure, headers=headers)
        form = {name: world.fill(value) for name, value in self.form.items()}
        return getattr(client, self.method)(path, form or None, secure=self.secure, headers=headers)


Also = Callable[[World, HttpResponse], None]
Before = Ask | Callable[[World], object]


@dataclass(frozen=True)
class Row:
    """A row, or one of its many inputs. `changes`: the tables in which something may be written."""

    number: str
    name: str
    ask: Ask
    status: int | tuple[int, ...]
    scene: str = "playing"
    first: tuple[Before, ...] = ()
    changes: tuple[str, ...] = ()
    says: str = ""
    also: Also | None = None

    @property
    def id(self) -> str:
        return self.id_of(self.number, self.name)

    @staticmethod
    def id_of(number: str, name: str) -> str:
        return f"{number}-{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_')}"

    @property
    def statuses(self) -> tuple[int, ...]:
        return (self.status,) if isinstance(self.status, int) else self.status


def rows(number: str, name: str, asks: dict[str, Ask], status: int | tuple[int, ...], **more: Any) -> list[Row]:
    """Many inputs of one row with one answer; those whose names have no letters of ours are counted."""
    made = [Row(number, f"{name} {each}", ask, status, **more) for each, ask in asks.items()]
    seen = [row.id for row in made]
    return [
        replace(row, name=f"{row.name} no {place}")
        if seen.count(row.id) > 1 or row.id == Row.id_of(number, name)
        else row
        for place, row in enumerate(made)
    ]


def move(viewer: str = "Alice", *, without: str = "", script: bool = True, **form: Any) -> Ask:
    """A move on the table of the pictures: 6-1 on the end 3-1, unless told otherwise."""
    usual = {"move": "61>31.1", "version": "{version}", "key": "key-of-alice"}
    sent = {name: value for name, value in {**usual, **form}.items() if name != without}
    return Ask("/t/{code}/play/", viewer, form=sent, headers={"HX-Request": "true"} if script else {})


def at(what: str, viewer: str = "Alice", **form: Any) -> Ask:
    """A form of the table's page, of somebody."""
    return Ask(f"/t/{{code}}/{what}", viewer, form=form)


def get(path: str, viewer: str = "Alice", **headers: str) -> Ask:
    """A page."""
    return Ask(path, viewer, method="get", headers={name.replace("_", "-"): value for name, value in headers.items()})


def by(ask: Ask, **changes: Any) -> Ask:
    """The same request, but for these."""
    return replace(ask, **changes)
