"""What every request passes, whatever page it asks for."""

import logging
import secrets
from collections.abc import Callable
from urllib.parse import unquote_to_bytes, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from muggins_site import errors
from muggins_site.counting import address_of, name_of, say_once
from muggins_site.headers import PERMISSIONS_POLICY

Handler = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("muggins.refused")
TOLD = {400, 403, 413}
# Of Sec-Fetch-Site: a page of ours, or the person, who typed the address or kept it.
OURSELVES = {"same-origin", "none"}


def _dress(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    response.headers["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]
    response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
    # Pages show one viewer's hand: nobody between, and no Back after logging out, may keep them.
    response.headers.setdefault("Cache-Control", "no-store")
    patch_vary_headers(response, ["Cookie", "HX-Request", "Accept-Language"])
    if request.path.startswith("/accounts/password/reset/key/"):
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


def site_headers(get_response: Handler) -> Handler:
    """Headers on every answer, error pages included; the other security headers are Django's and django-csp's."""

    def handle(request: HttpRequest) -> HttpResponse:
        # Shown on the page of a failure and written beside it in the log, so that one leads to the other.
        request.request_id = secrets.token_hex(4)  # type: ignore[attr-defined]
        # For what is refused before the language is chosen below; a thread still has that of its last visitor.
        translation.activate(translation.get_language_from_request(request))
        response = get_response(request)
        if response.status_code in TOLD:
            _tell(request, response.status_code)
        return _dress(request, response)

    return handle


class CompressPages(GZipMiddleware):
    """Pages and fragments are sent compressed to who reads that; files and streams go as they are (decision 0282)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        page = not response.streaming and response.headers.get("Content-Type", "").startswith("text/html")
        return super().process_response(request, response) if page and not _asked_by_others(request) else response


def _asked_by_others(request: HttpRequest) -> bool:
    """Whether another site may have chosen the address, and somebody may measure what is sent: see 0283.

    Without HTTPS nothing is hidden from who listens. A browser too old to say who asks is believed to ask for itself
    where the address has no query.
    """
    by = request.headers.get("Sec-Fetch-Site")
    return request.is_secure() and (bool(request.META.get("QUERY_STRING")) if by is None else by not in OURSELVES)


def _tell(request: HttpRequest, status: int) -> None:
    """A line for who was refused what; once a minute each. Its name stands for the address, which may be a secret."""
    page = request.resolver_match.view_name if request.resolver_match else "an address"
    who, where, more = name_of(request), address_of(request), {"request": request}
    why = getattr(request, "refused_for", "")
    say_once(
        f"{status}.{page}.{who}.{where}",
        lambda: logger.warning(
            "refused (%s) %s: %s, from %s%s", status, page, who, where, why and f": {why}", extra=more
        ),
    )


def _away_from_the_board(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A redirect to the sign-in page, as HTMX must be told it: it would swap that page into a corner of this one."""
    here = errors.parts_of(request.headers.get("HX-Current-URL", "")).path or "/"
    door = HttpResponse(status=204)
    door.cookies = response.cookies
    door.headers["HX-Redirect"] = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': here})}"
    return door


def login_leaves_the_board(get_response: Handler) -> Handler:
    """Whoever must sign in first is taken there by the whole page, and back again."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        to_login = response.status_code == 302 and response.headers["Location"].startswith(reverse(settings.LOGIN_URL))
        return _away_from_the_board(request, response) if to_login and "HX-Request" in request.headers else response

    return handle


def refuse_big(get_response: Handler) -> Handler:
    """Answer 413 to what the gate has cut off."""

    def handle(request: HttpRequest) -> HttpResponse:
        cut = getattr(request, "scope", {}).get("too_big", False)
        return errors.too_large(request) if cut else get_response(request)

    return handle


def _is_malformed(request: HttpRequest) -> bool:
    """True for a NUL in what was sent (PostgreSQL refuses it, SQLite stores it), and for a file nobody asked for."""
    if b"\x00" in unquote_to_bytes(request.META.get("QUERY_STRING", "")):
        return True
    if any("\x00" in value for key, value in request.META.items() if key.startswith("HTTP_")):
        return True
    if "%00" in request.META.get("HTTP_COOKIE", ""):
        return True
    if request.method in {"GET", "HEAD"}:
        return False
    fields = ((key, value) for key, values in request.POST.lists() for value in values)
    unasked = bool(request.FILES) and request.path != settings.UPLOAD_PATH
    return unasked or any("\x00" in key or "\x00" in str(value) for key, value in fields)


def refuse_malformed(get_response: Handler) -> Handler:
    """Answer 400 to what no page of the site can ever have sent."""
    return lambda request: errors.bad_request(request) if _is_malformed(request) else get_response(request)
