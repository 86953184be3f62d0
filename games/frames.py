"""What a browser may say over a socket: small JSON objects of few kinds, and not too many of them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings

SYNC, PING = "sync", "ping"
FIELDS: dict[str, frozenset[str]] = {
    SYNC: frozenset({"type", "version", "digest", "code"}),
    PING: frozenset({"type", "code"}),
}
MAX_VERSION = 1_000_000_000
MAX_BAD = 20
#: Frames at once, and frames a minute in the long run.
BURST, PER_MINUTE = 20, 100

# Close codes. A page reconnects after all of them but the first two.
SIGNED_OUT, NOT_ALLOWED = 4401, 4403
TOO_MANY_BAD, TOO_MANY_SOCKETS, TOO_FAST, TOO_BIG = 4400, 4409, 4429, 1009
#: As many watch this table as may: the page says so, and asks now and then.
CROWDED = 4423


class BadFrame(ValueError):
    """A frame that is none of ours; the text says why."""


class FrameTooBig(BadFrame):
    """Longer than any frame of ours can be."""


@dataclass(frozen=True)
class Frame:
    """A frame that was understood; *version* and *digest* are what the page shows, for ``sync``."""

    kind: str
    version: int = -1
    digest: str = ""


def read_frame(text: str | None, code: str) -> Frame:
    """The frame in this text, sent on the socket of table *code*. BadFrame for anything else, whatever it is."""
    if text is None:
        raise BadFrame("binary frames mean nothing here")
    if len(text.encode("utf-8", "surrogatepass")) > settings.MAX_FRAME_BYTES:
        raise FrameTooBig("the frame is too big")
    return _frame(_object(text), code)


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadFrame("the frame is not JSON") from error
    if not isinstance(data, dict):
        raise BadFrame("the frame is not an object")
    return data


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key stands twice")
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _frame(data: dict[str, Any], code: str) -> Frame:
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise BadFrame("the type is unknown")
    if not FIELDS[kind] >= data.keys():
        raise BadFrame("the frame says more than it may")
    if data.get("code", code) != code:
        raise BadFrame("this socket belongs to another table")
    version, digest = data.get("version", -1), data.get("digest", "")
    if type(version) is not int or not -1 <= version <= MAX_VERSION:
        raise BadFrame("the version is no version")
    if not isinstance(digest, str) or len(digest) > 64:
        raise BadFrame("the digest is no digest")
    return Frame(kind, version, digest)


class Allowance:
    """A bucket of frames that fills slowly: a burst is fine, a flood is not."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._at = clock()

    def take(self) -> bool:
        """Whether one more frame is allowed now."""
        now = self._clock()
        self._left = min(float(BURST), self._left + (now - self._at) * PER_MINUTE / 60)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
