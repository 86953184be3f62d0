"""What history reads, written once when a match is over: its format, and each person's result beside his seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.models import Format, Match, Result, Round, Seat, Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

_FORMATS = {2: Format.TWO, 3: Format.THREE, 4: Format.FOUR}


def archive(match: Match) -> None:
    """Enter a match that is over into the history; nothing happens while it runs, or a second time.

    Only what has a finished round to look at is entered. The caller saves the match, in the same transaction.
    """
    if not match.is_over or match.format or not _has_a_round(match):
        return
    match.format = format_of(match.ruleset)
    persons = Seat.objects.filter(match_id=match.pk, user__isnull=False)
    won = seats_of_side(match.ruleset, match.winner_side)
    persons.update(over_at=match.finished_at, result=Result.LOST if won else Result.UNFINISHED)
    if won:
        persons.filter(index__in=won).update(result=Result.WON)


def _has_a_round(match: Match) -> bool:
    return match.state == Stage.FINISHED or Round.objects.filter(match_id=match.pk).exclude(end="").exists()


def format_of(ruleset: Mapping[str, Any]) -> Format:
    """The format of a table with these rules (the settings as stored)."""
    return Format.PARTNERS if ruleset["partners"] else _FORMATS[ruleset["players"]]


def seats_of_side(ruleset: Mapping[str, Any], side: int | None) -> list[int]:
    """The seats that score for a side; none when there is no side."""
    if side is None:
        return []
    return [side, side + 2] if ruleset["partners"] else [side]
