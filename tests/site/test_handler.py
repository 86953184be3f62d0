"""One change of thread a request, whatever the chain."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.http import HttpRequest, HttpResponse
from django.urls import path
from pytest_django import Settings

from muggins_site.handler import OneHopHandler

seen: list[str] = []


def view(request: HttpRequest) -> HttpResponse:
    seen.append(threading.current_thread().name)
    return HttpResponse("page")


async def ask(path: str) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    parts = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not parts:
            await asyncio.Event().wait()  # the client stays
        return parts.pop()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"localhost")]}
    await OneHopHandler()(scope, receive, send)
    return sent


async def test_a_page_changes_to_a_thread_once(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    hops: list[str] = []
    stock = SyncToAsync.__call__

    async def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        hops.append(getattr(self.func, "__name__", ""))
        return await stock(self, *args, **kwargs)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    seen.clear()
    sent = await ask("/here/")
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"page")
    assert hops.count("get_response") == 1
    assert not [name for name in hops if name.startswith("process_")]
    assert seen != [threading.main_thread().name]


async def test_a_broken_view_is_a_500(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    assert (await ask("/broken/"))[0]["status"] == 500


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [path("here/", view), path("broken/", broken)]
