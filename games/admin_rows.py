"""Rows to look at, one by one: rounds, moves, calls, studies, puzzles. Nobody reads hands that are being played, nor a
deal that others are still to play.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_acts import ReadOnly
from games import admin_puzzles  # noqa: F401  # registers puzzles
from games.admin_match import at_seat
from games.fixed import sealed_deal
from games.models import LIVE, Call, Move, Round, StudyRecord
from games.services.desk import subject_of

HIDDEN = "…"


def is_played(row: Round) -> bool:
    """Whether this round's hands still matter to somebody."""
    return not row.end and row.match.state in LIVE


def is_hidden(row: Round) -> bool:
    """Whether its tiles are nobody's to read here; the review opens them to who gives a reason."""
    return is_played(row) or sealed_deal(row.match) is not None


class OfMatch(ReadOnly):
    """A row that belongs to a match: who looks at it has looked at the match."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With all that a list says of each row's match, in as many queries as for one."""
        rows = super().get_queryset(request).select_related("match__prescription__deal")
        return rows.prefetch_related("match__seats__user")

    def named(self, row: Any) -> str:
        return subject_of(row.match)


@admin.register(Round)
class RoundAdmin(OfMatch):
    ordering = ["-pk"]
    list_display = ["match", "number", "leads", "leader_by", "end", "gains", "standing"]
    fields = ["match", "number", "version", "leads", "leader_by", "shown_tiles", "end", "gains", "standing", "at"]
    readonly_fields = ["leads", "shown_tiles", "gains", "standing"]
    search_fields = ["match__code"]

    @admin.display(description=_("leads"))
    def leads(self, row: Round) -> str:
        return at_seat(row.match, row.leader)

    @admin.display(description=_("settlement"))
    def gains(self, row: Round) -> str:
        return " : ".join(row.settlement) or "–"

    @admin.display(description=_("scores"))
    def standing(self, row: Round) -> str:
        return " : ".join(row.scores) or "–"

    @admin.display(description=_("tiles"))
    def shown_tiles(self, row: Round) -> str:
        return HIDDEN if is_hidden(row) else row.tiles


@admin.register(Move)
class MoveAdmin(OfMatch):
    # By the index of a match's moves: the order of the matches themselves would have all moves read and sorted.
    ordering = ["-match_id", "-version"]
    list_display = ["match", "round_number", "number", "mover", "shown_text", "count", "points", "by", "at"]
    # Where points are called, a row has its count and points only once they have been told to all.
    fields = ["match", "round_number", "number", "mover", "shown_text", "claim", "count", "points", "taker", "taken",
              "by", "version", "closed_version", "user", "at"]  # fmt: skip
    readonly_fields = ["round_number", "mover", "shown_text", "taker"]
    search_fields = ["match__code"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("round__match", "user")

    @admin.display(description=_("player"))
    def mover(self, move: Move) -> str:
        return at_seat(move.match, move.seat)

    @admin.display(description=_("taken by"))
    def taker(self, move: Move) -> str:
        return at_seat(move.match, move.taken_by)

    @admin.display(description=_("round"))
    def round_number(self, move: Move) -> int:
        return move.round.number

    @admin.display(description=_("text"))
    def shown_text(self, move: Move) -> str:
        if sealed_deal(move.match) is not None:
            return HIDDEN
        return f"+{HIDDEN}" if move.text.startswith("+") and is_played(move.round) else move.text


@admin.register(Call)
class CallAdmin(OfMatch):
    """What was called aloud: a right call closed its window, and a wrong one tells nothing."""

    ordering = ["-pk"]
    list_display = ["match", "version", "caller", "points", "right", "robot", "at"]
    fields = ["match", "move", "caller", "user", "robot", "points", "right", "version", "at"]
    readonly_fields = ["caller"]
    search_fields = ["match__code"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("user", "move")

    @admin.display(description=_("player"))
    def caller(self, call: Call) -> str:
        return at_seat(call.match, call.seat)


@admin.register(StudyRecord)
class StudyAdmin(ReadOnly):
    """Records that people have brought along: whose, and when."""

    list_display = ["token", "owner", "created_at"]
    fields = ["token", "owner", "created_at"]
    list_select_related = ["owner"]
    search_fields = ["token", "owner__username"]
