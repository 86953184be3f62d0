"""Django behind ASGI with one change of thread a request."""

from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest

from muggins_site.metrics import measured
from muggins_site.threads import Threads


class OneHopHandler(ASGIHandler):
    """Runs the whole chain, middleware and view, as plain synchronous Django in the request's own thread.

    Django's own handler runs an asynchronous chain, in which most middlewares change to the thread and back, twice
    each: 20 changes for our list, and our views are synchronous anyway. See docs/decisions/0046.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._measured = measured(self.get_response)
        self._threads = Threads()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Django's own makes a new thread for each request."""
        with self._threads.borrowed() as executor:
            async with ThreadSensitiveContext(executor=executor):
                await self.handle(scope, receive, send)

    async def run_get_response(self, request: HttpRequest) -> Any:
        return await sync_to_async(self._measured, thread_sensitive=True)(request)
