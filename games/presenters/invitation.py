"""An invitation: whose, to what, among whom; or in one sentence why it is good for nothing now."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Stage
from games.presenters.facts import TableFacts
from games.presenters.waiting import Waiting, waiting


@dataclass(frozen=True)
class Invitation:
    """*why*: what stops one, in a sentence; *next_url* and *next_label*: what one can do instead.

    *waiting* has seats and settings while the table waits for players; *sit_url* is where one sits down.
    """

    heading: str
    why: str = ""
    is_open: bool = False
    next_url: str = ""
    next_label: str = ""
    sit_url: str = ""
    url: str = ""
    table: str = ""
    waiting: Waiting | None = None


def invitation(facts: TableFacts, token: str, host: str, why: str = "") -> Invitation:
    """The page for who has the link and does not sit there. *why*: he could not sit down a moment ago."""
    table = reverse("games:table", args=[facts.code])
    heading = _("%(name)s invites you to the table") % {"name": host}
    if facts.state == Stage.OPEN:
        return Invitation(
            heading=heading,
            why=why,
            is_open=True,
            sit_url=reverse("games:invite_sit", args=[token]),
            url=reverse("games:invite", args=[token]),
            table=facts.title,
            waiting=waiting(facts),
        )
    if facts.state == Stage.RUNNING:
        return Invitation(heading, _("All seats are taken, and the match is on."), False, table, _("Watch it"))
    return Invitation(
        heading,
        _("The table is closed: its match is over."),
        next_url=reverse("games:new_table"),
        next_label=_("Open a table of your own"),
    )


def not_good() -> Invitation:
    """For a link that leads nowhere, whether it ever did or not."""
    return Invitation(
        heading=_("This invitation is not good any more"),
        why=_("It was withdrawn, or the link is not whole. Ask who sent it for a new one."),
        next_url=reverse("games:home"),
        next_label=_("See the open tables"),
    )
