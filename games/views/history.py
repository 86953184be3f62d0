"""The history: a list of matches that are over, and one's own records as one file."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games import history as selectors
from games.forms_history import EVERYBODY, MINE, HistoryForm
from games.models import Match
from games.presenters.history import history_rows
from games.services.records import export_record

PAGE, LIST = "games/history.html", "games/partials/_history.html"
#: So many records are made at a time while a file is sent.
BATCH = 10


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Mine when signed in, else everybody's; as a part of the page when the filters are changed by htmx."""
    user = request.user if isinstance(request.user, User) else None
    form = HistoryForm(request.GET)
    wanted = form.wanted(signed_in=user is not None)
    page = selectors.history(wanted, user)
    context = {
        "form": form,
        "mine": wanted.mine,
        "whose": MINE if wanted.mine else EVERYBODY,
        "rows": history_rows(page.matches, user.pk if user is not None else None, page.reviews),
        "page": page,
        "query": _query(request),
        "filtered": _is_filtered(request),
        "count": selectors.count_mine(user) if user is not None else 0,
    }
    part = request.headers.get("HX-Request") == "true"
    return render(request, LIST if part else PAGE, context)


def _query(request: HttpRequest) -> str:
    """The filters of this address without its place, for links to other pages."""
    kept = request.GET.copy()
    for name in ("before", "after"):
        kept.pop(name, None)
    for name in [name for name in kept if not kept[name]]:
        del kept[name]
    return f"{kept.urlencode()}&" if kept else ""


def _is_filtered(request: HttpRequest) -> bool:
    return any(request.GET.get(name) for name in ("rules", "format", "player", "result", "since", "until"))


@login_required
@require_safe
def my_records(request: HttpRequest) -> StreamingHttpResponse:
    """All of one's matches that are over, one record a line, the oldest first; sent while it is made."""
    user = request.user
    assert isinstance(user, User)
    pks = list(selectors.mine_in_order(user).values_list("match_id", flat=True))
    response = StreamingHttpResponse(_lines(pks, user), content_type="application/jsonl; charset=utf-8")
    name = f"muggins-{timezone.now():%Y-%m-%d}.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Matches"] = str(len(pks))
    return response


async def _lines(pks: Sequence[int], user: User) -> AsyncIterator[bytes]:
    for start in range(0, len(pks), BATCH):
        yield await sync_to_async(_records)(pks[start : start + BATCH], user)


def _records(pks: Sequence[int], user: User) -> bytes:
    found = Match.objects.in_bulk(pks)
    matches = [found[pk] for pk in pks if pk in found]
    return "".join(
        f"{json.dumps(export_record(match, user), cls=DjangoJSONEncoder, separators=(',', ':'))}\n" for match in matches
    ).encode()
