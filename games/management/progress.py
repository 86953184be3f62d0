"""How far a long command has come, on a terminal's last line; nothing where nobody watches."""

from __future__ import annotations

from types import TracebackType
from typing import Any

WIDTH = 30


class Bar:
    """A bar on standard error: ``matches ██████░░░░ 1200 of 5000``."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._shows = bool(getattr(stream, "isatty", lambda: False)())

    def tell(self, what: str, done: int, total: int) -> None:
        """So many of so many; a total of 0 stands for work whose length is not known."""
        if not self._shows:
            return
        full = WIDTH * done // total if total else 0
        figures = f" {'█' * full}{'░' * (WIDTH - full)} {done} of {total}" if total else " …"
        self._stream.write(f"\r\x1b[K{what}{figures}", ending="")
        self._stream.flush()

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shows:
            self._stream.write("\r\x1b[K", ending="")
