"""A short name for a set of rules: equal for two tables exactly when their settings are equal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

LENGTH = 8
#: Digits and capitals without I, L, O, U: nothing is read for something else, nothing spells a word.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

#: What a setting is when a fingerprint does not mention it. Written once: a value here is never changed, and a setting
#: that is added later comes with the value that all tables before it had. So no fingerprint ever changes.
DEFAULTS: dict[str, Any] = {
    "players": 2,
    "partners": False,
    "hand_size": 9,
    "reserve": 0,
    "direction": "clockwise",
    "first_lead": "lot",
    "next_lead": "went_out",
    "blocked_lead": "lot",
    "spinner": "first",
    "lengthwise": False,
    "exposed_sides_count": False,
    "settlement": "winner_takes",
    "blocked_by": "side",
    "points_per_five": 5,
    "target": 250,
    "target_rule": "reach",
    "calling": "automatic",
    "muggins_seconds": 8,
    "overcall_penalty": False,
}


def fingerprint_of(settings: Mapping[str, Any]) -> str:
    """Eight characters for settings with the keys of a record; its name and unknown keys do not count.

    The first 40 bits of SHA-256 over the settings that are not as in DEFAULTS, in alphabetical order.

    >>> fingerprint_of({"name": "custom"}) == fingerprint_of({"target": 250, "reserve": 0})
    True
    """
    unusual = {field: settings[field] for field in DEFAULTS if settings.get(field, DEFAULTS[field]) != DEFAULTS[field]}
    text = json.dumps(unusual, sort_keys=True, separators=(",", ":"))
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:5], "big")
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in reversed(range(LENGTH)))
