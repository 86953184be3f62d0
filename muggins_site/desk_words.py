"""What the desk calls the columns of the rows: beside the models, whose migrations know nothing of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.db.models import Model

COLUMNS = {
    "actor": pgettext_lazy("column", "who"),
    "annulled_at": pgettext_lazy("column", "annulled"),
    "at": pgettext_lazy("column", "when"),
    "away": pgettext_lazy("column", "away"),
    "by": pgettext_lazy("column", "by"),
    "claim": pgettext_lazy("column", "claim"),
    "closed_at": pgettext_lazy("column", "closed"),
    "closed_by": pgettext_lazy("column", "closed by"),
    "closed_version": pgettext_lazy("column", "closed at version"),
    "code": pgettext_lazy("column", "code"),
    "count": pgettext_lazy("column", "count"),
    "created_at": pgettext_lazy("column", "date"),
    "deadline": pgettext_lazy("column", "deadline"),
    "deals": pgettext_lazy("column", "deals"),
    "details": pgettext_lazy("column", "details"),
    "end": pgettext_lazy("column", "end"),
    "family": pgettext_lazy("column", "game"),
    "fault": pgettext_lazy("column", "fault"),
    "faults": pgettext_lazy("column", "faults in a row"),
    "fingerprint": pgettext_lazy("column", "fingerprint of the rules"),
    "finished_at": pgettext_lazy("column", "finished"),
    "format": pgettext_lazy("column", "players"),
    "index": pgettext_lazy("column", "seat"),
    "key": pgettext_lazy("column", "key"),
    "kind": pgettext_lazy("column", "kind"),
    "language": pgettext_lazy("column", "language"),
    "leader": pgettext_lazy("column", "leads"),
    "leader_by": pgettext_lazy("column", "leads by"),
    "left": pgettext_lazy("column", "left"),
    "lifted_at": pgettext_lazy("column", "lifted"),
    "made_at": pgettext_lazy("column", "made"),
    "match": pgettext_lazy("column", "match"),
    "move": pgettext_lazy("column", "move"),
    "number": pgettext_lazy("column", "number"),
    "other": pgettext_lazy("column", "and"),
    "owner": pgettext_lazy("column", "owner"),
    "points": pgettext_lazy("column", "points"),
    "private": pgettext_lazy("column", "invitation"),
    "rated": pgettext_lazy("column", "rating"),
    "reason": pgettext_lazy("column", "reason"),
    "reporter": pgettext_lazy("column", "reported by"),
    "results_at": pgettext_lazy("column", "results entered"),
    "retired_at": pgettext_lazy("column", "out of use since"),
    "right": pgettext_lazy("column", "right"),
    "robot": pgettext_lazy("column", "robot"),
    "round": pgettext_lazy("column", "round"),
    "round_number": pgettext_lazy("column", "round"),
    "seat": pgettext_lazy("column", "seat"),
    "seen_at": pgettext_lazy("column", "last seen"),
    "since": pgettext_lazy("column", "since"),
    "started_at": pgettext_lazy("column", "started"),
    "state": pgettext_lazy("column", "state"),
    "taken": pgettext_lazy("column", "taken"),
    "taken_by": pgettext_lazy("column", "taken by"),
    "token": pgettext_lazy("column", "token"),
    "until": pgettext_lazy("column", "until"),
    "user": pgettext_lazy("column", "person"),
    "version": pgettext_lazy("column", "version"),
    "words": pgettext_lazy("column", "words"),
}


def name_columns(models: Iterable[type[Model]]) -> None:
    """Give the columns of these models that have no words of their own those from here."""
    for model in models:
        for field in model._meta.fields:
            if field._verbose_name is None and field.name in COLUMNS:  # type: ignore[attr-defined]
                field.verbose_name = COLUMNS[field.name]
