"""One line a log entry, whatever a stranger wrote into it; and a file for each day, for as many days as are kept."""

import logging
import os
import re
import time
from datetime import UTC, datetime, timedelta
from io import TextIOWrapper
from logging.handlers import TimedRotatingFileHandler
from pathlib import Path
from typing import cast

#: What stands in addresses and opens a door: invitations, links of mails.
_SECRET = re.compile(r"(/invite/|/(?:reset|confirm|key|confirm-email|email)/(?:key/)?)[^/\s?]{8,}")


class OneLine(logging.Formatter):
    """UTC, with line breaks and control characters of the message made visible; a traceback keeps its lines."""

    converter = staticmethod(time.gmtime)

    def __init__(self, format: str) -> None:
        super().__init__(format, style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        request_id = getattr(getattr(record, "request", None), "request_id", "")
        line = _SECRET.sub(r"\1…", super().formatMessage(record)) + (f" [{request_id}]" if request_id else "")
        return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in line)


class DailyFile(TimedRotatingFileHandler):
    """The log in a file for its owner's eyes: a new one each midnight (UTC); days older than `days` are deleted.

    One process writes into it: two would both put it aside.
    """

    def __init__(self, filename: str, days: int) -> None:
        self.days = days
        super().__init__(filename, when="midnight", utc=True, backupCount=days, encoding="utf-8")

    def _open(self) -> TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return cast("TextIOWrapper", os.fdopen(handle, self.mode, encoding=self.encoding))

    def getFilesToDelete(self) -> list[str]:
        """By their dates, not by how many there are: a site that slept for months forgets all the same."""
        here, oldest = Path(self.baseFilename), datetime.now(UTC).date() - timedelta(days=self.days)
        dated = {path: path.name.removeprefix(f"{here.name}.") for path in here.parent.iterdir()}
        return [str(path) for path, day in dated.items() if self.extMatch.fullmatch(day) and day < oldest.isoformat()]
