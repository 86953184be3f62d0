"""A deal that many play is not read at the desk by who could still play it; who has it opened only practises. # C14"""

from __future__ import annotations

from html import escape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, User
from games import fixed
from games.models import Match, Prescription
from games.rules.ruleset import preset
from games.services import fixed_deals
from games.services.opened import OPEN_HANDS
from tests.cast import Cast
from tests.desk.test_desk import act, review
from tests.games.test_fixed_deals import at_midnight, tried
from tests.tables import Clock, texts

pytestmark = pytest.mark.django_db
SEALED = "You could still play this deal yourself"


@pytest.fixture
def over(cast: Cast, clock: Clock) -> Match:
    """Alice's try at today's classic deal, to its end."""
    return tried(fixed_deals.deals_of(fixed_deals.today())[0], cast.alice, clock)


def told_of(desk: Client, match: Match) -> list[str]:
    """Where the desk tells a tile of this match's round."""
    row = match.rounds.get()
    pages = {
        "review": review(match),
        "a move of it": f"{review(match)}?move=1.3",
        "match": reverse("admin:games_match_change", args=[match.pk]),
        "round": reverse("admin:games_round_change", args=[row.pk]),
        "moves": f"{reverse('admin:games_move_changelist')}?q={match.code}",
        "move": reverse("admin:games_move_change", args=[match.moves.filter(text__contains=">")[0].pk]),
    }
    got = {name: desk.get(page) for name, page in pages.items()}
    assert got["a move of it"].status_code in (200, 404)
    shown = {name: answer.content.decode() for name, answer in got.items()}
    marks = [row.tiles, *(escape(text) for text in texts(match) if ">" in text), 'class="board']
    return [name for name, text in shown.items() if any(mark in text for mark in marks)]


def test_nothing_of_it_is_shown_until_the_day_is_over(desk: Client, over: Match, clock: Clock) -> None:
    page = desk.get(review(over)).content.decode()
    assert SEALED in page
    assert "There is no position to show." not in page
    assert told_of(desk, over) == []
    at_midnight(clock)
    assert told_of(desk, over) == ["review", "a move of it", "round", "moves", "move"]


def test_who_has_it_opened_with_a_reason_plays_for_practice(
    desk: Client, olga: User, over: Match, clock: Clock
) -> None:
    assert act(over, "hands") in desk.get(review(over)).content.decode()
    assert desk.post(act(over, "hands"), {"reason": "Alice says that it was miscounted."}).status_code == 302
    assert AuditEntry.objects.get(act=OPEN_HANDS).details["deal"] == Prescription.objects.get(match=over).deal_id
    page = desk.get(review(over)).content.decode()
    assert SEALED not in page
    assert 'class="board' in page
    assert act(over, "hands") not in page
    deal = fixed_deals.deals_of(fixed_deals.today())[0]
    assert not Prescription.objects.get(match=fixed_deals.play_deal(user=olga, deal=deal)).counted


def test_who_has_not_looked_has_a_try_that_counts_and_sees_it_then(
    desk: Client, olga: User, over: Match, clock: Clock
) -> None:
    desk.get(review(over))
    deal = fixed_deals.deals_of(fixed_deals.today())[0]
    own = tried(deal, olga, clock)
    assert Prescription.objects.get(match=own).counted
    assert SEALED not in desk.get(review(over)).content.decode()


def test_a_deal_with_a_code_stays_sealed_for_who_has_not_played_it(desk: Client, cast: Cast, clock: Clock) -> None:
    deal = fixed_deals.new_code(user=cast.alice, ruleset=preset("pagat", 2))
    match = tried(deal, cast.bob, clock)
    at_midnight(clock)
    assert fixed.sealed_deal(match) == deal
    assert told_of(desk, match) == []
