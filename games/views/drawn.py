"""Tables as they were drawn a moment ago: whoever would see the same gets the same drawing.

A move is answered with the table, and pushed to all pages there: the mover's own page would be drawn twice, and fifty
spectators fifty times. A drawing is shared among those who see the same (viewer, language, choices), while it is new
enough: not older than the change that one wants to see, nor than `FRESH_SECONDS`. The clock on it is set right.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import get_language

from games.views.rendering import table_html, table_page
from games.words.remembered import one_language

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from accounts.prefs import Prefs
    from games.presenters.table import TablePage

FRESH_SECONDS = 1.0
MOST = 64

Key = tuple[str, int | None, str | None, "Prefs"]


@dataclass(frozen=True)
class Drawing:
    """What a viewer sees, the partial of it as scripts take it, and when it was begun (seconds, monotonic)."""

    page: TablePage
    html: str
    began: float

    def now(self) -> str:
        """The partial with as much less on its clocks as has gone by since it was drawn."""
        passed = int((time.monotonic() - self.began) * 1000)
        html, page = self.html, self.page
        if page.clock is not None:
            html = _less(html, "data-left", page.clock.left_ms, passed)
        if page.window is not None and page.window.bar is not None:
            html = _less(html, "data-window-left", page.window.bar.left_ms, passed)
        return html


def _less(html: str, name: str, milliseconds: int, passed: int) -> str:
    return html.replace(f'{name}="{milliseconds}"', f'{name}="{max(0, milliseconds - passed)}"', 1)


class _Shelf:
    """The newest drawings of this process, and for whom one is being made as the answer to what he did."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._drawings: OrderedDict[Key, Drawing] = OrderedDict()
        self._answering: Counter[tuple[str, int]] = Counter()

    def put(self, key: Key, drawing: Drawing) -> None:
        with self._lock:
            known = self._drawings.get(key)
            if known is not None and known.began > drawing.began:
                return  # begun after this one, it may show what this one has missed
            self._drawings[key] = drawing
            self._drawings.move_to_end(key)
            while len(self._drawings) > MOST:
                self._drawings.popitem(last=False)

    def get(self, key: Key, version: int) -> Drawing | None:
        with self._lock:
            found = self._drawings.get(key)
        if found is None or found.page.version < version or time.monotonic() - found.began > FRESH_SECONDS:
            return None
        return found

    @contextmanager
    def answering(self, code: str, user_id: int) -> Iterator[None]:
        """While a request of this person at this table is answered."""
        with self._lock:
            self._answering[code, user_id] += 1
        try:
            yield
        finally:
            with self._lock:
                self._answering[code, user_id] -= 1
                if not self._answering[code, user_id]:
                    del self._answering[code, user_id]

    def is_answering(self, code: str, user_id: int | None) -> bool:
        """Whether this person is about to get a drawing that his other pages can share."""
        return user_id is not None and (code, user_id) in self._answering


shelf = _Shelf()


def draw(code: str, user: User | AnonymousUser, prefs: Prefs, since: int | None = None) -> Drawing:
    """The table as this viewer sees it now, in the active language. UnknownTable, CorruptMatch.

    *since*: as it was a moment ago will do, if that was at this version or a newer one.
    """
    began = time.monotonic()
    with one_language():
        page = table_page(code, user, prefs, since=since)
        drawing = Drawing(page, table_html(page), began)
    shelf.put((code, user.pk, get_language(), prefs), drawing)
    return drawing


def draw_since(code: str, user: User | AnonymousUser, prefs: Prefs, version: int) -> Drawing:
    """The same for who wants to see this version of the table, or a newer one: maybe it has been drawn already."""
    return shelf.get((code, user.pk, get_language(), prefs), version) or draw(code, user, prefs, version)
