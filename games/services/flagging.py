"""Computes all flags anew from the rows: nightly, and when the desk asks for it (`services.looking`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.db import transaction

from games.desk.leaving import leavers
from games.desk.places import places
from games.desk.results import pairs, partners, played_matches
from games.desk.times import thinkers
from games.models import Flag, Match
from games.services import origins, timing

if TYPE_CHECKING:
    from games.desk.finding import Finding
    from games.desk.times import Telling


def flag_matches(tell: Telling | None = None) -> dict[str, int]:
    """Write what is found now, drop what no longer is, and forget old origins. How many flags there are of each kind.

    What a flag is about stays the same row: `since` says for how long it has stood. `tell` hears how many matches
    have been read; what it raises ends the look, and nothing is written.
    """
    origins.forget()
    played = played_matches()
    found = [*places(), *pairs(played), *partners(played), *thinkers(tell), *leavers()]
    with transaction.atomic():
        kept = [_write(finding) for finding in found]
        Flag.objects.exclude(pk__in=kept).delete()
    return dict(Counter(finding.kind for finding in found))


def _write(finding: Finding) -> int:
    at = timing.now()
    flag, _made = Flag.objects.update_or_create(
        kind=finding.kind,
        user_id=finding.user,
        other_id=finding.other,
        defaults={"figures": finding.figures, "at": at},
        create_defaults={"figures": finding.figures, "at": at, "since": at},
    )
    flag.matches.set(Match.objects.filter(pk__in=finding.matches))
    return flag.pk
