"""The log: one line an entry, whatever was written into it (CHECKS C42)."""

import logging
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from muggins_site.logs import DailyFile, OneLine

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


def test_a_new_day_begins_a_new_file_and_days_of_more_than_a_year_are_gone(tmp_path: Path) -> None:  # C49
    today = datetime.now(UTC).date()
    names = {days: f"site.log.{today - timedelta(days=days)}" for days in (2, 364, 366, 900)}
    for name in (*names.values(), "site.log.keep", "other.log.2020-01-01"):
        (tmp_path / name).write_text("then\n")
    handler = DailyFile(str(tmp_path / "site.log"), 365)
    for text in ("yesterday", "today"):
        handler.emit(logging.makeLogRecord({"msg": text, "levelname": "INFO"}))
        handler.rolloverAt = 0
    handler.close()
    left = {path.name: path for path in tmp_path.iterdir()}
    assert {names[2], names[364], "site.log", "site.log.keep", "other.log.2020-01-01"} <= set(left)
    assert not {names[366], names[900]} & set(left)
    assert left["site.log"].read_text() == "today\n"
    assert left["site.log"].stat().st_mode & 0o777 == 0o600
