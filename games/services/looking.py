"""The look through all matches for flags: asked for at the desk, done beside the game, and never two at once.

That it was asked for and how far it is stands in the site's cache, which outlives the process: whose process dies in it
is followed by another that begins anew. Every process may try; a lease lets one of them.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic

from django.core.cache import cache

from games.services import timing
from games.services.flagging import flag_matches

#: Who works on it renews the lease; one that was killed is followed after so many seconds.
LEASE_SECONDS = 30
#: Progress is told no oftener.
TELL_SECONDS = 1.0
MOST_TRIES = 3
KEPT_SECONDS = 30 * 24 * 3600
_LOOK, _LEASE = "flags:look", "flags:lease"


class Lost(Exception):
    """Somebody else holds the lease by now."""


@dataclass(frozen=True)
class Look:
    """How far it is: `done` of `of` matches; `found` flags when it is over, None where it failed."""

    wanted: bool = False
    tries: int = 0
    done: int = 0
    of: int = 0
    found: int | None = None
    at: datetime | None = None


def state() -> Look:
    """The look that is wanted or under way, else the last one."""
    found = cache.get(_LOOK)
    return found if isinstance(found, Look) else Look()


def ask() -> bool:
    """Have all matches looked through soon; False where that is wanted already."""
    if state().wanted:
        return False
    _note(Look(wanted=True))
    return True


def work() -> dict[str, int] | None:
    """Do what is wanted, if anything is and nobody does it yet."""
    return run() if state().wanted else None


def run() -> dict[str, int] | None:
    """Look through all matches now: how many flags of each kind. None where another does it, or too many have died."""
    holder = secrets.token_hex(8)
    if not cache.add(_LEASE, holder, LEASE_SECONDS):
        return None
    try:
        look = replace(state(), wanted=True)
        if look.tries >= MOST_TRIES:
            _note(Look(at=timing.now()))
            return None
        look = Look(wanted=True, tries=look.tries + 1)
        _note(look)
        found = flag_matches(_Telling(holder, look))
        _note(Look(found=sum(found.values()), at=timing.now()))
        return found
    finally:
        if cache.get(_LEASE) == holder:
            cache.delete(_LEASE)


class _Telling:
    """Tells how far it is, and keeps the lease."""

    def __init__(self, holder: str, look: Look) -> None:
        self._holder, self._look = holder, look
        self._next = 0.0

    def __call__(self, done: int, of: int) -> None:
        """So many of the matches are done. Lost: another process has taken over."""
        last = done == of
        if not last and monotonic() < self._next:
            return
        self._next = monotonic() + TELL_SECONDS
        if cache.get(_LEASE) != self._holder:
            raise Lost
        cache.touch(_LEASE, LEASE_SECONDS)
        _note(replace(self._look, done=done, of=of))


def _note(look: Look) -> None:
    cache.set(_LOOK, look, KEPT_SECONDS)
