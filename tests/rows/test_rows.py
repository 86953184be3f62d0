"""Section B of CHECKS over HTTP: every row, and what holds for all of them.

The stated status; no traceback and no hidden tile; nothing changed in the database but what the row names; one line in
the log at most.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from games.rules.tiles import Tile
from muggins_site import counting
from tests.pages.secrets import hidden_from, leaks
from tests.rows import accounts, bodies, company, moves, pages, tables
from tests.rows.digest import changed, digest
from tests.rows.scenes import build
from tests.rows.table import Row, World
from tests.tables import fresh, sight

pytestmark = pytest.mark.django_db

ROWS: list[Row] = [*moves.ROWS, *tables.ROWS, *pages.ROWS, *accounts.ROWS, *company.ROWS, *bodies.ROWS]
#: Pages of refusals show the same tile to everybody.
DECORATION = re.compile(r'<svg class="scene".*?</svg>', re.DOTALL)
BROKEN = ("Traceback (most recent call last)", "Exception Value", "Request Method:", "/site-packages/", "SECRET_KEY")


@pytest.fixture(scope="module")
def scene(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """A scene is built once for all of its rows, each of which is undone."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build(request.param)
        transaction.set_rollback(True)


@pytest.fixture
def world(scene: World) -> World:
    """The scene with browsers of its own; what is written is undone with the test's own savepoint."""
    return replace(scene, words=dict(scene.words), clients={})


@pytest.mark.parametrize(
    "scene, row",
    [pytest.param(row.scene, row, id=row.id) for row in ROWS],
    indirect=["scene"],
    scope="module",
)
def test_row(world: World, row: Row, caplog: pytest.LogCaptureFixture) -> None:
    for step in row.first:
        if callable(step):
            step(world)
        else:
            step.send(world)
    world.client(row.ask.viewer)
    before = digest()
    counting._told.clear()  # what is said once a minute is said now
    caplog.clear()
    with caplog.at_level(logging.INFO, "muggins"):
        answer = row.ask.send(world)
    body = answer.getvalue().decode("utf-8", "replace")
    assert answer.status_code in row.statuses, body[-2000:]
    assert changed(before, digest()) - set(row.changes) == set()
    assert len(caplog.records) <= 1, caplog.text
    assert [word for word in BROKEN if word in body] == []
    assert leaks(DECORATION.sub("", body), hidden(world, row)) == []
    assert row.says in body
    if row.also is not None:
        row.also(world, answer)


def hidden(world: World, row: Row) -> set[Tile]:
    """The tiles that the row's viewer may not know; none while no round is played, nor elsewhere."""
    match = fresh(world.match)
    if match.turn_seat is None or not {"{code}", "{id}"} & set(re.findall(r"{\w+}", row.ask.path)):
        return set()
    user = getattr(world.cast, row.ask.viewer.lower()) if row.ask.viewer else None
    seat = match.seats.filter(user=user).first() if user is not None else None
    return hidden_from(sight(match, seat.index if seat is not None else None))


def test_no_row_hides_another() -> None:
    names = [row.id for row in ROWS]
    assert sorted(names) == sorted(set(names))
