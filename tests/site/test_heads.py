"""A head that comes by a byte now and then is cut in time; whoever sends whole ones is not. # A34, B26"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from daphne.http_protocol import HTTPFactory
from twisted.internet import address, error, task
from twisted.internet.testing import StringTransport
from twisted.python import failure

from muggins_site import bodies

GET = b"GET / HTTP/1.1\r\nHost: club.example\r\n\r\n"
Line = tuple[Any, StringTransport, task.Clock]


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    """A connection to the site's side of it: what it is sent, what it says, and its clock."""
    clock = task.Clock()
    monkeypatch.setattr(bodies, "reactor", clock)
    protocol = bodies.small_bodies(HTTPFactory(mock.MagicMock(server_name="", request_buffer_size=8192)).buildProtocol)(
        address.IPv4Address("TCP", "127.0.0.1", 5000)
    )
    transport = StringTransport()
    protocol.makeConnection(transport)
    yield protocol, transport, clock
    protocol.connectionLost(failure.Failure(error.ConnectionDone()))


def trickle(line: Line, seconds: float) -> None:
    """A header every second, and no end of them."""
    protocol, _transport, clock = line
    for _ in range(int(seconds)):
        protocol.dataReceived(b"X-More: y\r\n")
        clock.advance(1)


def test_a_head_without_end_is_cut(line: Line) -> None:
    protocol, transport, _clock = line
    protocol.dataReceived(b"GET / HTTP/1.1\r\n")
    trickle(line, bodies.HEAD_SECONDS - 1)
    assert not transport.disconnecting
    trickle(line, 2)
    assert transport.disconnecting
    assert transport.value().startswith(b"HTTP/1.1 408 ")


def test_half_a_handshake_is_given_up_after_five_seconds(line: Line) -> None:  # B49
    protocol, transport, clock = line
    protocol.dataReceived(b"GET /ws/lobby/ HTTP/1.1\r\nHost: club.example\r\nUpgrade: websocket\r\n")
    clock.advance(5)
    assert transport.disconnecting


def test_a_whole_head_may_take_its_time_to_be_answered(line: Line) -> None:
    protocol, transport, clock = line
    protocol.dataReceived(GET)
    clock.advance(bodies.HEAD_SECONDS * 3)
    assert not transport.disconnecting


def test_the_second_head_on_a_line_has_its_own_time(line: Line) -> None:
    protocol, transport, clock = line
    protocol.dataReceived(GET)
    request = protocol._channel.requests[0]
    clock.advance(bodies.HEAD_SECONDS * 3)
    request.write(b"")
    request.finish()
    clock.advance(5)
    assert not transport.disconnecting
    protocol.dataReceived(b"GE")
    clock.advance(bodies.HEAD_SECONDS + 1)
    assert transport.disconnecting


def test_a_line_that_is_gone_leaves_no_clock_running(line: Line) -> None:
    protocol, _transport, clock = line
    protocol.dataReceived(b"GET / HT")
    protocol.connectionLost(failure.Failure(error.ConnectionDone()))
    assert clock.getDelayedCalls() == []
