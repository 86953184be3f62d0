"""What a socket's frames may say. Rows B44 to B49 of the checks, without a socket."""

from __future__ import annotations

import pytest

from games.frames import BURST, Allowance, BadFrame, Frame, FrameTooBig, read_frame

CODE = "c" * 22


@pytest.mark.parametrize(
    "text",
    [
        "hello", "", "null", "[]", "5", '"x"', "{}", '{"type":5}', '{"type":"play"}', '{"type":["sync"]}',
        '{"type":"sync","version":NaN}', '{"type":"sync","version":1e400}', '{"type":"sync","version":1.0}',
        '{"type":"sync","version":true}', '{"type":"sync","version":-2}', '{"type":"sync","version":"3"}',
        '{"type":"sync","type":"ping"}', '{"type":"ping","version":3}', '{"type":"ping","seat":1}',
        '{"type":"sync","version":' + "9" * 5000 + "}", "[" * 8000, '{"a":' * 1500,
        '{"a":"\\ud800"}', '{"a":"\\u0000"}',
        '{"type":"sync","digest":5}', '{"type":"sync","digest":"' + "x" * 65 + '"}',
        '{"type":"sync","code":"another-table-of-22-ch"}',
    ],
)  # fmt: skip
def test_a_bad_frame_is_named_bad(text: str) -> None:  # B44, B48
    with pytest.raises(BadFrame):
        read_frame(text, CODE)


def test_a_binary_frame_is_bad() -> None:
    with pytest.raises(BadFrame):
        read_frame(None, CODE)


def test_a_frame_over_8_kib_is_too_big() -> None:  # B45
    with pytest.raises(FrameTooBig):
        read_frame('{"type":"ping"}' + " " * 8192, CODE)


def test_a_good_frame_is_read() -> None:
    assert read_frame('{"type":"ping"}', CODE) == Frame("ping")
    assert read_frame(f'{{"type":"sync","version":7,"digest":"a","code":"{CODE}"}}', CODE) == Frame("sync", 7, "a")


def test_a_burst_is_fine_and_a_flood_is_not() -> None:  # B49
    now = [0.0]
    allowance = Allowance(lambda: now[0])
    assert all(allowance.take() for _ in range(BURST))
    assert not allowance.take()
    now[0] += 0.6
    assert allowance.take()
    assert not allowance.take()
