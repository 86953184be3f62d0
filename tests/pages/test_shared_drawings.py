"""What is kept of drawings tells nobody anything: each viewer gets, to the byte, what he gets where nothing is kept.

Sentences, parts, boards, readings and whole drawings are shared (0190, 0234) between persons who know different things:
here they all look in turn, in both languages, at one table, and at roles that change. # C14
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from accounts import company
from accounts.models import User
from accounts.prefs import Prefs
from games import recent, selectors
from games.models import Match
from games.services import peeking, seating, talk
from games.templatetags.kept import _drawn
from games.views import drawn
from games.views.drawn import draw_since
from tests.cast import Cast
from tests.pages.secrets import hidden_from, leaks
from tests.tables import close_window, fresh, make_move, open_table, rules, sight, token_of

LANGUAGES = ("en", "pt-br")
Viewer = User | AnonymousUser


def caches() -> Iterator[Any]:
    """Every cache of a function of the game, those behind `remembered` among them."""
    for name, module in list(sys.modules.items()):
        for each in vars(module).values() if name.startswith("games.") else ():
            inner = [cell.cell_contents for cell in getattr(each, "__closure__", None) or ()]
            yield from (found for found in (each, *inner) if hasattr(found, "cache_clear"))


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Nothing is kept when this has been called; what is kept afterwards stays new for as long as the test takes."""
    for module in (drawn, recent):
        monkeypatch.setattr(module, "FRESH_SECONDS", 3600.0)
    ours = {id(each): each for each in caches()}
    assert id(_drawn) in ours
    assert len(ours) > 30

    def nothing_kept() -> None:
        monkeypatch.setattr(drawn, "shelf", drawn._Shelf())
        monkeypatch.setattr(selectors, "recent", recent.Recent())
        for each in ours.values():
            each.cache_clear()

    return nothing_kept


def seen(match: Match, viewer: Viewer, language: str) -> str:
    """The table as a push brings it."""
    with translation.override(language):
        return draw_since(match.code, viewer, Prefs(), fresh(match).version).html


def all_look(match: Match, viewers: list[Viewer], forget: Callable[[], None]) -> dict[tuple[int, str], str]:
    """Everybody after everybody else, twice; then each alone, with nothing kept: the same."""
    looks = [(place, language) for place in range(len(viewers)) for language in LANGUAGES]
    forget()
    first = {look: seen(match, viewers[look[0]], look[1]) for look in looks}
    again = {look: seen(match, viewers[look[0]], look[1]) for look in reversed(looks)}
    for place, language in looks:
        forget()
        alone = seen(match, viewers[place], language)
        assert alone == first[place, language] == again[place, language], (viewers[place], language)
    return first


def staff() -> User:
    return User.objects.create_superuser("Olga")


@pytest.mark.parametrize("name", ["pagat", "muggins"])
def test_partners_opponents_watchers_and_staff_see_what_they_would_see_alone(
    cast: Cast, forget: Callable[[], None], name: str
) -> None:
    match = open_table(*cast.seated(4), ruleset=rules(name, players=4, partners=True))
    talk.say(match_id=match.pk, user=cast.dave, phrase="hello")
    company.decide(by=cast.alice, user=cast.dave, act=company.Act.MUTE)
    company.decide(by=cast.eve, user=cast.carol, act=company.Act.BLOCK)
    seated: list[Viewer] = list(cast.seated(4))
    viewers = [*seated, cast.eve, staff(), AnonymousUser()]
    for turn in (0, 3):
        viewers = viewers[turn:] + viewers[:turn]  # whoever looks first leaves the most behind
        looks = all_look(match, viewers, forget)
        for (place, language), html in looks.items():
            viewer = viewers[place]
            seat = seated.index(viewer) if viewer in seated else None
            with translation.override(language):  # the words for tiles are this language's
                assert leaks(html, hidden_from(sight(match, seat))) == []
            assert ('class="said"' in html) is (viewer != cast.alice)
        make_move(match)
        if fresh(match).window_open:  # the points can be called: nobody is told what they were
            all_look(match, [viewers[0], viewers[-1]], forget)
            close_window(match)


def test_who_sits_down_gets_up_and_comes_back_sees_what_is_his_then(cast: Cast, forget: Callable[[], None]) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(players=3))
    viewers: list[Viewer] = [cast.eve, cast.alice, cast.bob, AnonymousUser()]
    token = token_of(match)
    before = all_look(match, viewers, forget)
    assert token
    assert token not in before[0, "en"]
    assert token in before[1, "en"]
    watching = seen(match, cast.eve, "en")
    seating.take_seat(match_id=match.pk, user=cast.eve, token=token)
    assert seen(match, cast.eve, "en") != watching
    for act in (seating.leave, seating.come_back):
        looks = all_look(match, viewers, forget)
        for place, seat in ((0, 2), (1, 0), (2, 1), (3, None)):
            assert leaks(looks[place, "en"], hidden_from(sight(match, seat))) == []
        act(match_id=match.pk, user=cast.eve)
    all_look(match, viewers, forget)


def test_staff_who_asked_for_the_hands_see_them_at_the_desk_alone(cast: Cast, forget: Callable[[], None]) -> None:
    match, olga = open_table(cast.alice, cast.bob), staff()
    peeking.open_hands(actor=olga, match=match, reason="They say that it hangs.")
    looks = all_look(match, [olga, cast.eve, cast.alice], forget)
    for place, seat in ((0, None), (1, None), (2, 0)):
        assert leaks(looks[place, "en"], hidden_from(sight(match, seat))) == []


def test_the_comparison_would_find_what_is_shared_wrongly(
    cast: Cast, forget: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawings that forget for whom they are do not pass."""
    match = open_table(cast.alice, cast.bob)
    get, put = drawn._Shelf.get, drawn._Shelf.put
    monkeypatch.setattr(drawn._Shelf, "put", lambda self, key, one: put(self, (key[0], None, *key[2:]), one))
    monkeypatch.setattr(drawn._Shelf, "get", lambda self, key, at: get(self, (key[0], None, *key[2:]), at))
    with pytest.raises(AssertionError):
        all_look(match, [cast.alice, cast.bob], forget)
