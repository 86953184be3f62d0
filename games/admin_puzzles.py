"""Puzzles at the desk: what each one is about, how people did, the position drawn; and taking one out of use."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from accounts.admin_acts import Act, Either
from accounts.models import User
from games.admin_acts import GamesActs, review_url
from games.models import Puzzle
from games.presenters.line import line_in_words
from games.presenters.picture import DAY, shared_picture
from games.presenters.puzzles import answered_by, level_of, outcomes, theme_of
from games.services import puzzle_desk
from games.services.puzzle_store import position_of, solved_of
from games.words import puzzles as words
from games.words.rules import ruleset_name


def _retire(actor: User, puzzle: Puzzle, data: dict[str, Any]) -> str:
    puzzle_desk.retire(actor=actor, puzzle=puzzle, reason=data["reason"])
    return _t("The puzzle is out of use.")


def _restore(actor: User, puzzle: Puzzle, data: dict[str, Any]) -> str:
    puzzle_desk.restore(actor=actor, puzzle=puzzle, reason=data["reason"])
    return _t("The puzzle is in use again.")


def _in_use(actor: User, puzzle: Puzzle) -> bool:
    return puzzle.retired_at is None


def _out_of_use(actor: User, puzzle: Puzzle) -> bool:
    return puzzle.retired_at is not None


RETIRED = _("It is asked of nobody any more. What was answered counts as it did.")
RESTORED = _("It is asked again, with what was answered before.")
ACTS = (
    Act("retire", _("Take out of use"), RETIRED, _retire, _in_use),
    Act("restore", _("Put back into use"), RESTORED, _restore, _out_of_use),
)


class NearFilter(Either):
    title, parameter_name = _("what decides"), "near_target"
    holds, words = Q(near=True), (_("chances of winning"), _("points"))


class RetiredFilter(Either):
    title, parameter_name = _("use"), "out_of_use"
    holds, words = Q(retired_at__isnull=False), (_("out of use"), _("in use"))


class SourceFilter(Either):
    title, parameter_name = _("source match"), "from_match"
    holds, words = Q(match__isnull=False), (_("a match of people"), _("robots"))


@admin.register(Puzzle)
class PuzzleAdmin(GamesActs):
    """By what they are about and how hard they are; a page shows the position and what the robot found."""

    acts = ACTS
    list_display = ["key", "theme", "difficulty", "game", "decides", "solved_share", "source", "made_at", "is_retired"]
    list_filter = ["family", "format", NearFilter, RetiredFilter, SourceFilter, "made_at"]
    search_fields = ["key", "=match__code"]
    search_help_text = _("A puzzle's key, or the code of the match that it is from.")
    list_select_related = ["match"]
    list_per_page = 40
    show_full_result_count = False
    fields = ["key", "game", "theme", "difficulty", "solved_share", "position", "hand", "plays", "deals", "decides",
              "source", "made_at", "retired_at"]  # fmt: skip
    readonly_fields = ["game", "theme", "difficulty", "solved_share", "position", "hand", "plays", "decides", "source"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).order_by("-pk")

    def named(self, row: Puzzle) -> str:
        return puzzle_desk.subject_of(row)

    def links(self, row: Puzzle) -> list[tuple[str, str]]:
        return [(review_url(row.match), _t("Review"))] if row.match is not None else []

    @admin.display(description=_("theme"))
    def theme(self, row: Puzzle) -> str:
        return words.theme(theme_of(position_of(row), solved_of(row)))

    @admin.display(description=_("difficulty"), ordering="mu")
    def difficulty(self, row: Puzzle) -> str:
        return level_of(row.mu, row.tries)

    @admin.display(description=_("game"), ordering="family")
    def game(self, row: Puzzle) -> str:
        return f"{ruleset_name(position_of(row).ruleset)}, {row.get_format_display()}"

    @admin.display(description=_("what decides"), ordering="near")
    def decides(self, row: Puzzle) -> str:
        return _t("chances of winning") if row.near else _t("points")

    @admin.display(description=_("solved"), ordering="tries")
    def solved_share(self, row: Puzzle) -> str:
        return answered_by(row.solved, row.tries)

    @admin.display(description=_("source match"), ordering="match")
    def source(self, row: Puzzle) -> str:
        if row.match is None:
            return _t("robots")
        return format_html('<a href="{}">{}</a>', review_url(row.match), row.match)

    @admin.display(description=_("out of use"), ordering="retired_at")
    def is_retired(self, row: Puzzle) -> str:
        return _t("out of use") if row.retired_at else "–"

    @admin.display(description=_("position"))
    def position(self, row: Puzzle) -> str:
        position = position_of(row)
        layout = position.sight.layout
        shown = shared_picture(layout, position.ruleset, DAY, line_in_words(layout))
        return format_html(
            '<div class="desk-board">{}</div>', render_to_string("games/position.svg", {"picture": shown})
        )

    @admin.display(description=_("hand of who is on turn"))
    def hand(self, row: Puzzle) -> str:
        return " ".join(f"{tile.high}-{tile.low}" for tile in sorted(position_of(row).sight.hand or (), reverse=True))

    @admin.display(description=_("plays, the best first"))
    def plays(self, row: Puzzle) -> str:
        found = outcomes(position_of(row), solved_of(row))
        lines = format_html_join("", "<li>{}: {} ({})</li>", ((one.name, one.value, one.loss) for one in found))
        return format_html("<ol>{}</ol>", lines)
