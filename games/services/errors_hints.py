"""Why somebody gets no hint; `games.services.errors` has them all."""

from __future__ import annotations

from games.services.refused import Refused


class NoHints(Refused):
    """The opener of this table allowed none."""

    code = "no_hints"
    status = 403


class RatedNoHints(Refused):
    code = "rated_no_hints"
    status = 403


class NoHintNow(Refused):
    """Nothing to choose, or points are being called."""

    code = "no_hint_now"


class HintBusy(Refused):
    """No robot had the time."""

    code = "hint_busy"
    status = 503


class TooManyHints(Refused):
    code = "too_many_hints"
    status = 429
