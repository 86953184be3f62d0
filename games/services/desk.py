"""The desk's acts upon matches: end one, annul it, take that back, give a seat to a robot. Each has a reason.

Keyword-only, each in one transaction that locks the table, so that it stands before or after any move; each leaves an
entry in the audit log and a notice for everybody who sits there. Raises a `Refused` (OwnMatch for an actor who sits
there himself), or the `ReasonMissing` and `NotStaff` of `accounts.conduct`; then nothing has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.urls import reverse

from accounts import conduct, notices
from games.models import Match, Stage, Why
from games.services import announce, errors, rebuild, seating
from games.services.impartial import must_be_another
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accounts.models import User

END, ANNUL, UNDO, GIVE_SEAT = "end_match", "annul", "undo_annulment", "give_seat"


def subject_of(match: Match) -> str:
    """How the audit log names a match."""
    return f"match {match.code}"


def end_match(*, actor: User, match: Match, reason: str) -> Match:
    """End a match, or close a table that is still open: nobody has won, and nobody's rating changes.

    Points that were claimed in an open window are credited first; if they decide the match, it has been won. MatchOver.
    """
    with transaction.atomic():
        table = _held(actor, match)
        if table.match.is_over:
            raise errors.MatchOver
        was_open = table.match.state == Stage.OPEN
        seating.close(table, Why.STAFF)
        ended = table.match.why == Why.STAFF
        details = {"round": table.match.round_number, "scores": table.match.scores, "decided": not ended}
        _note(actor, END, table, reason, details)
        table.raise_version()
        table.save()
        if ended:
            _tell_all(table, notices.MATCH_ENDED, "games:table")
        if was_open and not table.match.private:
            announce.lobby_changed()
        return table.match


def annul(*, actor: User, match: Match, reason: str) -> Match:
    """Take a match that is over out of all results, ratings and sums; what came after it is rated anew without it.

    NotOver for one that runs, or of which no round was finished; AnnulledAlready.
    """
    with transaction.atomic():
        table = _counted(actor, match)
        if table.match.annulled_at is not None:
            raise errors.AnnulledAlready
        _note(actor, ANNUL, table, reason, {"winner": table.match.winner_side, "scores": table.match.scores})
        table.match.annulled_at = table.at
        _count_anew(table, notices.ANNULLED)
        return table.match


def undo_annulment(*, actor: User, match: Match, reason: str) -> Match:
    """Have an annulled match count again, where it stood: all figures are those that they were. NotAnnulled."""
    with transaction.atomic():
        table = _counted(actor, match)
        if table.match.annulled_at is None:
            raise errors.NotAnnulled
        _note(actor, UNDO, table, reason, {"annulled_at": table.match.annulled_at.isoformat()})
        table.match.annulled_at = None
        _count_anew(table, notices.COUNTS_AGAIN)
        return table.match


def give_seat_to_robot(*, actor: User, match: Match, seat: int, reason: str) -> Match:
    """A robot plays on for this person, as if he had left; he may come back, as anybody who left.

    NotRunning, NoSuchSeat, NoPersonThere.
    """
    with transaction.atomic():
        table = _held(actor, match)
        if not table.is_running:
            raise errors.NotRunning
        if not 0 <= seat < len(table.seats):
            raise errors.NoSuchSeat
        place = table.seats[seat]
        if place.user is None or place.left:
            raise errors.NoPersonThere
        details = {"seat": seat + 1, "round": table.match.round_number}
        _note(actor, GIVE_SEAT, table, reason, details, user=place.user)
        seating.vacate(table, place)
        notices.tell(user=place.user, code=notices.ROBOT_PLAYS, link=reverse("games:table", args=[table.match.code]))
        return table.match


def _note(
    actor: User, act: str, table: Table, reason: str, details: Mapping[str, object], user: User | None = None
) -> None:
    conduct.note(actor=actor, act=act, reason=reason, user=user, subject=subject_of(table.match), details=details)


def _held(actor: User, match: Match) -> Table:
    """The table, locked; OwnMatch for who sits there."""
    table = lock(match.pk)
    must_be_another(actor, match)
    return table


def _counted(actor: User, match: Match) -> Table:
    """The table, locked; NotOver when the match has no results that could count."""
    table = _held(actor, match)
    if not table.match.is_over or table.match.results_at is None:
        raise errors.NotOver
    return table


def _count_anew(table: Table, code: str) -> None:
    """Save, carry the change through results and ratings, and tell everybody; nothing of the play has changed."""
    table.raise_version()
    table.match.save(update_fields=["annulled_at", "version"])
    announce.table_changed(table.match)
    rebuild.rebuild_from(table.match, table.seats)
    _tell_all(table, code, "games:replay")


def _tell_all(table: Table, code: str, page: str) -> None:
    for seat in table.persons:
        assert seat.user is not None
        notices.tell(user=seat.user, code=code, link=reverse(page, args=[table.match.code]))
