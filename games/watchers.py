"""Who watches which table by a socket of this process: so many, and no more (CHECKS B61).

Those who sit there, or did, and members of staff are not counted and never turned away.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.conf import settings

from accounts.models import User
from games.models import Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

_watching: defaultdict[str, set[int]] = defaultdict(set)


def only_watches(match_id: int, user: User | AnonymousUser) -> bool:
    """Whether this viewer is one of the crowd. Asks the database."""
    if not isinstance(user, User):
        return True
    return not user.is_staff and not Seat.objects.filter(match=match_id, user=user).exists()


def come(code: str, socket: int) -> bool:
    """Count this socket (by its identity) among those that watch table *code*; False where there are too many."""
    if len(_watching[code]) >= settings.MUGGINS_SPECTATORS:
        return False
    _watching[code].add(socket)
    return True


def go(code: str, socket: int) -> None:
    """It is gone, whether it was counted or not."""
    _watching[code].discard(socket)
    if not _watching[code]:
        del _watching[code]
