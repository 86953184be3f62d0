"""One line a log entry, whatever a stranger wrote into it."""

import logging
import time


class OneLine(logging.Formatter):
    """UTC, with line breaks and control characters of the message made visible; a traceback keeps its lines."""

    converter = time.gmtime

    def __init__(self, format: str) -> None:
        super().__init__(format, style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = super().formatMessage(record)
        return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in line)
