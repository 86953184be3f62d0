"""Finds a Chromium for the browser tests, or gets one: `python -m tests.chromium` prints its path."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The headless shell first: the same engine without windows needs two thirds of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)


def find() -> str | None:
    """The path of a Chromium on this machine: $CHROMIUM, the usual names, or Playwright's own."""
    asked = os.environ.get("CHROMIUM")
    if asked:
        return shutil.which(asked)
    on_path = next(filter(None, map(shutil.which, NAMES)), None)
    return on_path or _playwrights()


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def get() -> None:
    """Install one, from the system's packages as root, else Playwright's."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-q"], check=False, **quiet)
        for package in ("chromium-headless-shell", "chromium"):
            if subprocess.run(["apt-get", "install", "-qy", package], check=False, **quiet).returncode == 0:
                return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, stdout=sys.stderr)


def main() -> None:
    path = find()
    if not path and not os.environ.get("CHROMIUM"):
        print("No Chromium found; installing one ...", file=sys.stderr)
        get()
        path = find()
    if not path:
        sys.exit(
            "The browser tests need a Chromium, and none was found or could be installed. "
            "Install one (Debian: apt install chromium), or name it: CHROMIUM=/path/to/chromium make test"
        )
    print(path)


if __name__ == "__main__":
    main()
