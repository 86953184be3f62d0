"""The health check looks at the keeper, too; figures are served on a port of their own and name no stranger's words."""

from __future__ import annotations

import logging
import urllib.request
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from prometheus_client import REGISTRY

from games.models import KeeperBeat, Match
from games.services import keeper, timing
from games.vitals import vitals
from muggins_site import health, metrics, preparation
from muggins_site.desk import errors_since_start
from tests.cast import make_cast
from tests.site.test_serve import free_port
from tests.tables import make_move, open_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "keeper_name", "site")


@pytest.fixture
def figures() -> Iterator[str]:
    """The address at which figures are served."""
    port = free_port()
    stop, uncount = metrics.serve(port), metrics.count_errors()
    yield f"http://127.0.0.1:{port}/metrics"
    uncount()
    stop()


def read(address: str) -> dict[str, float]:
    with urllib.request.urlopen(address, timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")}


def test_without_a_keeper_of_its_own_a_process_is_well_while_the_database_answers(client: Client) -> None:
    assert (client.get("/healthz").status_code, client.get("/healthz").content) == (200, b"ok\n")


@pytest.mark.usefixtures("watched")
def test_the_site_is_well_only_while_its_keeper_beats(client: Client) -> None:
    assert client.get("/healthz").content == b"the keeper has not beaten ever\n"
    keeper.tick()
    assert client.get("/healthz").status_code == 200
    KeeperBeat.objects.update(at=timing.now() - timedelta(seconds=20))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"the keeper has not beaten for 20 seconds\n")


@pytest.mark.usefixtures("watched")
def test_a_site_that_starts_is_no_error_and_a_keeper_that_stopped_is(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/healthz").status_code == 503
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    keeper.tick()
    KeeperBeat.objects.update(at=timing.now() - timedelta(seconds=20))
    assert client.get("/healthz").status_code == 503
    assert caplog.records[-1].levelname == "ERROR"


def test_stuck_matches_and_a_late_keeper_are_seen() -> None:
    cast = make_cast()
    running, corrupt, _open = open_table(cast.alice, cast.bob), open_table(cast.carol, cast.dave), open_table(cast.eve)
    at = timing.now()
    Match.objects.filter(pk=running.pk).update(wake_at=at - timedelta(seconds=40))
    Match.objects.filter(pk=corrupt.pk).update(faults=1)
    found = vitals(at)
    assert (found.running, found.open, found.stuck, found.late) == (2, 1, 2, 40.0)


def test_figures_tell_of_matches_moves_requests_and_errors(figures: str, client: Client) -> None:
    cast = make_cast()
    match = open_table(cast.alice, cast.bob)
    before = read(figures)
    make_move(match)
    keeper.tick()
    logging.getLogger("games.services.faults").error("Match X cannot go on.")
    metrics.measured(lambda request: HttpResponse(status=503))(RequestFactory().get("/no-such/"))
    now = read(figures)
    grown = {name for name, value in now.items() if value > before.get(name, 0.0)}
    assert {
        'muggins_moves_total{by="person"}',
        'muggins_errors_total{logger="games"}',
        'muggins_request_seconds_count{method="GET",page="none",status="5xx"}',
    } <= grown
    assert (now["muggins_database_up"], now['muggins_matches{state="running"}'], now["muggins_matches_stuck"]) == (
        1,
        1,
        0,
    )
    assert now["muggins_keeper_beat_age_seconds"] < 5


def test_the_desk_tells_of_errors_where_no_figures_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    class Served:
        failure = ""

        def __init__(self, *args: object, **kwargs: object) -> None:
            pass

        def run(self) -> None:
            logging.getLogger("games.services.faults").error("Match X cannot go on.")

    monkeypatch.delenv("MUGGINS_METRICS_PORT", raising=False)
    monkeypatch.setattr(preparation, "prepare", lambda say: None)
    monkeypatch.setattr("muggins_site.server.SiteServer", Served)
    before = errors_since_start()
    call_command("serve")
    assert errors_since_start() == before + 1
    logging.getLogger("games.services.faults").error("Nobody counts any more.")
    assert errors_since_start() == before + 1


def test_labels_are_never_what_a_stranger_wrote() -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404)

    for number in range(5):
        metrics.measured(answer)(RequestFactory().generic(f"VERB{number}", f"/evil/{number}/"))
    labels = {tuple(sample.labels.values()) for family in REGISTRY.collect() for sample in family.samples}
    assert not [words for words in labels if any("VERB" in word or "evil" in word for word in words)]


def test_no_page_of_the_site_shows_figures(client: Client) -> None:
    assert [client.get(path).status_code for path in ("/metrics", "/metrics/")] == [404, 404]
