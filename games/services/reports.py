"""What players report to the desk, and what becomes of it. Keyword-only; raises a `Refused`."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts import conduct, notices
from accounts.models import User
from games.models import Match, Report, ReportKind, ReportState, Seat
from games.models_desk import LONGEST_WORDS
from games.services import errors, timing
from games.services.desk import subject_of
from games.services.impartial import must_be_another

DISMISS, CLOSE = "dismiss_report", "close_report"
#: Reports of one person in a day.
MOST_A_DAY = 10
DAY = timedelta(days=1)


def report(*, match: Match, reporter: User, reported: User | None, kind: str, words: str = "") -> Report:
    """Store what somebody who sat at a match says of another person there; of nobody, when the score is wrong.

    BadReport, ReportsOneself, NeverMet (either has no seat at this match), ReportedAlready (one a match and person),
    TooManyReports.
    """
    words = words.strip()
    if kind not in ReportKind.values or len(words) > LONGEST_WORDS:
        raise errors.BadReport
    if kind == ReportKind.SCORE:
        reported = None
    elif reported is None:
        raise errors.BadReport
    elif reported.pk == reporter.pk:
        raise errors.ReportsOneself
    with transaction.atomic():
        # One after another: whoever sends two at once is counted.
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
        _must_have_met(match, reporter, reported)
        _must_be_first(match, reporter, reported)
        try:
            with transaction.atomic():
                return Report.objects.create(
                    match=match, reporter=reporter, reported=reported, kind=kind, words=words, created_at=timing.now()
                )
        except IntegrityError as error:
            raise errors.ReportedAlready from error


def person_at(match: Match, seat: int) -> User:
    """The person on this seat, to be reported. NoSuchSeat; ReportsRobot where no person sits."""
    place = Seat.objects.select_related("user").filter(match=match, index=seat).first()
    if place is None:
        raise errors.NoSuchSeat
    if place.user is None:
        raise errors.ReportsRobot
    return place.user


def dismiss(*, actor: User, report: Report, reason: str) -> Report:
    """Looked at, and nothing is to be done. ReportClosed, OwnMatch, ReasonMissing, NotStaff."""
    return _settle(actor, report, reason, DISMISS, ReportState.DISMISSED)


def close(*, actor: User, report: Report, reason: str) -> Report:
    """Looked at, and something was done (by another act, which has an entry of its own)."""
    return _settle(actor, report, reason, CLOSE, ReportState.ACTED)


def _must_have_met(match: Match, reporter: User, reported: User | None) -> None:
    seated = set(Seat.objects.filter(match=match, user__isnull=False).values_list("user_id", flat=True))
    if reporter.pk not in seated or (reported is not None and reported.pk not in seated):
        raise errors.NeverMet


def _must_be_first(match: Match, reporter: User, reported: User | None) -> None:
    mine = Report.objects.filter(reporter=reporter)
    if mine.filter(match=match, reported=reported).exists():
        raise errors.ReportedAlready
    if mine.filter(created_at__gt=timing.now() - DAY).count() >= MOST_A_DAY:
        raise errors.TooManyReports


def _settle(actor: User, report: Report, reason: str, act: str, state: ReportState) -> Report:
    """The reporter hears that it was looked at, and the same whatever came of it."""
    with transaction.atomic():
        held = Report.objects.select_for_update(of=("self",)).select_related("match", "reporter").get(pk=report.pk)
        if held.state != ReportState.OPEN:
            raise errors.ReportClosed
        must_be_another(actor, held.match)
        details = {"report": held.pk, "kind": held.kind}
        conduct.note(
            actor=actor, act=act, reason=reason, user=held.reported, subject=subject_of(held.match), details=details
        )
        held.state, held.closed_at, held.closed_by = state, timing.now(), actor
        held.save(update_fields=["state", "closed_at", "closed_by"])
        notices.tell(user=held.reporter, code=notices.REPORT_SEEN, link=reverse("games:reports"))
        return held
