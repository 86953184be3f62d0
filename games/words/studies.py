"""Why an uploaded record was refused, and what to do."""

from __future__ import annotations

from django.utils.translation import gettext as _


def refused(key: str, line: int | None) -> str:
    """One sentence; where a fault of the record is meant, the sentence that names it follows."""
    if key == "fault":
        return _("The record in line %(line)d does not hold, so nothing was added.") % {"line": line or 1}
    if key == "long":
        return _("The match in line %(line)d has more than 250 rounds, so nothing was added.") % {"line": line or 1}
    return {
        "large": _("The file is larger than 2 MB. Cut it into smaller ones."),
        "many": _("The file has more than 200 matches. Cut it into smaller ones."),
        "empty": _("There is no record in it."),
        "no rounds": _("No round was played in it, so there is nothing to look at."),
        "full": _("You have 1000 studies, and that is the most. Delete some first."),
    }[key]
