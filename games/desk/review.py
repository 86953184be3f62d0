"""A match as the desk may look at it: every finished round with all hands; of one that is played, what all may see.

Hands of a running round are in the trace that is shown only after `services.peeking` has noted the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from accounts.models import AuditEntry
from games import past, replay, verification
from games.fair import proofs_of
from games.models import LIVE, Call, Flag, LeaderBy, Line, Match, Move, Report, Round, Seat, SeatEvent
from games.past import Past, Sitter
from games.rules import fairness
from games.rules.errors import IllegalMove, NotationError
from games.rules.retrace import Spot
from games.services.desk import subject_of
from games.services.peeking import is_sealed, may_see_hands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from accounts.models import User
    from games.proofs import Proof

MOST_ENTRIES = 50


class Timed(NamedTuple):
    """A move with who chose it, when, and how long it took, in seconds: the first of a round since its deal."""

    spot: Spot
    seat: int
    by: str
    text: str
    took: float
    at: datetime


@dataclass(frozen=True)
class Review:
    """What is behind the page of one match. `past` is None where its rows do not fold.

    `playing` is the number of the round that is being played, 0 when none is; `hidden`: its hands are not to be seen.
    `sealed`: nothing of it is, as it tells a deal that the viewer could still play.
    """

    match: Match
    past: Past | None
    playing: int
    hidden: bool
    sealed: bool
    moves: tuple[Timed, ...]

    def hides(self, spot: Spot) -> bool:
        """Whether this position is shown as everybody sees it."""
        return self.hidden and spot.round_no == self.playing


@dataclass(frozen=True)
class Behind:
    """What stands beside the moves: only the whole page needs it."""

    seats: tuple[Seat, ...]
    events: tuple[SeatEvent, ...]
    calls: tuple[Call, ...]
    faults: tuple[str, ...]
    proofs: tuple[tuple[Proof, bool], ...]
    reports: tuple[Report, ...]
    flags: tuple[Flag, ...]
    lines: tuple[Line, ...]
    entries: tuple[AuditEntry, ...]
    elsewhere: tuple[Report, ...]


def review(match: Match, actor: User) -> Review:
    """The match for this member of staff."""
    rounds = list(Round.objects.filter(match=match).order_by("number"))
    playing = rounds[-1].number if rounds and not rounds[-1].end and match.state in LIVE else 0
    hidden = bool(playing) and not may_see_hands(actor, match)
    sealed = is_sealed(actor, match)
    moves = _timed(match, rounds, playing if hidden else 0)
    if sealed:
        moves = tuple(move._replace(text="") for move in moves)
    return Review(match, None if sealed else _past(match, rounds), playing, hidden, sealed, moves)


def _past(match: Match, rounds: Sequence[Round]) -> Past | None:
    try:
        ruleset = replay.ruleset_of(match.ruleset)
        trace = past.trace_of(match, ruleset, rounds)
    except (replay.ReplayError, NotationError, IllegalMove):
        return None
    if trace.positions and trace.positions[-1].match.window is not None:
        # What the last play is worth has not been told: it is looked at once its window has closed.
        trace = trace._replace(positions=trace.positions[:-1])
    seats = Seat.objects.filter(match=match).select_related("user").order_by("index")
    return Past(
        code=match.code,
        ruleset=ruleset,
        sitters=tuple(Sitter(seat.user.username if seat.user else "", seat.robot, seat.stand_in) for seat in seats),
        trace=trace,
        title=match.title,
        at=match.finished_at or match.started_at,
        running=not match.is_over,
        private=match.private,
        why=match.why,
    )


def _timed(match: Match, rounds: Sequence[Round], masked: int) -> tuple[Timed, ...]:
    """All moves; of the masked round no drawn tile is named."""
    dealt = {row.pk: row for row in rounds}
    found: list[Timed] = []
    before: Move | None = None
    for move in Move.objects.filter(match=match).order_by("version"):
        number = dealt[move.round_id].number
        since = before.at if before and before.round_id == move.round_id else dealt[move.round_id].at
        took = max(0.0, (move.at - since).total_seconds())  # a deal's own time is a moment after its transaction's
        text = "+" if number == masked and move.text.startswith("+") else move.text
        found.append(Timed(Spot(number, move.number), move.seat, move.by, text, took, move.at))
        before = move
    return tuple(found)


def _proved(match: Match) -> Iterator[tuple[Proof, bool]]:
    """What was published of each round that is over, and whether seal and deal follow from it."""
    rounds = {row.number: row for row in Round.objects.filter(match=match)}
    for number, proof in sorted(proofs_of(match).items()):
        sealed = fairness.commitment(proof.secret, proof.match, number) == proof.commitment
        drawn = fairness.drawn(fairness.order_key(proof.secret, proof.match, number, proof.values), len(proof.values))
        row = rounds[number]
        lot = row.leader_by != LeaderBy.LOT or row.leader == drawn.lot
        yield proof, sealed and lot and drawn.tiles == replay.tiles_of(row)


def behind(match: Match) -> Behind:
    """What the rules engine says, the proofs, the reports, the figures, the talk and the log about this match."""
    seats = tuple(Seat.objects.filter(match=match).select_related("user").order_by("index"))
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    reports = Report.objects.select_related("reporter", "reported", "match").order_by("created_at")
    about = Q(user__in=people) & (Q(other__isnull=True) | Q(other__in=people))
    entries = AuditEntry.objects.filter(subject=subject_of(match)).select_related("actor", "user")
    return Behind(
        seats=seats,
        events=tuple(SeatEvent.objects.filter(match=match).select_related("user").order_by("at", "pk")),
        calls=tuple(Call.objects.filter(match=match).order_by("version")),
        faults=tuple(verification.faults_of(match)) if match.round_number else (),
        proofs=tuple(_proved(match)),
        reports=tuple(reports.filter(match=match)),
        flags=tuple(Flag.objects.filter(about).select_related("user", "other").distinct()),
        lines=tuple(Line.objects.filter(match=match).select_related("user").order_by("number")),
        entries=tuple(entries.order_by("-at", "-pk")[:MOST_ENTRIES]),
        elsewhere=tuple(reports.filter(reported__in=people, state="open").exclude(match=match)[:MOST_ENTRIES]),
    )
