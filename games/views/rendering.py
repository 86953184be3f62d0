"""One renderer for the page, the reply to a move and the push: the same partial for the same viewer."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from games import selectors
from games.presenters.gather import facts_of
from games.presenters.table import TablePage, present
from games.words.calling import Calls

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from accounts.prefs import Prefs

PARTIAL = "games/partials/_table.html"


def table_page(code: str, user: User | AnonymousUser, prefs: Prefs, *, chosen: str = "", why: str = "") -> TablePage:
    """The table as this viewer may see it, in the active language. UnknownTable, CorruptMatch."""
    data = selectors.table_view(code, user)
    return present(facts_of(data, user, prefs, chosen=chosen, why=why, calls=_calls(data)))


def _calls(data: selectors.TableData) -> tuple[Calls, ...]:
    """What each side claimed, missed and took, once the match is over; nothing where the table counts."""
    if not data.match.is_over or data.ruleset.calling != "muggins":
        return ()
    return tuple(Calls(**asdict(side)) for side in selectors.calling_of(data.match))


def table_html(page: TablePage, request: HttpRequest | None = None) -> str:
    """The partial. Without a request (a push) its forms bear no token: there htmx sends it as a header."""
    return render_to_string(PARTIAL, _context(page, request), request)


def whole_page(request: HttpRequest, page: TablePage, status: int = 200) -> HttpResponse:
    """The partial with the page round it."""
    return render(request, "games/table.html", _context(page, request), status=status)


def _context(page: TablePage, request: HttpRequest | None) -> dict[str, Any]:
    if not page.facts.invite:
        return {"page": page}
    address = reverse("games:invite", args=[page.facts.invite])
    return {"page": page, "invite_url": request.build_absolute_uri(address) if request is not None else address}
