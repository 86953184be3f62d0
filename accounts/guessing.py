"""What is forgiven of the guesses at passwords and codes, and what is not (CHECKS C26).

django-allauth counts wrong ones by account and by address in one go, and forgives them so: a right code of one's own
would give an address its hundred guesses at others back. Here an account's are forgiven, an address's never.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

APP, ACTION = "allauth.account", "login_failed"


def _rates(per: str) -> list[ratelimit.Rate]:
    return [rate for rate in ratelimit.get_rates(app=APP, action=ACTION) if rate.per == per]


def forgive(request: HttpRequest, key: str) -> None:
    """Guesses at the account of this key count no longer."""
    config = {ACTION: ",".join(f"{rate.amount}/{rate.duration}s/key" for rate in _rates("key"))}
    ratelimit.clear(request, app=APP, action=ACTION, config=config, key=key)


@contextmanager
def address_still_counted(request: HttpRequest) -> Iterator[None]:
    """Whatever django-allauth forgives meanwhile, guesses from this address go on counting."""
    rates = {ratelimit.get_cache_key(request, app=APP, action=ACTION, rate=rate): rate for rate in _rates("ip")}
    before = cache.get_many(rates)
    yield
    for key, guesses in before.items():
        with ratelimit.cache_lock(key):  # others guess meanwhile
            cache.set(key, sorted({*guesses, *cache.get(key, [])}, reverse=True), rates[key].duration)
