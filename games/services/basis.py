"""Whether everybody's ratings still rest on what the robots' ratings are now; an upgrade may have measured them anew.

`rebuild` writes down by what it computed; the site looks as it starts (`muggins_site.errands`).
"""

from __future__ import annotations

import hashlib
import logging

from accounts import ratings
from games.models import Match, RatingBasis
from games.models_anchors import DIGEST_LENGTH
from games.robots.anchors import ANCHORS
from games.services import timing
from games.services.rebuild import rebuild

log = logging.getLogger(__name__)
NAME = "ratings"


def digest() -> str:
    """Changes with any figure that a rating follows from, besides the matches."""
    figures = ANCHORS, ratings.BETA, ratings.START, ratings.SETTLED
    return hashlib.sha256(repr(figures).encode()).hexdigest()[:DIGEST_LENGTH]


def is_current() -> bool:
    """Whether the ratings were last computed by what holds now."""
    return RatingBasis.objects.filter(name=NAME, digest=digest()).exists()


def note() -> None:
    """Everything has just been computed by what holds now."""
    RatingBasis.objects.update_or_create(name=NAME, defaults={"digest": digest(), "at": timing.now()})


def keep_up() -> list[str] | None:
    """Compute all ratings anew if they rest on other figures: what differed. None when there was nothing to do.

    Where no match is over there is nothing that could differ: a new site, or one filled for measurements.
    """
    if is_current():
        return None
    if not Match.objects.exclude(format="").exists():
        note()
        return None
    log.info("The robots were measured anew: all ratings are computed again.")
    differences = rebuild(write=True)
    note()
    log.info("All ratings are computed again: %d differences put right.", len(differences))
    return differences
