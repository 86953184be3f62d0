"""The same lots every time: a test deals the tiles that it dealt when it was last run, whatever ran before it.

Tiles nobody can guess are the product's business; a test that fails must fail again. Served sites, which are processes
of their own, deal real lots.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace

import pytest

from games import models_rules
from games.services import fixed_deals, learning, minder, promises, what_if

#: All that decides about a deal: the secret, the match's address that goes into it, what robots draw lots for.
DEALING = (models_rules, promises, fixed_deals, what_if, learning, minder)

_lots = Random()


def _urlsafe(size: int) -> str:
    return urlsafe_b64encode(_lots.randbytes(size)).rstrip(b"=").decode()


SAME = SimpleNamespace(
    token_bytes=_lots.randbytes,
    token_hex=lambda size: _lots.randbytes(size).hex(),
    token_urlsafe=_urlsafe,
    randbits=_lots.getrandbits,
)


def begin(name: str) -> None:
    """From here on the lots are those of this test."""
    _lots.seed(name)


@contextmanager
def apart(name: str) -> Iterator[None]:
    """In here the lots are those of this name, and afterwards again those of the test: for rows that tests share."""
    before = _lots.getstate()
    _lots.seed(name)
    yield
    _lots.setstate(before)


def draw_the_same(patched: pytest.MonkeyPatch) -> None:
    for module in DEALING:
        patched.setattr(module, "secrets", SAME)
