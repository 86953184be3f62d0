"""Which deals a member of staff has had opened for him at the desk: whoever has seen the tiles only practises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import AuditEntry

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import FixedDeal

OPEN_HANDS = "open_hands"


def has_opened(user: User, deal: FixedDeal) -> bool:
    """Whether this person has asked, with a reason, to see a try at this deal (`services.peeking`)."""
    return AuditEntry.objects.filter(actor=user, act=OPEN_HANDS, details__deal=deal.pk).exists()
