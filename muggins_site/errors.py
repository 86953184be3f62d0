"""Error pages: a whole page for a person, one short sentence for HTMX."""

import logging

from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, loader
from django.utils.translation import gettext as _

logger = logging.getLogger("muggins.errors")


def error_page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """The page `<status>.html`, or only its sentence where a page would land inside another page."""
    part = request.headers.get("HX-Request") == "true"
    # The sentence stands above the page; the part that was asked for stays as it is.
    headers = {"HX-Retarget": "#notices", "HX-Reswap": "innerHTML"} if part else {}
    template = "partials/_refused.html" if part else f"{status}.html"
    try:
        text = loader.render_to_string(template, {"sentence": sentence}, request)
    except TemplateDoesNotExist:
        logger.error("template %s is missing", template)
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(text, status=status, headers=headers)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: what was sent makes no sense."""
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


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without this session's token."""
    return error_page(request, 403, _("This page is out of date. Reload it, then try again."))


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault. Static, because what failed may be what a page needs."""
    if request.headers.get("HX-Request") == "true":
        return error_page(
            request, 500, _("Something broke here. Nothing of your match is lost. Try again in a minute.")
        )
    try:
        return HttpResponse(loader.get_template("500.html").render({}), status=500)
    except Exception:  # the last resort must not fail itself
        return HttpResponse(_("Something went wrong on the server. Try again in a minute."), status=500)
