"""Reading files of records: bounded in size, whatever is in them, one clear sentence for each that cannot be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple, NoReturn

from games.rules.errors import RecordError
from games.rules.fields import FloatText

#: Bounds for what is read: a long match of four takes about 100 kB.
MAX_FILE_BYTES = 100 * 1024 * 1024
MAX_RECORD_BYTES = 8 * 1024 * 1024


class Found(NamedTuple):
    """One record of a file, or why there is none; `line` is where it begins, from 1."""

    line: int
    data: Any
    error: RecordError | None


def read_records(stream: BinaryIO) -> Iterator[Found]:
    """The records of a file: one a line, or a single one over several lines. Blank lines are nothing.

    Every fault comes as a Found with an error; a file or line beyond the bounds ends the reading.
    """
    line = 1
    first = _next_line(stream)
    while isinstance(first, bytes) and first and not first.strip():
        line += 1
        first = _next_line(stream)
    if isinstance(first, Found):
        yield first._replace(line=line)
        return
    if first and _parse(first, line).error is not None:
        rest = stream.read(MAX_RECORD_BYTES + 1)
        whole = _parse(first + rest, line)
        if whole.error is None:
            yield whole
            return
        yield from _lines(_Rest(rest, stream), first, line)
        return
    yield from _lines(stream, first, line)


class _Rest:
    """What has been read ahead, then the stream."""

    def __init__(self, ahead: bytes, stream: BinaryIO) -> None:
        self.ahead = ahead
        self.stream = stream

    def readline(self, limit: int) -> bytes:
        cut = self.ahead.find(b"\n", 0, limit)
        if cut < 0 and len(self.ahead) < limit:
            line, self.ahead = self.ahead, b""
            return line + self.stream.readline(limit - len(line))
        end = limit if cut < 0 else cut + 1
        line, self.ahead = self.ahead[:end], self.ahead[end:]
        return line


def _next_line(stream: BinaryIO | _Rest) -> bytes | Found:
    line = stream.readline(MAX_RECORD_BYTES + 1)
    if len(line) > MAX_RECORD_BYTES:
        return Found(1, None, RecordError(f"a record may not be longer than {MAX_RECORD_BYTES >> 20} MB"))
    return line


def _lines(stream: BinaryIO | _Rest, line: bytes, number: int) -> Iterator[Found]:
    """The records from a line on, which has been read already and has this number."""
    total = len(line)
    while line:
        if line.strip():
            yield _parse(line, number)
        number += 1
        following = _next_line(stream)
        if isinstance(following, Found):
            yield following._replace(line=number)
            return
        line = following
        total += len(line)
        if total > MAX_FILE_BYTES:
            yield Found(number, None, RecordError(f"a file may not be larger than {MAX_FILE_BYTES >> 20} MB"))
            return


def _parse(text: bytes, line: int) -> Found:
    try:
        return Found(line, loads(text), None)
    except RecordError as error:
        return Found(line, None, error)


def loads(text: bytes | str) -> Any:
    """The data of a JSON text, numbers with a point kept as they are spelt; RecordError when it is not JSON."""
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8-sig")
        return json.loads(decoded, parse_float=FloatText, parse_constant=_refuse_constant)
    except RecursionError:
        raise RecordError("the data is nested too deeply") from None
    except UnicodeDecodeError:
        raise RecordError("it is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"it is not JSON: {error.msg.lower()} at character {error.pos + 1}") from None
    except ValueError as error:
        raise RecordError(f"it is not JSON: {error}") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
