"""Killing on purpose: only where it is asked for, never on a public site."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.services import failpoints


def test_nothing_happens_where_nobody_asks_for_it() -> None:
    assert failpoints.armed("", public=True) == {}
    for place in failpoints.PLACES:
        failpoints.reach(place)


def test_a_place_and_a_chance_are_read() -> None:
    assert failpoints.armed("after_commit:0.25", public=False) == {"after_commit": 0.25}
    assert failpoints.armed("round_dealt", public=False) == {"round_dealt": 1.0}


@pytest.mark.parametrize("text", ["somewhere", "after_commit:often", "after_commit:2", ":0.5"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MUGGINS_FAILPOINT is"):
        failpoints.armed(text, public=False)


def test_a_public_site_refuses_to_start_with_one() -> None:
    with pytest.raises(ImproperlyConfigured, match="never dies on purpose"):
        failpoints.armed("after_commit:0.25", public=True)
