"""Figures for Prometheus, on a port of their own that listens on the loopback address alone.

A path of the site itself would be one slip of a proxy away from the public: see docs/decisions/0186.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.services import timing
from games.vitals import vitals

App = Callable[..., Awaitable[None]]

HOST = "127.0.0.1"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.35, 0.5, 1, 2, 5, 10)

REQUESTS = Histogram(
    "muggins_request_seconds",
    "How long answers took, by the page's name.",
    ["page", "method", "status"],
    buckets=BUCKETS,
)
ERRORS = Counter("muggins_errors", "Lines of the log at level ERROR or above, by their first name.", ["logger"])
SOCKETS = Gauge("muggins_sockets", "Open sockets of tables and of the lobby.")
METHODS = frozenset({"GET", "HEAD", "POST"})


def measured(answer: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """The same, with its time noted. Labels are names of ours, never what a stranger wrote: their number is bounded."""

    @wraps(answer)
    def timed(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = answer(request)
        found = request.resolver_match
        page = found.view_name if found and found.view_name else "none"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(page, method, f"{response.status_code // 100}xx").observe(time.perf_counter() - began)
        return response

    return timed


def counted(sockets: App) -> App:
    """The same, with the number of those that are open noted."""

    async def count(scope: dict[str, Any], receive: Any, send: Any) -> None:
        with SOCKETS.track_inprogress():
            await sockets(scope, receive, send)

    return count


class CountErrors(logging.Handler):
    """Counts what the log says went wrong."""

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.labels(record.name.split(".")[0]).inc()


class Rows(Collector):
    """What is read from the database when it is asked for."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges; `muggins_database_up` alone while the database is away."""
        try:
            with _borrowed_connection():
                now = vitals(timing.now())
        except DatabaseError:
            yield GaugeMetricFamily("muggins_database_up", "Whether the database answers.", value=0)
            return
        yield GaugeMetricFamily("muggins_database_up", "Whether the database answers.", value=1)
        matches = GaugeMetricFamily("muggins_matches", "Matches that are not over.", labels=["state"])
        matches.add_metric(["running"], now.running)
        matches.add_metric(["open"], now.open)
        yield matches
        yield GaugeMetricFamily("muggins_matches_stuck", "Matches that do not go on: none, ever.", value=now.stuck)
        yield GaugeMetricFamily("muggins_keeper_late_seconds", "How long the most overdue match waits.", value=now.late)
        if now.beat is not None:
            yield GaugeMetricFamily("muggins_keeper_beat_age_seconds", "Time since the last beat.", value=now.beat)


@contextmanager
def _borrowed_connection() -> Iterator[None]:
    """This thread's connection is not kept: the next question may come from another thread."""
    try:
        yield
    finally:
        if not connection.in_atomic_block:
            connection.close()


def count_errors() -> Callable[[], None]:
    """Count errors until the returned function is called: the desk tells of them, served or not."""
    counting = CountErrors(logging.ERROR)
    logging.getLogger().addHandler(counting)
    return lambda: logging.getLogger().removeHandler(counting)


def serve(port: int) -> Callable[[], None]:
    """Answer `GET /metrics` on the loopback address until the returned function is called. OSError."""
    rows = Rows()
    server, thread = start_http_server(port, HOST)
    REGISTRY.register(rows)

    def stop() -> None:
        REGISTRY.unregister(rows)
        server.shutdown()
        server.server_close()
        thread.join(5)

    return stop
