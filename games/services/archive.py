"""What history reads, written once when a match is over: its format, and each person's result beside his seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.models import Format, Match, Result, Round, Seat, Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

_FORMATS = {2: Format.TWO, 3: Format.THREE, 4: Format.FOUR}


def archive(match: Match) -> bool:
    """Enter a match that is over into the history; False, and nothing happens, while it runs, or a second time.

    The caller saves the match, in the same transaction.
    """
    if match.format or not (format_ := entry(match)):
        return False
    match.format = format_
    for seat in Seat.objects.filter(match_id=match.pk, user__isnull=False):
        result = result_of(match, seat.index)
        Seat.objects.filter(pk=seat.pk).update(over_at=match.finished_at, result=result)
    return True


def entry(match: Match) -> str:
    """The format under which a match stands in the history; empty while it runs, or without a finished round."""
    if not match.is_over:
        return ""
    has_round = match.state == Stage.FINISHED or Round.objects.filter(match_id=match.pk).exclude(end="").exists()
    return str(format_of(match.ruleset)) if has_round else ""


def format_of(ruleset: Mapping[str, Any]) -> Format:
    """The format of a table with these rules (the settings as stored)."""
    return Format.PARTNERS if ruleset["partners"] else _FORMATS[ruleset["players"]]


def result_of(match: Match, seat: int) -> str:
    """How a match that is over went for a seat."""
    if match.winner_side is None:
        return str(Result.UNFINISHED)
    side = seat % 2 if match.ruleset["partners"] else seat
    return str(Result.WON if side == match.winner_side else Result.LOST)
