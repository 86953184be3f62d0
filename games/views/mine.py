"""My data as a file, and the account given up."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from itertools import chain
from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import my_data as account_data
from accounts.models import User
from games import my_data
from games.services.farewell import say_farewell

#: Seconds after which a file that was never fetched to its end is in nobody's way.
PATIENCE = 120
Sections = Iterator[tuple[str, Any]]


def _must_be_himself(request: HttpRequest) -> User:
    """The person, after his password or code was asked for again; a guest has neither."""
    assert isinstance(request.user, User)
    if not request.user.is_guest:
        raise_if_reauthentication_required(request, app="allauth.account")
    return request.user


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """What is kept, and the way to the file."""
    return render(request, "accounts/data.html")


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """Everything about oneself as JSON, sent while it is made; one file at a time."""
    user = _must_be_himself(request)
    key = f"export:{user.pk}"
    if not cache.add(key, True, PATIENCE):
        busy = render(request, "429.html", {"sentence": _("Your file is on its way already.")}, status=429)
        busy.headers["Retry-After"] = str(PATIENCE)
        return busy
    response = StreamingHttpResponse(_pieces(user, key), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="muggins-my-data-{timezone.now():%Y-%m-%d}.json"'
    return response


async def _pieces(user: User, key: str) -> AsyncIterator[bytes]:
    sections = chain(account_data.about(user), my_data.about(user))
    try:
        opening = "{"
        while (section := await sync_to_async(_next)(sections)) is not None:
            yield (opening + section).encode()
            opening = ","
        yield b"}\n"
    finally:
        await sync_to_async(cache.delete)(key)


def _next(sections: Sections) -> str | None:
    section = next(sections, None)
    if section is None:
        return None
    name, value = section
    return f"\n{json.dumps(name)}: {json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)}"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """What goes and what stays; then the account is given up, at once and for good."""
    user = _must_be_himself(request)
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    say_farewell(user=user)
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for the matches."))
    return redirect("games:home")
