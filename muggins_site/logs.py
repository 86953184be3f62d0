"""One line a log entry, whatever a stranger wrote into it."""

import logging
import re
import time

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
