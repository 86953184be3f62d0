"""Static files: named by their content at set-up, kept for ever by browsers, and answered before Django is asked.

docs/decisions/0042-static-files-before-django.md says why WhiteNoise's own middleware is not in the chain.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise import WhiteNoise
from whitenoise.responders import Response
from whitenoise.storage import CompressedManifestStaticFilesStorage

_HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
_ASKED = {
    b"accept-encoding": "HTTP_ACCEPT_ENCODING",
    b"if-modified-since": "HTTP_IF_MODIFIED_SINCE",
    b"if-none-match": "HTTP_IF_NONE_MATCH",
    b"range": "HTTP_RANGE",
}


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Hashed names; a name without a file (a font that could not be cut) stays as it is and breaks no page."""

    manifest_strict = False

    def compress_files(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        # The admin's 300 files take half a minute to compress and are asked for by the few who run the site.
        return super().compress_files(name for name in names if not name.startswith("admin/"))

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        try:
            return super().hashed_name(name, content, filename)
        except ValueError:
            if "/fonts/" in f"/{name}" or "fonts/" in (filename or ""):
                return name
            raise


class StaticFiles:
    """The collected files as an ASGI application, with WhiteNoise for types, encodings, ranges and conditions."""

    def __init__(self, root: Path, prefix: str) -> None:
        self.prefix = prefix
        self.files: dict[str, Any] = {}
        if root.is_dir():
            self.files = WhiteNoise(
                None,
                root,
                prefix,
                allow_all_origins=False,
                immutable_file_test=lambda path, url: bool(_HASHED.search(url)),
            ).files

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        found = self.files.get(scope["path"])
        if found is None:
            await answer(send, 404, b"There is nothing at this address.\n")
            return
        asked = {_ASKED[key]: value.decode("latin-1") for key, value in scope["headers"] if key in _ASKED}
        response: Response = found.get_response(scope["method"], asked)
        body = b""
        if response.file is not None:
            with response.file as file:  # a few tens of kilobytes, warm in the system's cache
                body = file.read()
        headers = [(key.lower().encode(), value.encode("latin-1")) for key, value in response.headers]
        await send({"type": "http.response.start", "status": int(response.status), "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def answer(send: Any, status: int, text: bytes) -> None:
    """A short answer in plain text."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(text)),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def collected() -> StaticFiles:
    """The files that `prepare` collected; asked for once, at start."""
    return StaticFiles(Path(settings.STATIC_ROOT), settings.STATIC_URL)
