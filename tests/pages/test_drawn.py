"""Whoever sees the same shares a drawing: a move is drawn once for its mover, and a crowd's table once for all."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from accounts.prefs import Prefs
from games.models import Match, Seat
from games.presenters.tally import tally
from games.rules.ruleset import preset
from games.templatetags.kept import kept
from games.views import drawn, rendering
from games.views.drawn import draw, draw_since, shelf
from tests.cast import Cast
from tests.pages.sockets import communicator, told
from tests.pages.test_sockets import session_of
from tests.tables import make_move, open_table, sight

pytestmark = pytest.mark.django_db(transaction=True)
sync = database_sync_to_async
WATCHER = AnonymousUser()


@pytest.fixture
def match(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a table has been drawn for whom."""
    count: Counter[str] = Counter()

    def counted(code: str, user: Any, prefs: Prefs, since: int | None = None) -> Any:
        count[str(user)] += 1
        return rendering.table_page(code, user, prefs, since=since)

    monkeypatch.setattr(drawn, "table_page", counted)
    monkeypatch.setattr(drawn, "FRESH_SECONDS", 3600)  # a slow machine draws no more often
    return count


def test_a_crowd_shares_one_drawing(match: Match, drawings: Counter[str]) -> None:
    seen = [draw_since(match.code, WATCHER, Prefs(), match.version) for _ in range(50)]
    assert drawings.total() == 1
    assert len({one.html for one in seen}) == 1


def test_each_player_gets_his_own(match: Match, cast: Cast, drawings: Counter[str]) -> None:
    ours = [draw_since(match.code, user, Prefs(), 0).html for user in (cast.alice, cast.bob, WATCHER)]
    assert drawings.total() == 3
    assert len(set(ours)) == 3


def test_other_choices_are_another_drawing(match: Match, cast: Cast, drawings: Counter[str]) -> None:
    for prefs in (Prefs(), Prefs(sort="weight"), Prefs()):
        draw_since(match.code, cast.alice, prefs, 0)
    assert drawings.total() == 2


def test_a_newer_version_is_drawn_anew(match: Match, drawings: Counter[str]) -> None:
    draw_since(match.code, WATCHER, Prefs(), match.version)
    played = make_move(match)
    assert draw_since(match.code, WATCHER, Prefs(), played.version).page.version >= played.version
    assert drawings.total() == 2


def test_after_a_moment_it_is_drawn_anew(match: Match, drawings: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = draw(match.code, WATCHER, Prefs())
    monkeypatch.setattr(drawn.time, "monotonic", lambda: first.began + drawn.FRESH_SECONDS + 0.01)
    draw_since(match.code, WATCHER, Prefs(), 0)
    assert drawings.total() == 2


def test_a_drawing_that_is_sent_late_has_less_on_its_clock(
    cast: Cast, drawings: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(cast.alice, cast.bob, turn_seconds=90)
    first = draw(match.code, WATCHER, Prefs())
    assert first.page.clock is not None
    left = first.page.clock.left_ms
    monkeypatch.setattr(drawn.time, "monotonic", lambda: first.began + 0.5)
    assert f' data-left="{left - 500}"' in first.now()
    assert first.now().replace(f'data-left="{left - 500}"', f'data-left="{left}"') == first.html
    monkeypatch.setattr(drawn.time, "monotonic", lambda: first.began + 3600)
    assert ' data-left="0"' in first.now()


def _move(match: Match, client: Client) -> tuple[User, str]:
    """A move by form, as a script sends it: who made it, and the answer."""
    seat = Seat.objects.select_related("user").get(match=match, index=match.turn_seat)
    assert seat.user is not None
    client.force_login(seat.user)
    form = {"move": str(sight(match, seat.index).legal[0]), "version": match.version, "key": "one"}
    answer = client.post(f"/t/{match.code}/play/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return seat.user, answer.content.decode()


def test_a_slow_drawing_does_not_replace_a_younger_one(match: Match) -> None:
    key = (match.code, None, "en", Prefs())
    older, younger = draw(match.code, WATCHER, Prefs()), draw(match.code, WATCHER, Prefs())
    shelf.put(key, older)
    assert shelf.get(key, 0) is younger


async def test_the_answer_to_a_move_is_what_the_movers_other_pages_are_sent(
    match: Match, cast: Cast, client: Client, drawings: Counter[str]
) -> None:
    mover = cast.alice if match.turn_seat == 0 else cast.bob
    talk = communicator(f"/ws/t/{match.code}/", mover, await sync(session_of)(mover))
    assert (await talk.connect(5))[0]
    await told(talk)
    drawings.clear()
    _mover, answer = await sync(_move)(match, client)
    frame = await told(talk)
    assert frame["html"] == answer
    assert drawings == {str(mover): 1}
    await talk.disconnect()


def test_while_he_is_answered_his_pages_know(cast: Cast) -> None:
    with shelf.answering("code", cast.alice.pk):
        with shelf.answering("code", cast.alice.pk):
            pass
        assert shelf.is_answering("code", cast.alice.pk)
        assert not shelf.is_answering("code", cast.bob.pk)
        assert not shelf.is_answering("code", None)
    assert not shelf.is_answering("code", cast.alice.pk)


def test_a_kept_part_is_what_its_partial_draws() -> None:
    name, ruleset = "games/partials/_table_tally.html", preset("pagat", 2)
    for points in (0, 15, 15, 50):
        value = tally(points, ruleset)
        assert value is not None
        assert kept(name, tally=value) == render_to_string(name, {"tally": value})
