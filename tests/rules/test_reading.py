"""Files of records: one a line or a single one over several, bounded in size, never a traceback."""

import io
import json
from typing import Any

import pytest

from games.rules import reading
from games.rules.errors import RecordError
from games.rules.fields import Fields, FloatText
from games.rules.reading import Found, loads, read_records


def found(text: str | bytes) -> list[Found]:
    return list(read_records(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


def data(text: str | bytes) -> list[Any]:
    return [each.data if each.error is None else "fault" for each in found(text)]


def test_a_file_has_one_record_a_line() -> None:
    assert data('{"a":1}\n{"b":2}\n') == [{"a": 1}, {"b": 2}]
    assert data('{"a":1}\n\n  \n{"b":2}') == [{"a": 1}, {"b": 2}]


def test_a_single_record_may_take_several_lines() -> None:
    text = json.dumps({"a": [1, {"b": 2}]}, indent=2)
    assert data(text) == [{"a": [1, {"b": 2}]}]
    assert [(each.line, each.data) for each in found("\n\n" + text)] == [(3, {"a": [1, {"b": 2}]})]


def test_a_bad_line_is_one_fault_and_the_others_are_read() -> None:
    assert data('{"a":1}\nnonsense\n{"b":2}\n') == [{"a": 1}, "fault", {"b": 2}]
    assert data('nonsense\n{"a":1}\n{"b":2}\n') == ["fault", {"a": 1}, {"b": 2}]
    assert [each.line for each in found('nonsense\n\n{"a":1}\nmore')] == [1, 3, 4]


def test_an_empty_file_has_no_record() -> None:
    assert found("") == []
    assert found("\n \n") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"\xff\xfe{}", "UTF-8"),
        (b"{", "not JSON"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": -Infinity}', "Infinity is no number"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "not JSON"),
        (b"{} {}", "not JSON"),
    ],
    ids=["bytes", "cut", "nan", "infinity", "deep", "digits", "two"],
)
def test_what_cannot_be_read_is_one_sentence(text: bytes, told: str) -> None:
    (fault,) = found(text)
    assert fault.error is not None
    assert told in str(fault.error)
    assert len(str(fault.error)) < 200


def test_a_byte_order_mark_is_no_fault() -> None:
    assert data(b'\xef\xbb\xbf{"a":1}\n') == [{"a": 1}]


def test_numbers_with_a_point_are_kept_as_they_are_spelt() -> None:
    value = loads('{"a": 2.5, "b": 2.50000000000000000001, "c": 1e999999999}')
    assert value["a"] == FloatText("2.5")
    fields = Fields(value, "it")
    assert fields.number("a") == 2.5
    for key in "bc":
        with pytest.raises(RecordError, match="neither a whole number nor a half"):
            fields.number(key)


@pytest.mark.parametrize("lines", [1, 3])
def test_a_line_beyond_the_bound_ends_the_reading(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    monkeypatch.setattr(reading, "MAX_RECORD_BYTES", 100)
    text = '{"a":1}\n' * (lines - 1) + '{"a":"' + "x" * 1000 + '"}\n{"b":2}\n'
    *before, last = found(text)
    assert [each.data for each in before] == [{"a": 1}] * (lines - 1)
    assert last.error is not None
    assert (last.line, "may not be longer" in str(last.error)) == (lines, True)


def test_a_file_beyond_the_bound_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 50)
    *before, last = found('{"a":1}\n' * 100)
    assert 0 < len(before) < 8
    assert last.error is not None
    assert "may not be larger" in str(last.error)


def test_a_huge_file_without_line_ends_is_not_read_to_its_end() -> None:
    class Endless(io.RawIOBase):
        read_so_far = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.read_so_far += len(buffer)
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    endless = Endless()
    (fault,) = read_records(io.BufferedReader(endless))
    assert fault.error is not None
    assert endless.read_so_far < 2 * reading.MAX_RECORD_BYTES
