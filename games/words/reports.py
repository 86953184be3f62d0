"""Sentences about reports to the site, and about what the desk refuses."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import ReportKind, ReportState

KINDS = [
    (ReportKind.LEFT.value, gettext_lazy("Left, or stalled on purpose")),
    (ReportKind.HELPED.value, gettext_lazy("Helped another player")),
    (ReportKind.ABUSE.value, gettext_lazy("An abusive name or message")),
    (ReportKind.SCORE.value, gettext_lazy("Something is wrong with the score")),
]
STATES = {
    ReportState.OPEN.value: gettext_lazy("waits to be looked at"),
    ReportState.DISMISSED.value: gettext_lazy("looked at"),
    ReportState.ACTED.value: gettext_lazy("looked at"),
}


def own_match() -> str:
    """Why the desk's acts are not for somebody who sits there, and what to do."""
    return _("You sat down at this table: only another member of staff may act upon it.")


def report_refusals() -> dict[str, str]:
    """By code: what a report or an act of the desk is refused with."""
    return {
        "not_over": _("Only a match that is over, with a finished round, can be annulled."),
        "annulled_already": _("This match has been annulled already."),
        "not_annulled": _("This match was not annulled."),
        "no_person_there": _("No person plays on that seat now."),
        "sits_there": _("Whoever sits at a table sees his own hand there, and no other."),
        "own_match": own_match(),
        "bad_report": _("Say what is wrong and who did it, in 500 letters at most."),
        "reports_oneself": _("You cannot report yourself."),
        "reports_robot": _("Robots cannot be reported: on that seat sits no person."),
        "never_met": _("You can report people whom you sat at a table with, and nobody else."),
        "reported_already": _("You have reported this already. It will be looked at."),
        "too_many_reports": _("You have made ten reports today. Tomorrow you can make more."),
        "report_closed": _("Somebody has looked at this report already."),
    }
