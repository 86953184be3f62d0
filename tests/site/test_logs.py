"""The log: one line an entry, whatever was written into it (CHECKS C42)."""

import logging
import sys

from muggins_site.logs import OneLine

FORMAT = "{asctime}Z {levelname} {name}: {message}"


def line(message: str, name: str = "muggins", **more: object) -> str:
    record = logging.makeLogRecord(
        {"name": name, "levelname": "WARNING", "msg": message, "created": 0.0, "msecs": 0.0, **more}
    )
    return OneLine(FORMAT).format(record)


def test_the_time_is_utc() -> None:
    assert line("hello") == "1970-01-01 00:00:00,000Z WARNING muggins: hello"


def test_a_stranger_cannot_begin_a_line_of_his_own() -> None:
    told = line("no page /a\r\n2026-01-01 WARNING muggins: hacked\x1b[2J\u2028")
    assert len(told.splitlines()) == 1
    assert "\\r\\n" in told


def test_our_own_failure_keeps_its_traceback() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        seen = sys.exc_info()
    assert "Traceback" in line("it broke", exc_info=seen)


def test_a_refused_stranger_leaves_none() -> None:
    assert not logging.getLogger("django.security.DisallowedHost").isEnabledFor(logging.ERROR)
