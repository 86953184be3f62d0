"""The table: its page, its resync as a fragment, its record."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.selectors import prefs_of
from games import selectors
from games.services import records
from games.services.errors import CorruptMatch, UnknownTable
from games.views.rendering import table_html, table_page, whole_page


def not_found_when_unknown(error: UnknownTable) -> Http404:
    """The same answer for a table that never was and for an address that cannot be one."""
    return Http404(_("There is no such table."))


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The whole page. ``?tile=61`` chooses a tile of the hand, for those without script."""
    try:
        page = table_page(code, request.user, prefs_of(request), chosen=request.GET.get("tile", "")[:2])
    except UnknownTable as error:
        raise not_found_when_unknown(error) from error
    except CorruptMatch:
        return render(request, "games/table_corrupt.html", {"code": code}, status=409)
    return whole_page(request, page)


@never_cache
@require_safe
def state(request: HttpRequest, code: str) -> HttpResponse:
    """The partial when the viewer's page is not the newest; 204 when it is. Where no socket can be had."""
    try:
        page = table_page(code, request.user, prefs_of(request))
    except UnknownTable as error:
        raise not_found_when_unknown(error) from error
    except CorruptMatch:
        return HttpResponse(status=409)
    shown = request.GET.get("version", ""), request.GET.get("digest", "")
    said = request.GET.get("said", page.talk.digest)
    if shown == (str(page.version), page.digest) and said == page.talk.digest:
        return HttpResponse(status=204)
    return HttpResponse(table_html(page, request))


@never_cache
@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file: whole once the match is over, before that its finished rounds."""
    try:
        match = selectors.match_for(code, request.user)
    except UnknownTable as error:
        raise not_found_when_unknown(error) from error
    response = JsonResponse(records.export_record(match, request.user))
    response["Content-Disposition"] = f'attachment; filename="muggins-{code}.json"'
    return response
