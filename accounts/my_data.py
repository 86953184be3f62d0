"""What the site keeps about one person, as plain values: his own, and of others only names that he chose himself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F, QuerySet

from accounts.browsers import browser_of
from accounts.models import Block, Follow, Mute, Notice, Rating, RatingEntry, Result, Sanction, User


def about(user: User) -> Iterator[tuple[str, Any]]:
    """Section after section; each is read when it is asked for."""
    yield "account", _account(user)
    yield "terms", {"accepted_at": None if user.is_guest else user.date_joined}
    addresses = EmailAddress.objects.filter(user=user)
    yield "addresses", list(addresses.values("email", "verified", "primary", added_at=F("added__at")))
    yield "second_factor", list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at"))
    yield "sessions", [_session(row) for row in UserSession.objects.filter(user=user)]
    yield "follows", _names(Follow.objects.filter(follower=user), "followed")
    yield "muted", _names(Mute.objects.filter(by=user), "user")
    yield "blocked", _names(Block.objects.filter(by=user), "user")
    yield "ratings", list(Rating.objects.filter(player=user).values("family", "format", "mu", "sigma", "matches", "at"))
    entries = RatingEntry.objects.filter(player=user).order_by("at")
    yield "rating_changes", list(entries.values("match", "family", "format", "place", "mu_before", "mu_after", "at"))
    yield "results", list(Result.objects.filter(player=user).order_by("at").values(*_RESULT))
    yield "notices", list(Notice.objects.filter(user=user).values("code", "facts", "created_at"))
    yield "sanctions", list(Sanction.objects.filter(user=user).values("kind", "reason", "since", "until", "lifted_at"))


_RESULT = ("match", "family", "format", "rated", "outcome", "halves", "strokes", "rounds", "best", "at")


def _account(user: User) -> dict[str, Any]:
    kept = ("username", "email", "is_guest", "date_joined", "last_login", "language", "theme", "sort", "one_tap")
    return {name: getattr(user, name) for name in (*kept, "single_keys", "hide_history")}


def _session(row: UserSession) -> dict[str, Any]:
    return {
        "browser": browser_of(row.user_agent),
        "user_agent": row.user_agent,
        "address": row.ip,
        "since": row.created_at,
        "last_used": row.last_seen_at,
    }


def _names(rows: QuerySet[Any], whom: str) -> list[str]:
    return list(rows.order_by(f"{whom}__username").values_list(f"{whom}__username", flat=True))
