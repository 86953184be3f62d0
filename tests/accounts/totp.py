"""What an app on a phone shows for a key: RFC 6238 with SHA-1, six digits, thirty seconds. It knows no site."""

from __future__ import annotations

import base64
import hmac
import time

PERIOD = 30


def code_of(secret: str, later: int = 0) -> str:
    """What the app shows now, or so many codes later."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8), casefold=True)
    digest = hmac.digest(key, (int(time.time()) // PERIOD + later).to_bytes(8, "big"), "sha1")
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"
