"""The app on a phone: what it shows for a key, and members of staff who have one."""

from __future__ import annotations

import time

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value

from accounts.models import User

PERIOD = 30


def code_of(secret: str, later: int = 0) -> str:
    """What the app shows now, or so many codes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD + later))


def give_app(user: User) -> str:
    """Switch the second factor on for this user; the key."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def recovery_codes(user: User) -> list[str]:
    """Those that still work."""
    row = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    codes: list[str] = row.wrap().get_unused_codes()
    return codes
