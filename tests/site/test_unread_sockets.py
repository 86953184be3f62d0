"""A socket whose other end does not read is cut before it fills the memory (CHECKS A33)."""

from __future__ import annotations

import pytest
from autobahn.twisted.websocket import WebSocketServerProtocol
from twisted.internet.abstract import FileDescriptor

from muggins_site.server import MOST_UNSENT, SmallInbox


class Line(FileDescriptor):
    """A transport of Twisted's that nobody empties."""

    def __init__(self) -> None:
        super().__init__(reactor=self)
        self.connected, self.cut = 1, False

    def addWriter(self, _writer: object) -> None:
        """The reactor would send now."""

    def abortConnection(self) -> None:
        self.cut = True


def test_what_nobody_reads_is_cut_at_a_megabyte_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:  # A33
    inbox, line = SmallInbox(), Line()
    inbox.transport, inbox.maxMessagePayloadSize = line, 8192
    monkeypatch.setattr(WebSocketServerProtocol, "sendMessage", lambda self, payload, *_: line.write(payload))
    redraw, sent = b"x" * 50_000, 0
    while not line.cut:
        inbox.sendMessage(redraw)
        sent += len(redraw)
        assert sent < 2 * MOST_UNSENT
    assert sent > MOST_UNSENT
