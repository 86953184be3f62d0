"""The desk's acts upon matches and reports: buttons of the admin that call the services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_acts import Act, ActsAdmin, ReasonForm
from games.models import LIVE, Match, Report, ReportState
from games.services import desk, errors, peeking, reports
from games.services.impartial import sits_there
from games.words.refusals import refusal
from games.words.reports import own_match

if TYPE_CHECKING:
    from accounts.models import User


class SeatForm(ReasonForm):
    """Which person's seat."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int)
    field_order = ("seat", "reason")

    def __init__(self, *args: Any, row: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        # None is chosen yet: whoever presses in a hurry would send the first one away.
        found = [("", "–"), *((seat.index, str(seat.user)) for seat in _persons(row))]
        self.fields["seat"].choices = found  # type: ignore[attr-defined]


def _persons(match: Match) -> Any:
    return match.seats.filter(user__isnull=False, left=False).select_related("user").order_by("index")


def _end(actor: User, match: Match, data: dict[str, Any]) -> str:
    desk.end_match(actor=actor, match=match, reason=data["reason"])
    return _("The match is ended.")


def _annul(actor: User, match: Match, data: dict[str, Any]) -> str:
    desk.annul(actor=actor, match=match, reason=data["reason"])
    return _("The match is annulled; all ratings since are computed anew.")


def _undo(actor: User, match: Match, data: dict[str, Any]) -> str:
    desk.undo_annulment(actor=actor, match=match, reason=data["reason"])
    return _("The match counts again; all ratings since are computed anew.")


def _robot(actor: User, match: Match, data: dict[str, Any]) -> str:
    desk.give_seat_to_robot(actor=actor, match=match, seat=data["seat"], reason=data["reason"])
    return _("A robot plays on this seat.")


def _open_hands(actor: User, match: Match, data: dict[str, Any]) -> str:
    peeking.open_hands(actor=actor, match=match, reason=data["reason"])
    return _("The hands of this round are shown to you.")


def _may_end(actor: User, match: Match) -> bool:
    return match.state in LIVE and not sits_there(actor, match)


def _may_annul(actor: User, match: Match) -> bool:
    counts = match.is_over and match.results_at is not None and match.annulled_at is None
    return counts and not sits_there(actor, match)


def _may_undo(actor: User, match: Match) -> bool:
    return match.annulled_at is not None and not sits_there(actor, match)


def _may_give(actor: User, match: Match) -> bool:
    return match.state == "running" and bool(_persons(match)) and not sits_there(actor, match)


def _may_open(actor: User, match: Match) -> bool:
    is_hidden = match.state == "running" or peeking.is_sealed(actor, match)
    return (
        is_hidden
        and match.round_number > 0
        and not sits_there(actor, match)
        and not peeking.may_see_hands(actor, match)
    )


ENDED = gettext_lazy("Nobody has won, and no rating changes. The players are told.")
ANNULLED = gettext_lazy("It counts for nothing; ratings are computed anew from there. The players are told.")
RESTORED = gettext_lazy("It counts as it was played; ratings are computed anew from there. The players are told.")
GIVEN = gettext_lazy("A robot plays on as if the person had left; he may come back.")
OPENED = gettext_lazy(
    "You see all hands of this round. That you did, and why, stands in the log. If it is a deal that many play, your "
    "own try at it does not count any more."
)
MATCH_ACTS = (
    Act("annul", gettext_lazy("Annul"), ANNULLED, _annul, _may_annul),
    Act("restore", gettext_lazy("Undo the annulment"), RESTORED, _undo, _may_undo),
    Act("end", gettext_lazy("End the match"), ENDED, _end, _may_end),
    Act("robot", gettext_lazy("Give a seat to a robot"), GIVEN, _robot, _may_give, SeatForm),
    Act("hands", gettext_lazy("Show the hands of this round"), OPENED, _open_hands, _may_open),
)


def _dismiss(actor: User, report: Report, data: dict[str, Any]) -> str:
    reports.dismiss(actor=actor, report=report, reason=data["reason"])
    return _("The report is dismissed.")


def _close(actor: User, report: Report, data: dict[str, Any]) -> str:
    reports.close(actor=actor, report=report, reason=data["reason"])
    return _("The report is closed.")


def _is_open(actor: User, report: Report) -> bool:
    return report.state == ReportState.OPEN and not sits_there(actor, report.match)


REPORT_ACTS = (
    Act("dismiss", gettext_lazy("Dismiss"), gettext_lazy("Nothing is to be done."), _dismiss, _is_open),
    Act("close", gettext_lazy("Close: acted upon"), gettext_lazy("What was to be done is done."), _close, _is_open),
)


class GamesActs(ActsAdmin):
    """Acts whose services refuse in the words of the table."""

    refusals = (*ActsAdmin.refusals, errors.Refused)

    def aside(self, user: User, row: Any) -> str:
        match = row if isinstance(row, Match) else getattr(row, "match", None)
        return own_match() if match is not None and sits_there(user, match) else ""

    def say(self, error: Exception) -> str:
        return refusal(error) if isinstance(error, errors.Refused) else super().say(error)


def review_url(match: Match) -> str:
    """The page on which the desk steps through a match."""
    return reverse("admin:games_match_review", args=[match.pk])
