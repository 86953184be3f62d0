"""Rows to look at, one by one: rounds, moves, calls, studies, puzzles. Nobody reads hands that are being played."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_acts import ReadOnly
from games import admin_puzzles  # noqa: F401  # registers puzzles
from games.models import LIVE, Call, Move, Round, StudyRecord

HIDDEN = "…"


def is_played(row: Round) -> bool:
    """Whether this round's hands still matter to somebody."""
    return not row.end and row.match.state in LIVE


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ["match", "number", "leader", "leader_by", "end", "settlement", "scores"]
    list_select_related = ["match"]
    fields = ["match", "number", "version", "leader", "leader_by", "shown_tiles", "end", "settlement", "scores", "at"]
    readonly_fields = ["shown_tiles"]
    search_fields = ["match__code"]

    @admin.display(description=_("tiles"))
    def shown_tiles(self, row: Round) -> str:
        return HIDDEN if is_played(row) else row.tiles


@admin.register(Move)
class MoveAdmin(ReadOnly):
    list_display = ["match", "round_number", "number", "seat", "shown_text", "count", "points", "by", "at"]
    # Where points are called, a row has its count and points only once they have been told to all.
    fields = ["match", "round", "number", "seat", "shown_text", "claim", "count", "points", "taken_by", "taken", "by",
              "version", "closed_version", "user", "at"]  # fmt: skip
    readonly_fields = ["shown_text"]
    search_fields = ["match__code"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("match", "round__match", "user")

    @admin.display(description=_("round"))
    def round_number(self, move: Move) -> int:
        return move.round.number

    @admin.display(description=_("text"))
    def shown_text(self, move: Move) -> str:
        hidden = move.text.startswith("+") and is_played(move.round)
        return f"+{HIDDEN}" if hidden else move.text


@admin.register(Call)
class CallAdmin(ReadOnly):
    """What was called aloud: a right call closed its window, and a wrong one tells nothing."""

    list_display = ["match", "version", "seat", "points", "right", "robot", "at"]
    fields = ["match", "move", "seat", "user", "robot", "points", "right", "version", "at"]
    list_select_related = ["match"]
    search_fields = ["match__code"]


@admin.register(StudyRecord)
class StudyAdmin(ReadOnly):
    """Records that people have brought along: whose, and when."""

    list_display = ["token", "owner", "created_at"]
    fields = ["token", "owner", "created_at"]
    list_select_related = ["owner"]
    search_fields = ["token", "owner__username"]
