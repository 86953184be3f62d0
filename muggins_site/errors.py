"""Error pages: a whole page for a person, one short sentence for HTMX."""

import logging

from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, loader
from django.utils.translation import gettext as _

logger = logging.getLogger("muggins.errors")


def error_page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """The page `<status>.html`, or only its sentence where a page would land inside another page."""
    if request.headers.get("HX-Request") != "true":
        try:
            return HttpResponse(
                loader.render_to_string(f"{status}.html", {"sentence": sentence}, request), status=status
            )
        except TemplateDoesNotExist:
            logger.error("template %s.html is missing", status)
    notice = loader.render_to_string("partials/_refused.html", {"sentence": sentence})
    # It stands above the page; the part that was asked for stays as it is.
    return HttpResponse(notice, status=status, headers={"HX-Retarget": "#notices", "HX-Reswap": "innerHTML"})


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
