"""Sentences that were made a moment ago: the same words for the same values, in the language that is active.

A table is told anew to each viewer after every move, and nearly all of it has been said before. Looking up a sentence
and filling it in takes longer than remembering it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")

MOST = 2048

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def one_language() -> Iterator[None]:
    """Inside of it the active language stays what it is, and is looked up once instead of for each sentence."""
    token = _spoken.set(get_language())
    try:
        yield
    finally:
        _spoken.reset(token)


def language() -> str | None:
    """The active language."""
    return _spoken.get() or get_language()


def remembered(say: Callable[P, R]) -> Callable[P, R]:
    """The same function, asked once for the same values and language. It must depend on nothing else.

    Values have to be hashable, and such that equal ones of one type are said alike.
    """

    @lru_cache(maxsize=MOST, typed=True)
    def said(_language: str | None, *args: Any, **options: Any) -> R:
        return say(*args, **options)

    @wraps(say)
    def remember(*args: P.args, **options: P.kwargs) -> R:
        return said(language(), *args, **options)  # type: ignore[arg-type]  # hashable, as is asked for

    return remember
