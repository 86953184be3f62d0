"""Why the desk does not act, and why a report is not taken; `games.services.errors` has them all."""

from __future__ import annotations

from games.services.refused import Refused


class NotOver(Refused):
    """Only a match that is over, and of which a round was played to its end, can be annulled."""

    code = "not_over"


class AnnulledAlready(Refused):
    code = "annulled_already"


class NotAnnulled(Refused):
    """There is no annulment to take back."""

    code = "not_annulled"


class NoPersonThere(Refused):
    """No person plays on that seat: it is free, a robot's, or a robot stands in already."""

    code = "no_person_there"


class SitsThere(Refused):
    """Whoever has a seat at a table sees no hand of it but his own, on staff or not."""

    code = "sits_there"
    status = 403


class OwnMatch(Refused):
    """Whoever sat at a match neither ends nor annuls it, gives no seat of it away and closes no report about it."""

    code = "own_match"
    status = 403


class BadReport(Refused):
    """A kind that is none, or words that are too long, or nobody named where somebody must be."""

    code = "bad_report"
    status = 400


class ReportsOneself(Refused):
    code = "reports_oneself"


class ReportsRobot(Refused):
    """On that seat sits no person."""

    code = "reports_robot"


class NeverMet(Refused):
    """Only who sat at a match reports it, and only who sat there is reported."""

    code = "never_met"
    status = 403


class ReportedAlready(Refused):
    """One report a match and person."""

    code = "reported_already"


class TooManyReports(Refused):
    """As many reports as one person may make in a day."""

    code = "too_many_reports"
    status = 429


class ReportClosed(Refused):
    """Somebody has looked at this report already."""

    code = "report_closed"
