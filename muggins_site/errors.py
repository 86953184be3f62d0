"""Error pages: a whole page for a person, one short sentence for HTMX."""

import logging
import sys
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, loader
from django.utils.translation import gettext as _
from redis.exceptions import ConnectionError as NoRedis
from redis.exceptions import TimeoutError as SlowRedis

logger = logging.getLogger("muggins.errors")
#: Of a reason for the log, which may quote what a stranger sent.
LONGEST_REASON = 200
#: What passes by itself: the database or Redis cannot be had at this moment.
PASSING = (OperationalError, InterfaceError, NoRedis, SlowRedis)


def error_page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """The page `<status>.html`, or only its sentence where a page would land inside another page."""
    try:
        return _answer(request, status, sentence, request)
    except TemplateDoesNotExist as missing:
        logger.error("template %s is missing", missing)
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")


def _answer(request: HttpRequest, status: int, sentence: str, context: HttpRequest | None) -> HttpResponse:
    """`context` is the request for pages that may know their viewer, None for those that must not ask."""
    part = request.headers.get("HX-Request") == "true"
    # The sentence stands above the page; the part that was asked for stays as it is.
    headers = {"HX-Retarget": "#notices", "HX-Reswap": "innerHTML"} if part else {}
    told = {"sentence": sentence, "request_id": getattr(request, "request_id", ""), "again": _again(request)}
    text = loader.render_to_string("partials/_refused.html" if part else f"{status}.html", told, context)
    return HttpResponse(text, status=status, headers=headers)


def parts_of(address: str) -> SplitResult:
    """The parts of an address that a browser, or somebody else, says that it comes from; none of what is no address."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _again(request: HttpRequest) -> str:
    """Where "Try again" leads: the page itself, or for a form the page that it stood on."""
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    came = parts_of(request.headers.get("Referer", ""))
    try:
        ours = came.netloc == request.get_host() and came.path.startswith("/") and not came.path.startswith("//")
    except DisallowedHost:
        ours = False
    return f"{came.path}?{came.query}".rstrip("?") if ours else "/"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: what was sent makes no sense; or 413: there is more of it than any page of ours sends."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    request.refused_for = type(exception).__name__ if exception else ""  # type: ignore[attr-defined]
    return error_page(
        request, 400, _("What your browser sent could not be read. Nothing was changed. Go back and try again.")
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: known, and not allowed."""
    return error_page(
        request, 403, _("You may not do this here. If you had a seat, your session may have ended: sign in again.")
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: not there, or not for this viewer: the answer is the same."""
    return error_page(
        request,
        404,
        _("There is nothing at this address. The table was closed, the link was cut short, or it never was."),
    )


def too_large(request: HttpRequest) -> HttpResponse:
    """413: more than the site accepts. Asks neither session nor database."""
    sentence = _("What your browser sent was larger than anything this site needs. Nothing was changed.")
    return _answer(request, 413, sentence, None)


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """429, as django-allauth answers whom it makes wait; `muggins_site.counting` knows for how long."""
    sentence = _("Too many requests in a short time, so this one was not done. Wait a minute, then try again.")
    response = error_page(request, 429, sentence)
    response.headers["Retry-After"] = "60"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without this session's token."""
    request.refused_for = reason[:LONGEST_REASON]  # type: ignore[attr-defined]
    return error_page(request, 403, _("This page is out of date. Reload it, then try again."))


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault; or 503 while the database cannot be had, which passes. Asks neither session nor database."""
    busy = isinstance(sys.exc_info()[1], PASSING)
    status = 503 if busy else 500
    sentence = (
        _("The server is busy. Nothing was changed. Try again in a few seconds.")
        if busy
        else _("Something broke here. Nothing of your match is lost. Try again in a minute.")
    )
    try:
        response = _answer(request, status, sentence, None)
    except Exception:  # the last resort must not fail itself
        logger.exception("the page for status %s cannot be shown", status)
        response = HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    if busy:
        response.headers["Retry-After"] = "5"
    return response
