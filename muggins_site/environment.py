"""Reading the environment, and refusing what would not be safe, in one sentence each."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_YES = {"1", "true", "yes", "on"}
_NO = {"", "0", "false", "no", "off"}
MIN_SECRET_LENGTH = 50


def flag(env: Mapping[str, str], name: str, default: bool = False) -> bool:
    """A yes or no; anything else is refused, so that a typing slip never switches a safeguard off."""
    text = env.get(name)
    if text is None:
        return default
    if text.strip().lower() in _YES:
        return True
    if text.strip().lower() in _NO:
        return False
    raise ImproperlyConfigured(f"{name} is {text!r}; write 1 or 0.")


def number(env: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""
    text = env.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ImproperlyConfigured(f"{name} is {text!r}; write a whole number from {least} to {most}.")
    return int(text)


def span(env: Mapping[str, str], name: str, default: tuple[float, float]) -> tuple[float, float]:
    """Seconds from least to most, written `0.6,1.2`."""
    text = env.get(name, "").strip()
    if not text:
        return default
    try:
        least, most = (float(part) for part in text.split(","))
    except ValueError:
        least, most = -1.0, -1.0
    if not 0 <= least <= most <= 60:
        raise ImproperlyConfigured(f"{name} is {text!r}; write two numbers of seconds, such as 0.6,1.2.")
    return least, most


def in_memory(name: str, entries: int) -> dict[str, object]:
    """A cache of this process, of so many entries."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    return {"BACKEND": backend, "LOCATION": name, "OPTIONS": {"MAX_ENTRIES": entries}}


def names(env: Mapping[str, str], name: str) -> list[str]:
    """A list of words, parted by commas or spaces."""
    return env.get(name, "").replace(",", " ").split()


def hosts(env: Mapping[str, str]) -> list[str]:
    """The names under which the site may be called: this machine's own, and those of MUGGINS_HOSTS."""
    named = names(env, "MUGGINS_HOSTS")
    for host in named:
        if "*" in host or host.startswith("."):
            raise ImproperlyConfigured(f"MUGGINS_HOSTS holds {host!r}: write each host name out, without wildcards.")
    return ["localhost", "127.0.0.1", "[::1]", *named]


def secret_key(env: Mapping[str, str], data: Path) -> str:
    """The key from MUGGINS_SECRET_KEY, else from the file `secret_key` in the data folder, made on the first start."""
    given = env.get("MUGGINS_SECRET_KEY")
    key = given if given is not None else _kept_secret(data / "secret_key")
    if len(key) < MIN_SECRET_LENGTH or len(set(key)) < 5:
        where = "MUGGINS_SECRET_KEY" if given is not None else str(data / "secret_key")
        raise ImproperlyConfigured(f"{where} is too weak: at least {MIN_SECRET_LENGTH} characters are needed.")
    return key


def _kept_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    if not path.exists():
        # Written beside and linked into place: of two first starts at once, one wins and both read its key.
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    if path.stat().st_mode & 0o077:
        raise ImproperlyConfigured(f"{path} can be read by others; run: chmod 600 {path}")
    return path.read_text(encoding="ascii").strip()


def refuse_unsafe_mixes(
    *, debug: bool, https: bool, proxy: bool, hosts: list[str], processes: int, redis: bool, sqlite: bool, limits: bool
) -> None:
    """Raise ImproperlyConfigured for settings that are fine alone and unsafe together."""
    if https and not limits:
        raise ImproperlyConfigured("MUGGINS_LIMITS is off and MUGGINS_HTTPS on: a public site always counts requests.")
    if debug and https:
        raise ImproperlyConfigured(
            "MUGGINS_DEBUG and MUGGINS_HTTPS are both on: a public site never runs in debug mode."
        )
    if https and not proxy:
        raise ImproperlyConfigured(
            "MUGGINS_HTTPS is on without MUGGINS_PROXY: the site speaks HTTP to a proxy that has the certificate."
        )
    if debug and len(hosts) > 3:
        raise ImproperlyConfigured("MUGGINS_DEBUG is on and MUGGINS_HOSTS names a public host: switch one of them off.")
    if processes > 1 and not redis:
        raise ImproperlyConfigured(
            "WEB_CONCURRENCY is above 1 without REDIS_URL: the in-memory layer reaches one process only."
        )
    if processes > 1 and sqlite:
        raise ImproperlyConfigured("WEB_CONCURRENCY is above 1 with SQLite: set DATABASE_URL to a PostgreSQL database.")


def email(env: Mapping[str, str]) -> dict[str, str | int | bool]:
    """Django's mail settings from EMAIL_URL: `smtp://name:password@host:587`, `smtps://…`, `console:`."""
    url = urlsplit(env.get("EMAIL_URL", ""))
    if not url.scheme:
        return {}
    if url.scheme == "console":
        return {"MAIL_CARRIER": "django.core.mail.backends.console.EmailBackend"}
    if url.scheme not in {"smtp", "smtps"} or not url.hostname:
        raise ImproperlyConfigured("EMAIL_URL is not understood; write smtp://name:password@host:587 or console:")
    return {
        "MAIL_CARRIER": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": url.hostname,
        "EMAIL_PORT": url.port or (465 if url.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(url.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
        "EMAIL_USE_SSL": url.scheme == "smtps",
        "EMAIL_USE_TLS": url.scheme == "smtp" and bool(url.username),
        "EMAIL_TIMEOUT": 10,
    }
