"""Heads that never end, bodies that never end or would fill the disk: cut before the site sees them (CHECKS A34, B26).

Twisted closes what is silent, but would take in for days what comes by a byte a minute; and daphne takes in a whole
body before it asks what the site thinks of it. `muggins_site.gate` has the finer limits.
"""

from functools import partial
from typing import Any

from daphne.http_protocol import WebRequest
from django.conf import settings
from twisted.internet import reactor

MOST = max(settings.MAX_BODY_BYTES, settings.MAX_UPLOAD_BYTES)
#: Seconds in which a body has to be here, however slowly it comes.
BODY_SECONDS = 60.0
#: Seconds in which a head has to be here, from its first byte; that of a socket's handshake, too.
HEAD_SECONDS = 5.0
#: Headers of a request: browsers send twenty, and proxies a few more.
MOST_HEADERS = 100
_ANSWER = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Head:
    """The time that is left for the head that a connection is sending; none runs while a request is on its way."""

    def __init__(self, protocol: Any) -> None:
        self.protocol = protocol
        self.busy = False
        self.waiting: Any = None

    def begin(self) -> None:
        """Something has come in."""
        if not self.busy and self.waiting is None:
            self.waiting = reactor.callLater(HEAD_SECONDS, self._cut)  # type: ignore[arg-type]

    def whole(self) -> None:
        """The head is here, and what belongs to it follows."""
        self.busy = True
        self.over()

    def answered(self) -> None:
        """The next head may come."""
        self.busy = False

    def over(self) -> None:
        if self.waiting is not None and self.waiting.active():
            self.waiting.cancel()
        self.waiting = None

    def _cut(self) -> None:
        transport = self.protocol._channel.transport
        transport.write(_ANSWER % b"408 Request Timeout")
        transport.loseConnection()


def _is_clear(headers: Any) -> bool:
    """Whether everybody between would read this head as we do: one host, one way to tell where the body ends."""
    hosts, codings = (headers.getRawHeaders(name, []) for name in (b"host", b"transfer-encoding"))
    many = sum(len(values) for _name, values in headers.getAllRawHeaders()) > MOST_HEADERS
    return len(hosts) == 1 and not many and [each.lower() for each in codings] in ([], [b"chunked"])


class SmallBody(WebRequest):
    """A request whose head and body have a time, whose body has a size, and whose head can be read in one way."""

    got = 0
    cut = False
    waiting: Any = None

    def __init__(self, *args: Any, head: Head) -> None:
        super().__init__(*args)
        self.head = head

    def gotLength(self, length: int | None) -> None:
        self.head.whole()
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
        if not _is_clear(self.requestHeaders):
            self._cut(b"400 Bad Request")
        return None if self.cut else super().process()

    def finish(self) -> None:
        super().finish()
        self.head.answered()

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
    """The `buildProtocol` of daphne's factory, whose requests are SmallBody, each with a Head before it."""

    def built(address: Any) -> Any:
        protocol = build(address)
        head = Head(protocol)
        protocol.requestFactory = partial(SmallBody, head=head)
        received, lost = protocol.dataReceived, protocol.connectionLost

        def take(data: bytes) -> None:
            head.begin()
            received(data)

        def leave(reason: Any) -> None:
            head.over()
            lost(reason)

        protocol.dataReceived, protocol.connectionLost = take, leave
        return protocol

    return built
