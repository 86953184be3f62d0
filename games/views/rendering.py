"""One renderer for the page, the reply to a move and the push: the same partial for the same viewer."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from games import selectors
from games.presenters.gather import facts_of
from games.presenters.table import TablePage, present
from games.presenters.talk import TalkPage, talk_page
from games.talk import talk_of
from games.templatetags.kept import kept
from games.words.calling import Calls

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from accounts.prefs import Prefs

PARTIAL = "games/partials/_table.html"
TALK = "games/partials/_talk.html"


def table_page(
    code: str, user: User | AnonymousUser, prefs: Prefs, *, chosen: str = "", why: str = "", since: int | None = None
) -> TablePage:
    """The table as this viewer may see it, in the active language. UnknownTable, CorruptMatch.

    *since*: rows that were read a moment ago will do, if they are of this version of the table or a newer one.
    """
    data = selectors.table_view(code, user, since=since)
    page = present(facts_of(data, user, prefs, chosen=chosen, why=why, calls=_calls(data)))
    return replace(page, talk=talk_page(code, talk_of(data.match, data.seats, user)))


def _calls(data: selectors.TableData) -> tuple[Calls, ...]:
    """What each side claimed, missed and took, once the match is over; nothing where the table counts."""
    if not data.match.is_over or data.ruleset.calling != "muggins":
        return ()
    return tuple(Calls(**asdict(side)) for side in selectors.calling_of(data.match))


def table_html(page: TablePage, request: HttpRequest | None = None) -> str:
    """The partial, the talk after it. Without a request (for scripts) its forms bear no token: htmx sends a header."""
    return render_to_string(PARTIAL, _context(page, request), request) + talk_html(page.talk, request)


def talk_at(code: str, user: User | AnonymousUser, *, why: str = "", draft: str = "") -> TalkPage:
    """The talk alone, without the board: it can be had at a table that cannot be folded, too. UnknownTable."""
    match, seats = selectors.seats_at(code, user)
    return talk_page(code, talk_of(match, seats, user), why=why, draft=draft)


def talk_html(talk: TalkPage, request: HttpRequest | None = None) -> str:
    """The talk's partial, as the page, the reply to a line, and a push have it."""
    return kept(TALK, talk=talk) if request is None else render_to_string(TALK, {"talk": talk}, request)


def whole_page(request: HttpRequest, page: TablePage, status: int = 200) -> HttpResponse:
    """The partial with the page round it."""
    return render(request, "games/table.html", _context(page, request), status=status)


def _context(page: TablePage, request: HttpRequest | None) -> dict[str, Any]:
    if not page.facts.invite:
        return {"page": page}
    address = reverse("games:invite", args=[page.facts.invite])
    return {"page": page, "invite_url": request.build_absolute_uri(address) if request is not None else address}
