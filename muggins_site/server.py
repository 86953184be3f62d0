"""Daphne with the site in it, and the keeper on its event loop."""

import asyncio
import faulthandler
import gc
import logging
from collections.abc import Callable
from typing import Any

from daphne.server import Server  # isort: skip  # first of the Twisted imports: it chooses the event loop
from autobahn.exception import Disconnected
from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.db import connection
from twisted.internet import defer, reactor

from games.services import keeper
from muggins_site import errands, health
from muggins_site.asgi import application
from muggins_site.bodies import small_bodies

logger = logging.getLogger("muggins.server")
GRACE = 5.0  # seconds for requests in flight when the server is asked to stop
LAST = 3 * GRACE  # seconds after which a process that has not ended says where it hangs, and is ended
MOST_UNSENT = 1024 * 1024  # bytes: several whole tables


def _unsent(transport: Any) -> int:
    """Bytes that wait in a transport of Twisted's for the other end to read."""
    return len(getattr(transport, "dataBuffer", b"")) + int(getattr(transport, "_tempDataLen", 0))


class SmallInbox(WebSocketProtocol):
    """A socket whose size limit holds for what comes in only: autobahn would refuse to send a whole table, too."""

    maxMessagePayloadSize: int

    def sendMessage(self, payload: bytes, *args: Any, **options: Any) -> None:
        if _unsent(self.transport) > MOST_UNSENT:
            # Nobody reads at the other end: what waits here would grow with each move of the table.
            self.transport.abortConnection()
            return
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(payload, *args, **options)
        except Disconnected:
            pass  # the other end has just gone; the consumer hears of it next, and has to live to put its things away
        finally:
            self.maxMessagePayloadSize = limit


class SiteServer(Server):
    """One process: HTTP, WebSocket and mostly the keeper. `failure` says why it could not listen."""

    def __init__(self, host: str, port: int, *, say: Callable[[str], object], with_keeper: bool = True) -> None:
        super().__init__(
            application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
            http_timeout=60,
            ping_interval=20,
            ping_timeout=25,  # looked at every two seconds: a dead line is cut off within fifty
            websocket_handshake_timeout=5,
            websocket_connect_timeout=5,
            websocket_max_message_size=settings.MAX_FRAME_BYTES,
            websocket_max_frame_size=settings.MAX_FRAME_BYTES,
            server_name="",
            ready_callable=self._ready,
        )
        self.host, self.port, self.say, self.with_keeper = host, port, say, with_keeper
        self.failure = ""
        health.watch_keeper("site" if with_keeper else "keeper")
        self.keeping: asyncio.Task[None] | None = None

    def listen_error(self, failure: Any) -> None:
        self.failure = f"Nothing can listen on {self._address()}: {failure.getErrorMessage()} Try another PORT."
        self.stop()

    def kill_all_applications(self) -> Any:
        """On the way out: no new connections, the keeper first, then what is in flight; sockets are simply dropped."""
        faulthandler.dump_traceback_later(LAST, exit=True)
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._wind_down()))

    def _ready(self) -> None:
        # Each thread keeps its connection: opening one costs SQLite more than all that a page asks for. One stays open
        # as long as the process: when the last one closes, SQLite folds its write-ahead log into the database and
        # removes it. On PostgreSQL it would only be one less in the pool, which keeps them open itself.
        if connection.vendor == "sqlite":
            connection.settings_dict["CONN_MAX_AGE"] = None  # the same settings for the connections of all threads
            connection.ensure_connection()
        # What has been loaded stays: looking through it again and again for garbage takes a twentieth of all work.
        gc.collect()
        gc.freeze()
        # Say why a socket is closed (1009 too big, 1007 not UTF-8) rather than cutting the line.
        self.ws_factory.setProtocolOptions(failByDrop=False)
        self.ws_factory.protocol = SmallInbox
        self.http_factory.buildProtocol = small_bodies(self.http_factory.buildProtocol)
        reactor.callWhenRunning(self._started)

    def _started(self) -> None:
        self.keeping = asyncio.ensure_future(self._keep())
        if self.with_keeper:
            errands.start()
        self.say(f"Muggins is at {self._address()} (Ctrl-C ends it).")

    def _address(self) -> str:
        return f"http://[{self.host}]:{self.port}" if ":" in self.host else f"http://{self.host}:{self.port}"

    async def _keep(self) -> None:
        while True:
            try:
                await (keeper.run() if self.with_keeper else keeper.heart())
            except Exception:
                logger.exception("The keeper stopped; it is started again.")
            await asyncio.sleep(1)

    async def _wind_down(self) -> None:
        for listener in self.listeners:
            listener.addCallback(lambda port: port.stopListening())
        running = {details.get("application_instance"): protocol for protocol, details in self.connections.items()}
        running.pop(None, None)
        requests = [task for task, protocol in running.items() if isinstance(protocol, WebRequest)]
        others = [task for task in [*running, self.keeping] if task and task not in requests]
        for task in others:
            task.cancel()
        if requests:
            _done, late = await asyncio.wait(requests, timeout=GRACE)
            for task in late:
                task.cancel()
        # Bounded: whatever does not heed its cancelling must not keep the process alive.
        if ending := [*others, *requests]:
            await asyncio.wait(ending, timeout=GRACE)
