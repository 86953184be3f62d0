"""Rules that a person keeps under a name of his own: save, rename, delete.

One at a time for each person, who is locked before his rules: two tabs cannot pass the limit together.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from django.db import transaction

from games.models import SavedRuleset
from games.services import errors
from games.services.engaged import hold

if TYPE_CHECKING:
    from accounts.models import User
    from games.rules.ruleset import Ruleset

MOST_SAVED = 50


def key_of(name: str) -> str:
    """The name without regard to capitals and to how accents are spelt."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def save_ruleset(*, user: User, name: str, ruleset: Ruleset) -> SavedRuleset:
    """Keep these rules under this name. BadSetting, NameTaken, ShelfFull."""
    _check(name)
    with transaction.atomic():
        hold([user.pk])
        kept = SavedRuleset.objects.filter(user=user)
        if kept.filter(name_key=key_of(name)).exists():
            raise errors.NameTaken
        if kept.count() >= MOST_SAVED:
            raise errors.ShelfFull
        return SavedRuleset.objects.create(
            user=user, name=name, name_key=key_of(name), ruleset=ruleset.to_dict(), fingerprint=ruleset.fingerprint
        )


def rename_ruleset(*, user: User, token: str, name: str) -> SavedRuleset:
    """Give one's own rules another name; their address stays. BadSetting, NameTaken, UnknownRules."""
    _check(name)
    with transaction.atomic():
        hold([user.pk])
        saved = _own(user, token)
        if SavedRuleset.objects.filter(user=user, name_key=key_of(name)).exclude(pk=saved.pk).exists():
            raise errors.NameTaken
        saved.name, saved.name_key = name, key_of(name)
        saved.save(update_fields=["name", "name_key"])
        return saved


def delete_ruleset(*, user: User, token: str) -> None:
    """Take one's own rules off the list; tables that play by them go on. UnknownRules."""
    with transaction.atomic():
        hold([user.pk])
        _own(user, token).delete()


def _own(user: User, token: str) -> SavedRuleset:
    saved = SavedRuleset.objects.filter(user=user, token=token).first()
    if saved is None:
        raise errors.UnknownRules
    return saved


def _check(name: str) -> None:
    if not name.strip() or len(name) > SavedRuleset.LONGEST_NAME:
        raise errors.BadSetting
