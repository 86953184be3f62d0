"""A new name is told to whose it is, and stands at running tables at once."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import conduct, notices
from accounts.models import User
from tests.cast import Cast, make_cast
from tests.pages.sockets import communicator, told
from tests.tables import fresh, make_move, open_table

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_new_name_is_told_and_shown_while_they_play() -> None:
    cast: Cast = await sync_to_async(make_cast)()
    olga = await sync_to_async(User.objects.create_superuser)("Olga")
    match = await sync_to_async(open_table)(cast.alice, cast.bob)
    over = await sync_to_async(open_table)(cast.carol, cast.dave)
    page = communicator(f"/ws/t/{match.code}/")
    await page.connect(5)
    before = await told(page)
    assert "Alice" in before["html"]
    await sync_to_async(conduct.rename)(actor=olga, user=cast.alice, reason="Abusive.", name="Margaret")
    after = await told(page)
    assert after["version"] > before["version"]
    assert "Margaret" in after["html"]
    assert "Alice" not in after["html"]
    assert (await sync_to_async(fresh)(over)).version == over.version  # nobody else's table moves
    assert (await sync_to_async(make_move)(match)).version > after["version"]  # and playing goes on
    await page.disconnect()


def test_who_keeps_the_guests_matches_shows_the_new_name_at_once() -> None:
    client = Client()
    client.post("/play-now/", {"opponents": "1"})
    match = User.objects.get(is_guest=True).seats.get().match
    client.post("/accounts/keep/", {"username": "Zoe", "email": "", "password": "eleven herons by the mill"})
    assert fresh(match).version > match.version


def test_it_is_told_until_it_is_put_away() -> None:
    cast, olga = make_cast(), User.objects.create_superuser("Olga")
    renamed = conduct.rename(actor=olga, user=cast.alice, reason="Abusive.", name="Margaret")
    client = Client()
    client.force_login(renamed)
    assert "you are Margaret now" in client.get("/").content.decode()
    assert notices.unread(renamed)
