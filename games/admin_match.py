"""A match at the desk: what it is, how it stands, and where what is known of it can be read. Nothing to fill in."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import AuditEntry
from games.admin_acts import review_url
from games.models import Flag, Match, Report, Seat
from games.presenters.robots import robot_name
from games.rules.errors import RulesetError
from games.rules.ruleset import Ruleset
from games.services.desk import subject_of
from games.words.rules import ruleset_name

FACTS: Any = (
    (None, {"fields": ("stage", "score", "turn")}),
    (_("What is played"), {"fields": ("book", "terms", "opener", "next_match")}),
    (_("When"), {"fields": ("created_at", "started_at", "deadline", "finished_at", "results_at", "annulled_at")}),
    (_("For the machine"), {"fields": ("code", "fingerprint", "version", "round_number", "fault", "faults")}),
)
SHOWN = ("stage", "score", "turn", "book", "terms", "opener", "next_match")


def seats_of(match: Match) -> list[Seat]:
    """In order; from what has been fetched already, where it has."""
    return sorted(match.seats.all(), key=lambda seat: seat.index)


def sitter(seat: Seat) -> str:
    """Who plays there: a person's name, or a robot's."""
    if seat.user:
        return str(seat.user)
    return robot_name(seat.robot) if seat.robot else "–"


def at_seat(match: Match, index: int | None) -> str:
    """Who plays on this seat of a match, counted from 0; the number that players give it where nobody does."""
    if index is None:
        return "–"
    found = [sitter(seat) for seat in match.seats.all() if seat.index == index]
    return found[0] if found and found[0] != "–" else _t("seat %(number)d") % {"number": index + 1}


def rules_of(match: Match) -> str:
    """The rules as the table names them; their fingerprint where what is stored is no ruleset."""
    try:
        return ruleset_name(Ruleset.from_dict(match.ruleset))
    except RulesetError:
        return match.fingerprint


def pages_about(match: Match) -> list[tuple[str, str]]:
    """Addresses and titles of what else there is of this match, and how much of it."""

    def found(page: str, title: str, rows: Any, **asked: Any) -> tuple[str, str]:
        return f"{reverse(f'admin:{page}_changelist')}?{urlencode(asked)}", f"{title} ({rows.count()})"

    subject = subject_of(match)
    return [
        (review_url(match), _t("Review")),
        (reverse("games:table", args=[match.code]), _t("Table")),
        found("games_report", _t("Reports"), Report.objects.filter(match=match), match__id__exact=match.pk),
        found("games_flag", _t("Flags"), Flag.objects.filter(matches=match), matches__id__exact=match.pk),
        found("accounts_auditentry", _t("Audit log"), AuditEntry.objects.filter(subject=subject), subject=subject),
    ]


class MatchFacts:
    """The fields of a match's page, in words."""

    @admin.display(description=_("state"))
    def stage(self, match: Match) -> str:
        words = [match.get_state_display(), match.get_why_display() if match.why else ""]
        return ", ".join([*filter(None, words), *([_t("annulled")] if match.annulled_at else [])])

    @admin.display(description=_("score"))
    def score(self, match: Match) -> str:
        seats, sides = seats_of(match), len(match.scores)
        if not sides:
            return "–"
        names = [" + ".join(sitter(seat) for seat in seats if seat.index % sides == side) for side in range(sides)]
        return ", ".join(f"{name} {score}" for name, score in zip(names, match.scores, strict=True))

    @admin.display(description=_("to move"))
    def turn(self, match: Match) -> str:
        return next((sitter(seat) for seat in seats_of(match) if seat.index == match.turn_seat), "–")

    @admin.display(description=_("rules"))
    def book(self, match: Match) -> str:
        target = match.ruleset.get("target")
        return f"{rules_of(match)}, {_t('target %(points)s') % {'points': target}}" if target else rules_of(match)

    @admin.display(description=_("terms"))
    def terms(self, match: Match) -> str:
        words = [_t("rated") if match.rated else _t("friendly"), _t("by invitation") if match.private else _t("public")]
        if match.turn_seconds:
            words.append(ngettext("%d second a turn", "%d seconds a turn", match.turn_seconds) % match.turn_seconds)
        if match.round_limit:
            words.append(ngettext("%d round at most", "%d rounds at most", match.round_limit) % match.round_limit)
        if match.series_number:
            words.append(_t("match %(number)d of a series") % {"number": match.series_number})
        return ", ".join(words)

    @admin.display(description=_("opened by"))
    def opener(self, match: Match) -> str:
        if match.created_by is None:
            return "–"
        address = reverse("admin:accounts_user_change", args=[match.created_by_id])
        return format_html('<a href="{}">{}</a>', address, match.created_by)

    @admin.display(description=_("played next"))
    def next_match(self, match: Match) -> str:
        if match.rematch is None:
            return "–"
        address = reverse("admin:games_match_change", args=[match.rematch_id])
        return format_html('<a href="{}">{}</a>', address, match.rematch)
