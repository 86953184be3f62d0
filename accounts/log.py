"""Who came and went, for the log: names that exist, addresses, and never what was typed."""

import logging
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import names
from accounts.models import User

logger = logging.getLogger("accounts")


def _where(request: HttpRequest | None) -> str:
    return get_adapter().get_client_ip(request) if request and "REMOTE_ADDR" in request.META else "?"


@receiver(user_logged_in)
def signed_in(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """A line for whoever signed in."""
    logger.info("signed in: %s, from %s", user.username, _where(request))


@receiver(user_logged_out)
def signed_out(sender: Any, request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """A line for whoever signed out."""
    if user:
        logger.info("signed out: %s, from %s", user.username, _where(request))


@receiver(user_login_failed)
def failed(sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any) -> None:
    """A line for a wrong password. People type passwords into the wrong field: a name that nobody has is not told."""
    key = names.key_of(str(credentials.get("username") or ""))
    known = User.objects.filter(name_key=key).values_list("username", flat=True).first()
    logger.warning("sign-in failed: %s, from %s", known or "nobody we know", _where(request))
