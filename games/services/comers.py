"""Whether a guest who sits down is somebody whom the table has blocked, come back under another name.

Only guests are asked, as a new one costs a click; who has an account is known by it. It is a guess, and a mild one: he
reads what everybody reads who cannot sit there, and may make an account (docs/decisions/0257).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from accounts.models import Block
from games.models import Origin
from games.services import timing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from accounts.models import User

#: So long after a blocked person last sat down, a new guest of the same address and browser is taken for him: a club
#: has one address, and many of one browser.
LIKELY = timedelta(days=1)


@dataclass(frozen=True)
class Comer:
    """From where somebody comes: digests as in `Origin`, and the keys of who else has played in his browser."""

    address: str = ""
    browser: str = ""
    known: Sequence[int] = ()


def is_blocked_again(user: User, comer: Comer, people: Iterable[int | None]) -> bool:
    """Whether one of these people has blocked who this guest seems to be."""
    if not user.is_guest:
        return False
    blocks = Block.objects.filter(by__in={pk for pk in people if pk is not None} - {user.pk}).exclude(user=user)
    if blocks.filter(user__in=comer.known).exists():
        return True
    # Who was there before the block has not come because of it.
    return blocks.filter(at__lt=user.date_joined, user__in=_lately_there(comer)).exists()


def _lately_there(comer: Comer) -> QuerySet[Origin, Any]:
    """Who sat down from this address with this browser a short while ago; nobody where either is not known."""
    if not (comer.address and comer.browser):
        return Origin.objects.none().values("user")
    seen = Origin.objects.filter(address=comer.address, browser=comer.browser, at__gte=timing.now() - LIKELY)
    return seen.values("user")
