"""Bodies that would fill the disk or never end: cut before anything of the site sees them (CHECKS B26).

Daphne takes in a whole body before it asks what the site thinks of it. `muggins_site.gate` has the finer limits.
"""

from typing import Any

from daphne.http_protocol import WebRequest
from django.conf import settings
from twisted.internet import reactor

MOST = max(settings.MAX_BODY_BYTES, settings.MAX_UPLOAD_BYTES)
#: Seconds in which a body has to be here, however slowly it comes.
BODY_SECONDS = 60.0
_ANSWER = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class SmallBody(WebRequest):
    """A request whose body has a size and a time, and that says once which host it is for."""

    got = 0
    cut = False
    waiting: Any = None

    def gotLength(self, length: int | None) -> None:
        super().gotLength(length)
        self.waiting = reactor.callLater(BODY_SECONDS, self._cut, b"408 Request Timeout")  # type: ignore[arg-type]
        if length is not None and length > MOST:
            self._cut(b"413 Content Too Large")

    def handleContentChunk(self, data: bytes) -> None:
        self.got += len(data)
        if self.got > MOST:
            self._cut(b"413 Content Too Large")
        if not self.cut:
            super().handleContentChunk(data)

    def process(self) -> Any:
        self._stop_waiting()
        if len(self.requestHeaders.getRawHeaders(b"host", [])) != 1:  # nor would a proxy's caches know whose page it is
            self._cut(b"400 Bad Request")
        return None if self.cut else super().process()

    def connectionLost(self, reason: Any) -> None:
        self._stop_waiting()
        super().connectionLost(reason)

    def _cut(self, status: bytes) -> None:
        if self.cut:
            return
        self.cut = True
        self._stop_waiting()
        self.channel.transport.write(_ANSWER % status)
        self.channel.loseConnection()

    def _stop_waiting(self) -> None:
        if self.waiting is not None and self.waiting.active():
            self.waiting.cancel()


def small_bodies(build: Any) -> Any:
    """The `buildProtocol` of daphne's factory, whose requests are SmallBody."""

    def built(address: Any) -> Any:
        protocol = build(address)
        protocol.requestFactory = SmallBody
        return protocol

    return built
