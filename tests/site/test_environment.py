"""Settings come from the environment, are safe without any; they refuse unsafe mixes in a sentence (CHECKS C2, C43)."""

import os
import stat
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from muggins_site import environment
from muggins_site.checks import IN_MEMORY, sqlite_keeps_acknowledged_moves

ROOT = Path(settings.BASE_DIR)
PUBLIC = {"MUGGINS_HTTPS": "1", "MUGGINS_PROXY": "1", "MUGGINS_HOSTS": "muggins.example"}


def start(data: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with nothing but these variables."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "SYSTEMROOT"}}
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        env={**kept, "MUGGINS_DATA": str(data), **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_without_any_variable_the_site_is_safe(tmp_path: Path) -> None:
    show = "from django.conf import settings as s; print(s.DEBUG, s.ALLOWED_HOSTS, s.SESSION_COOKIE_HTTPONLY)"
    done = start(tmp_path, "shell", "-v0", "-c", show)
    assert done.stdout.strip() == "False ['localhost', '127.0.0.1', '[::1]'] True", done.stderr


@pytest.mark.parametrize(
    "env, words",
    [
        ({"MUGGINS_SECRET_KEY": ""}, "MUGGINS_SECRET_KEY is too weak"),
        ({"MUGGINS_SECRET_KEY": "a" * 80}, "MUGGINS_SECRET_KEY is too weak"),
        ({"MUGGINS_DEBUG": "1", "MUGGINS_HTTPS": "1", "MUGGINS_PROXY": "1"}, "both on"),
        ({"MUGGINS_HTTPS": "1"}, "without MUGGINS_PROXY"),
        ({"MUGGINS_DEBUG": "1", "MUGGINS_HOSTS": "muggins.example"}, "public host"),
        ({"MUGGINS_DEBUG": "ture"}, "write 1 or 0"),
        ({"MUGGINS_HOSTS": "*"}, "without wildcards"),
        ({"MUGGINS_HOSTS": ".example"}, "without wildcards"),
        ({"MUGGINS_LIMITS": "0", **PUBLIC}, "always counts requests"),
        ({"WEB_CONCURRENCY": "2"}, "in-memory layer"),
        ({"WEB_CONCURRENCY": "2", "REDIS_URL": "redis://localhost"}, "with SQLite"),
        ({"WEB_CONCURRENCY": "two"}, "whole number"),
        ({"EMAIL_URL": "mail.example:25"}, "EMAIL_URL is not understood"),
    ],
)
def test_an_unsafe_environment_is_refused_in_one_sentence(tmp_path: Path, env: Mapping[str, str], words: str) -> None:
    done = start(tmp_path, "check", **env)
    assert done.returncode == 1
    assert done.stderr.startswith("Muggins does not start: ")
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_public_site_passes_the_deployment_check(tmp_path: Path) -> None:  # C1
    done = start(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PUBLIC)
    assert done.returncode == 0, done.stderr


def test_a_public_sites_cookies_are_bound_to_its_host(tmp_path: Path) -> None:  # C8
    names = "s.SESSION_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_NAME"
    show = f"from django.conf import settings as s; print({names})"
    done = start(tmp_path, "shell", "-v0", "-c", show, **PUBLIC)
    assert done.stdout.split() == ["__Host-sessionid", "True", "__Host-csrftoken"]


def test_the_secret_key_is_made_once_for_the_owners_eyes_only(tmp_path: Path) -> None:
    first = environment.secret_key({}, tmp_path)
    assert len(first) >= 64
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert environment.secret_key({}, tmp_path) == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_first_starts_at_the_same_time_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _number: environment.secret_key({}, tmp_path / "new"), range(32)))
    assert len(keys) == 1


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    environment.secret_key({}, tmp_path)
    (tmp_path / "secret_key").chmod(0o644)
    with pytest.raises(ImproperlyConfigured, match="can be read by others"):
        environment.secret_key({}, tmp_path)


def test_a_short_key_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch(mode=0o600)
    with pytest.raises(ImproperlyConfigured, match="too weak"):
        environment.secret_key({}, tmp_path)


def test_the_data_folder_is_kept_out_of_git() -> None:
    assert "/data/" in (ROOT / ".gitignore").read_text().split()


def test_no_key_is_in_the_settings() -> None:
    assert "SECRET_KEY = environment.secret_key(" in (ROOT / "muggins_site" / "settings.py").read_text()


def test_the_in_memory_layer_is_an_error_with_two_processes(settings: Settings) -> None:
    settings.PROCESSES = 2
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": IN_MEMORY}}
    assert "muggins.E001" in {error.id for error in run_checks(tags=["async_support"])}


@pytest.mark.parametrize(
    "options, fault",
    [
        ({"transaction_mode": "IMMEDIATE"}, "muggins.E002"),
        ({"init_command": "PRAGMA synchronous=FULL"}, "muggins.E003"),
    ],
)
def test_weaker_sqlite_options_are_an_error(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str], fault: str
) -> None:  # A13
    monkeypatch.setitem(settings.DATABASES, "default", {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": options})
    assert fault in {error.id for error in sqlite_keeps_acknowledged_moves(None)}


@pytest.mark.parametrize(
    "url, wanted",
    [
        ("", {}),
        ("console:", {"MAIL_CARRIER": "django.core.mail.backends.console.EmailBackend"}),
        (
            "smtps://al%40ex:p%2Fw@mail.example",
            {"EMAIL_HOST_USER": "al@ex", "EMAIL_HOST_PASSWORD": "p/w", "EMAIL_PORT": 465, "EMAIL_USE_SSL": True},
        ),
        ("smtp://u:p@mail.example:2525", {"EMAIL_PORT": 2525, "EMAIL_USE_TLS": True, "EMAIL_USE_SSL": False}),
    ],
)
def test_mail_settings_come_from_one_address(url: str, wanted: dict[str, object]) -> None:
    assert wanted.items() <= environment.email({"EMAIL_URL": url}).items()


def test_seconds_from_least_to_most_are_read() -> None:
    assert environment.span({}, "PACE", (0.6, 1.2)) == (0.6, 1.2)
    assert environment.span({"PACE": "0.03, 0.08"}, "PACE", (0.6, 1.2)) == (0.03, 0.08)


@pytest.mark.parametrize("text", ["soon", "1", "2,1", "-1,1", "1,2,3", "nan,nan", "1,99"])
def test_other_spans_are_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="two numbers of seconds"):
        environment.span({"PACE": text}, "PACE", (0.6, 1.2))


def test_the_log_is_in_a_file_where_one_is_named(tmp_path: Path) -> None:
    done = start(tmp_path, "shell", "-c", "import logging; logging.getLogger('muggins').info('hello')",
                 MUGGINS_LOG_FILE=str(tmp_path / "site.log"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site.log").read_text().endswith("Z INFO muggins: hello\n")
    assert "muggins: hello" in done.stderr
    refused = start(tmp_path, "check", MUGGINS_LOG_DAYS="400")
    assert refused.returncode != 0
    assert "MUGGINS_LOG_DAYS" in refused.stderr
