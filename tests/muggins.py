"""Tables where points are called («Muggins!»), for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from games import robots
from games.models import Call, Match, Move
from games.rules.ruleset import Ruleset
from games.selectors import TableData, WindowData, table_view
from games.services import calling, keeper
from tests.cast import Cast
from tests.tables import Clock, dealing, fresh, make_move, new_key, open_table, rules

#: Deals by the number of players. Seat 0 leads; 55 makes 10, 50 makes 5, 64 makes 10, 21 makes nothing.
DEALS = {
    2: "55 50 64 41 31 21 20 10 11 66 65 63 62 61 60 54 53 52",
    3: "55 50 64 41 31 21 20 66 65 63 62 61 60 11 54 53 52 51 44 43 42",
    4: "55 50 64 41 21 66 65 63 62 61 54 53 52 51 44 43 42 33 32 30",
}


def called(name: str = "pagat", players: int = 2, **settings: Any) -> Ruleset:
    """A preset whose points are called."""
    return rules(name, players, calling="muggins", **settings)


def led(
    cast: Cast,
    players: int = 2,
    lead: str = "55",
    *,
    claim: int | str | None = None,
    key: str = "",
    ruleset: Ruleset | None = None,
    **settings: Any,
) -> Match:
    """Alice has led a tile and claimed so much; the window is open, and whoever sits on seat 1 is next."""
    with dealing(DEALS[players]):
        match = open_table(*cast.seated(players), ruleset=ruleset or called(players=players), **settings)
    make_move(match, cast.alice, lead, key=key, claim=claim)
    return fresh(match)


def call(match: Match, user: User, points: int | str, version: int | None = None, key: str = "") -> calling.Answer:
    """This person calls upon the play that made the present turn, unless told otherwise."""
    return calling.call_muggins(
        match_id=match.pk,
        user=user,
        points=points,
        version=fresh(match).turn_version if version is None else version,
        key=key or new_key(),
    )


def noticing(monkeypatch: pytest.MonkeyPatch, chance: float) -> None:
    """Every robot notices what it may call with this probability, and overlooks nothing of its own."""
    kinds = {key: replace(robot, notices=chance, overlooks=0.0) for key, robot in robots.KINDS.items()}
    monkeypatch.setattr(robots, "KINDS", kinds)


def close_by_time(match: Match, clock: Clock) -> Match:
    """The window's time passes by, and the keeper closes it."""
    clock.pass_by(match.ruleset["muggins_seconds"] + 1.1)
    keeper.tick()
    return fresh(match)


def window_of(match: Match, user: User | None) -> WindowData:
    """The open window as this viewer gets it."""
    window = view(match, user).window
    assert window is not None, "no window is open"
    return window


def view(match: Match, user: User | None) -> TableData:
    return table_view(match.code, user)


def scores(match: Match) -> list[str]:
    """The stored score of each side, as text."""
    return list(fresh(match).scores)


def last_play(match: Match) -> Move:
    """The row of the newest play."""
    return Move.objects.filter(match=match, text__regex=r"^[0-9]").latest("version")


def calls_of(match: Match) -> list[Call]:
    return list(Call.objects.filter(match=match).order_by("version"))
