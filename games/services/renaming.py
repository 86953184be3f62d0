"""A person has another name: the tables where it stands are drawn anew, at once."""

from __future__ import annotations

from django.db import transaction

from games.models import LIVE, Match, Seat
from games.services import announce


def show_new_name(*, user_id: int) -> None:
    """Raise the version of each live table at which this person sits, and tell it; the lobby, too."""
    held = Seat.objects.filter(user=user_id, match__state__in=LIVE).values_list("match_id", flat=True)
    for match_id in list(held):
        _draw_anew(match_id)
    announce.lobby_changed()


def _draw_anew(match_id: int) -> None:
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id, state__in=LIVE).first()
        if match is not None:
            match.version += 1
            match.save(update_fields=["version"])
            announce.table_changed(match)
