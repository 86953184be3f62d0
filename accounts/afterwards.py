"""What a request has to do and its answer must not wait for: done when the answer is on its way (CHECKS B34).

So the time of an answer does not tell whether there was anything to do.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from allauth.core.context import request_context
from django.http import HttpRequest, HttpResponse
from django.utils import translation

Handler = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger(__name__)


def later(request: HttpRequest, act: Callable[[], object]) -> None:
    """Do this when the answer to this request has been sent, in the same language. A failure is logged."""
    language = translation.get_language()

    def done() -> None:
        try:
            with request_context(request), translation.override(language):
                act()
        except Exception:
            log.exception("What was to be done after an answer failed.")

    request.__dict__.setdefault("afterwards", []).append(done)


def do_afterwards(get_response: Handler) -> Handler:
    """Hangs what is to be done later upon the closing of the answer, which comes after its last byte."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response._resource_closers.extend(request.__dict__.pop("afterwards", []))  # type: ignore[attr-defined]
        return response

    return handle
