"""The pages that a site owes to whoever comes: privacy, terms, imprint, and where to report a hole in it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

#: A date that lies further ahead is taken for forgotten (RFC 9116 advises less than a year).
VALID = timedelta(days=180)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, why, how long, and how to get or delete it."""
    return render(request, "papers/privacy.html", {"mail_works": settings.MAIL_WORKS})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What is asked of who plays here."""
    return render(request, "papers/terms.html")


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Who runs this site, as he wrote it into MUGGINS_IMPRINT."""
    lines = [line.strip() for line in settings.MUGGINS_IMPRINT.split("|") if line.strip()]
    return render(request, "papers/imprint.html", {"lines": lines, "contact": settings.MUGGINS_CONTACT})


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """RFC 9116: where to write about a weakness, and until when that is true."""
    imprint_url = request.build_absolute_uri(reverse("imprint"))
    mail = settings.MUGGINS_CONTACT
    until = (timezone.now() + VALID).replace(microsecond=0, tzinfo=None).isoformat()
    text = f"Contact: {f'mailto:{mail}' if mail else imprint_url}\nExpires: {until}Z\nPreferred-Languages: en, pt\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
