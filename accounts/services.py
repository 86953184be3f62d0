"""Every write about people. Keyword-only; errors are ValidationError with a sentence."""

import secrets
from dataclasses import asdict

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import guests, renaming
from accounts.models import User
from accounts.prefs import Prefs, from_cookies

_FLOCK = """
    Avocet Bittern Bunting Chough Crane Curlew Dipper Dunlin Egret Falcon Finch Godwit Goshawk Grebe Gull Heron Hobby
    Ibis Jackdaw Jay Kestrel Kite Lark Linnet Magpie Martin Merlin Nuthatch Oriole Osprey Ouzel Petrel Pipit Plover
    Puffin Quail Raven Robin Rook Ruff Sanderling Shrike Siskin Skylark Snipe Starling Stork Swallow Swift Teal Tern
    Thrush Wagtail Warbler Whimbrel Wigeon Wren
"""
BIRDS = tuple(_FLOCK.split())
_TRIES = 20
_BACKEND = "django.contrib.auth.backends.ModelBackend"


def make_guest(request: HttpRequest) -> User:
    """Make a guest with a friendly name and log the request's session in as this guest.

    Answers at once (ImmediateHttpResponse) where this browser's last guest is barred.
    """
    guests.refuse_barred(request)
    user = create_guest(language=getattr(request, "LANGUAGE_CODE", ""), prefs=from_cookies(request.COOKIES))
    login(request, user, backend=_BACKEND)
    return user


def create_guest(*, language: str = "", prefs: Prefs) -> User:
    """A new guest, "Guest Heron 42"; the number grows when birds run short."""
    for attempt in range(_TRIES):
        number = 2 + secrets.randbelow(98 * 10 ** (attempt // 5))
        user = User(username=f"Guest {secrets.choice(BIRDS)} {number}", is_guest=True, language=language)
        user.prefs = prefs
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save(force_insert=True)
        except IntegrityError:
            continue  # somebody has this name
        return user
    raise RuntimeError("no free guest name was found")


def keep_guest(*, request: HttpRequest, user: User, name: str, password: str, email: str = "") -> User:
    """Turn a guest into a full account: the same user, so the same seats and matches. The session goes on.

    The account is as old as this moment, whenever the guest came (docs/decisions/0280).
    User.DoesNotExist for who is no guest any more, or whose sessions have been ended meanwhile.
    """
    with transaction.atomic():
        kept = User.objects.select_for_update().get(pk=user.pk, is_guest=True, session_round=user.session_round)
        kept.username, kept.email, kept.is_guest = name, email, False
        kept.date_joined = timezone.now()  # the terms are accepted now, and an address has its 30 days from now on
        kept.set_password(password)
        kept.save()
        renaming.tell_of(kept)
    update_session_auth_hash(request, kept)
    if email:
        EmailAddress.objects.add_email(request, kept, email, confirm=settings.MAIL_WORKS)
    return kept


def save_prefs(*, user: User, prefs: Prefs, language: str | None = None) -> None:
    """Keep what a user likes."""
    user.prefs = prefs
    fields = list(asdict(prefs))
    if language is not None:
        user.language = language
        fields.append("language")
    user.save(update_fields=fields)
