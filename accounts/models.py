"""Our own user from the first migration on."""

from dataclasses import asdict
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models_company import Block, Mute
from accounts.models_conduct import AuditEntry, Notice, Sanction, SanctionKind
from accounts.models_follow import Follow
from accounts.models_mail import AddressAdded, OutgoingMail
from accounts.models_results import Board, Career, Outcome, PairTally, Period, Rating, RatingEntry, Result, Tally
from accounts.prefs import Prefs

__all__ = [
    "AddressAdded",
    "AuditEntry",
    "Block",
    "Board",
    "Career",
    "Follow",
    "Mute",
    "Notice",
    "Outcome",
    "OutgoingMail",
    "PairTally",
    "Period",
    "Rating",
    "RatingEntry",
    "Result",
    "Sanction",
    "SanctionKind",
    "Tally",
    "User",
]

TAKEN = _("Somebody has this name, or one that looks like it. Choose another one.")


class User(AbstractUser):
    """A person: a guest of one click, or somebody with a password. The user name is the name shown at the table."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        error_messages={"unique": TAKEN},
    )
    # What the eye takes the name for: finds "AIice" for "Alice" on every database alike.
    name_key = models.CharField(max_length=4 * names.LONGEST, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)

    theme = models.CharField(max_length=6, default="system")
    sort = models.CharField(max_length=6, default="number")
    one_tap = models.BooleanField(default=False)
    single_keys = models.BooleanField(default=True)
    language = models.CharField(max_length=10, blank=True, default="")
    hide_history = models.BooleanField(_("hide my history"), default=False)
    # Counted up to end every session of this person at once, whichever of them there are.
    session_round = models.PositiveIntegerField(default=0, editable=False)
    # When this person left: what is left is a number, so that matches keep their players.
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = names.key_of(self.username)
        if kwargs.get("update_fields") and "username" in kwargs["update_fields"]:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session is good for: this password (Django's part), in this round."""
        mine = str(super()._get_session_auth_hash(secret))  # type: ignore[misc]
        return f"{mine}.{self.session_round}" if self.session_round else mine

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username

    @property
    def prefs(self) -> Prefs:
        """What this user likes."""
        return Prefs(theme=self.theme, sort=self.sort, one_tap=self.one_tap, single_keys=self.single_keys)

    @prefs.setter
    def prefs(self, likes: Prefs) -> None:
        for name, choice in asdict(likes).items():
            setattr(self, name, choice)
