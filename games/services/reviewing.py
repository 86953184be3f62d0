"""Asking for the review of a match that is over. The work itself: `games.services.reviews`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from games.models import Review, ReviewState, Seat
from games.robots.opinion import ENGINE
from games.services import timing
from games.services.errors import UnknownTable

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match


def begin(*, match: Match) -> None:
    """A match that has just entered the history is reviewed by itself when an account played in it.

    Where the deal was given in advance somebody has to ask for it: whoever plays those may know the tiles.
    The caller holds the match, and saves it in the same transaction.
    """
    if not match.prescribed and Seat.objects.filter(match_id=match.pk, user__is_guest=False).exists():
        _enter(match, None)


def ask(*, match: Match, by: User | None) -> Review:
    """Have this match reviewed: the one review that it has, begun now unless it was before. UnknownTable while it runs.

    One that failed is tried again from the place where it stopped.
    """
    if not match.format:
        raise UnknownTable
    with transaction.atomic():
        _enter(match, by)
        failed = Review.objects.filter(match=match, state=ReviewState.FAILED)
        failed.update(state=ReviewState.WAITING, asked_at=timing.now(), tries=0)
        return Review.objects.get(match=match)


def _enter(match: Match, by: User | None) -> None:
    row = Review(
        match=match, asked_by=by, engine=ENGINE, lots=settings.MUGGINS_REVIEW_DEALS, asked_at=timing.now()
    )  # fmt: skip
    # Two that ask at once: the first row stays.
    Review.objects.bulk_create([row], ignore_conflicts=True)
