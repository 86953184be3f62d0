"""Whether a person's e-mail address is confirmed, where the site can ask for that. See docs/decisions/0170."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User


def is_confirmed(user: User) -> bool:
    """True for an account with a confirmed address, and for every account of a site that sends no mail.

    Guests never are. Rated play, leaderboards and words of one's own ask for it.
    """
    if user.is_guest:
        return False
    return not settings.MAIL_WORKS or EmailAddress.objects.filter(user=user, verified=True).exists()
