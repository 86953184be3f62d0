"""The board of a position as a picture to share: SVG from a template, PNG painted from that SVG."""

from __future__ import annotations

import resvg_py
from django.core.cache import caches
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.past import Past
from games.presenters.line import line_in_words
from games.presenters.picture import DAY, NIGHT, shared_picture
from games.rules.layout import Layout
from games.rules.retrace import Position

#: Pictures never change; those of tables that only a link leads to are for no cache between.
OPEN, PRIVATE = "public, max-age=86400", "private, max-age=3600"
SECONDS = 3600
TYPES = {"svg": "image/svg+xml; charset=utf-8", "png": "image/png"}


def picture(past: Past, at: Position, kind: str, *, night: bool) -> HttpResponse:
    """*kind* is ``svg`` or ``png``; always of the same size (see games/presenters/picture.py)."""
    name = f"position.{past.code}.{at.spot}.{kind}.{int(night)}.{get_language()}"
    kept = caches["pictures"]
    content = kept.get(name)
    if content is None:
        content = _painted(past, at, kind, night=night)
        kept.set(name, content, SECONDS)
    response = HttpResponse(content, content_type=TYPES[kind])
    response["Cache-Control"] = PRIVATE if past.private or past.running else OPEN
    response["Content-Disposition"] = f'inline; filename="muggins-{past.code}-{at.spot}.{kind}"'
    return response


def _painted(past: Past, at: Position, kind: str, *, night: bool) -> bytes:
    state = at.match.round
    layout = state.layout if state is not None else None
    assert isinstance(layout, Layout), "every position has a layout"
    shown = shared_picture(layout, past.ruleset, NIGHT if night else DAY, line_in_words(layout))
    svg = render_to_string("games/position.svg", {"picture": shown})
    if kind == "svg":
        return svg.encode()
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
