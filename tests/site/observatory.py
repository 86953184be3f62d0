"""The points that Mozilla's HTTP Observatory gives: its rules, for what a site of ours can send (CHECKS C7).

https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring, as of 2025. Points above 100 count only for a
site that has 90 without them; 100 and more is A+.
"""

from collections.abc import Mapping, Sequence
from http.cookies import Morsel

BASE, NEEDED_FOR_EXTRAS = 100, 90
HALF_A_YEAR = 15_768_000
PRIVATE_REFERRERS = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}


def score(headers: Mapping[str, str], cookies: Sequence[Morsel[str]], *, session: str, redirects: bool) -> int:
    """Points for a page's headers (names in lower case) and cookies; `redirects`: plain HTTP leads to HTTPS."""
    points = [
        _content_policy(headers.get("content-security-policy", "")),
        _cookies(cookies, session),
        -50 if headers.get("access-control-allow-origin") == "*" else 0,
        0 if redirects else -20,
        _referrer(headers.get("referrer-policy", "")),
        _transport(headers.get("strict-transport-security", "")),
        0 if headers.get("x-content-type-options") == "nosniff" else -5,
        _frames(headers),
        {"same-origin": 10, "same-site": 10}.get(headers.get("cross-origin-resource-policy", ""), 0),
    ]
    plain = BASE + sum(point for point in points if point < 0)
    return plain + sum(point for point in points if point > 0) if plain >= NEEDED_FOR_EXTRAS else plain


def directives(policy: str) -> dict[str, set[str]]:
    """A content policy, by directive."""
    parts = [part.split() for part in policy.split(";") if part.strip()]
    return {part[0]: set(part[1:]) for part in parts}


def _content_policy(text: str) -> int:
    policy = directives(text)
    if not policy:
        return -25
    scripts = policy.get("script-src", policy.get("default-src", {"*"}))
    if "'unsafe-inline'" in scripts or scripts & {"*", "https:", "http:", "data:"}:
        return -20
    if "'unsafe-eval'" in scripts:
        return -10
    if any("'unsafe-inline'" in values for values in policy.values()):
        return 0
    return 10 if policy.get("default-src") == {"'none'"} else 5


def _cookies(cookies: Sequence[Morsel[str]], session: str) -> int:
    if not cookies:
        return 0
    if any(not cookie["secure"] for cookie in cookies):
        return -40 if any(cookie.key == session and not cookie["secure"] for cookie in cookies) else -20
    if any(cookie.key == session and not cookie["httponly"] for cookie in cookies):
        return -30
    return 5 if all(cookie["samesite"] for cookie in cookies) else 0


def _referrer(value: str) -> int:
    if not value:
        return 0
    return 5 if value in PRIVATE_REFERRERS else -5


def _transport(value: str) -> int:
    parts = [part.strip() for part in value.split(";")]
    age = next((int(part.removeprefix("max-age=")) for part in parts if part.startswith("max-age=")), 0)
    if not value:
        return -20
    if age < HALF_A_YEAR:
        return -10
    return 5 if {"preload", "includeSubDomains"} <= set(parts) else 0


def _frames(headers: Mapping[str, str]) -> int:
    if "frame-ancestors" in directives(headers.get("content-security-policy", "")):
        return 5
    return 0 if headers.get("x-frame-options", "").upper() in {"DENY", "SAMEORIGIN"} else -20
