"""A socket whose other end does not read is cut before it fills the memory (CHECKS A33), or has gone already."""

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


def test_what_is_said_to_who_has_just_gone_is_lost_without_a_word() -> None:
    """The consumer would die of it before it is told, and leave its groups, its place among the watchers, its log."""
    inbox, line = SmallInbox(), Line()
    inbox.transport, inbox.maxMessagePayloadSize, inbox.state = line, 8192, SmallInbox.STATE_CLOSED
    inbox.sendMessage(b"x" * 50_000)
    assert inbox.maxMessagePayloadSize == 8192
    assert not line.dataBuffer
    assert not line.cut
