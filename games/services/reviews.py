"""The work of reviews, one choice after another, in whichever process has a moment (docs/decisions/0210).

What is to be done stands in rows: a process takes a review by a lease, looks at the choice at its place, and stores
what it found together with the next place. So it goes on where it stopped, after whatever happened to the process.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from django.db import DatabaseError, transaction
from django.db.models import F, Q

from games import replay
from games.judging.alike import apart, apart_in
from games.judging.verdicts import WORTH_A_LOOK, measured, verdict
from games.models import Choice, Match, MoveBy, Review, ReviewState, Round, Seat
from games.past import Trace, match_trace
from games.reviewed import lead_so_far
from games.robots.opinion import PIECE, merged, open_piece, piece
from games.rules.errors import IllegalMove, NotationError
from games.rules.events import Played
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.rules.sight import sight_of
from games.services import grading, timing
from games.services.thinking import Busy, think

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from games.robots.appraisal import Appraisal, Worth
    from games.rules.retrace import Position
    from games.rules.sight import Sight

log = logging.getLogger(__name__)

#: Whose process was killed is taken up by another after so long; who lives renews it between his thoughts.
LEASE, BEAT_SECONDS = timedelta(seconds=15), 3.0
#: A thought is given up after so many seconds, and a choice after so many attempts that ended with the process.
THOUGHT_SECONDS, MOST_TRIES = 10.0, 3
#: Nothing is begun when a table wants something so soon: robots think before reviews do.
QUIET = timedelta(milliseconds=400)
#: So long one choice waits for a quiet moment before it is put off.
PATIENCE_SECONDS, PAUSE_SECONDS = 15.0, 0.1
MOST_ROUNDS = 100
OPEN = (ReviewState.WAITING, ReviewState.WORKING)
#: Moves that nobody chose at this table.
NOT_CHOSEN = ("forced", "past")
#: This process, for as long as it runs.
HOLDER = secrets.token_hex(8)


class Opinion(NamedTuple):
    """What every play was worth: `known` with what the seat could know, `hindsight` with all tiles open."""

    known: Appraisal
    hindsight: Appraisal


@dataclass(frozen=True)
class Plan:
    """What there is to judge in a match: the positions in which somebody chose, each with the one that followed."""

    match: Match
    trace: Trace
    rounds: int
    turns: tuple[tuple[Position, Position], ...]
    users: Mapping[int, int | None]


def work(seconds: float, *, holder: str = HOLDER) -> int:
    """Look at choices for so long at most, as long as no table waits for anything; how many it were."""
    until, done = monotonic() + seconds, 0
    while monotonic() < until and not _tables_wait() and work_once(holder=holder):
        done += 1
    return done


def work_once(*, holder: str = HOLDER) -> bool:
    """One choice of the review that was asked for first; False when there is none, or no thinker is free."""
    review = _take(holder)
    if review is None:
        return False
    try:
        plan = _plan(review)
    except (replay.ReplayError, NotationError, IllegalMove):
        log.exception("Match %s cannot be reviewed: its rows do not fold.", review.match.code)
        _fail(review)
        return True
    if review.place >= len(plan.turns):
        grading.finish(review=review, trace=plan.trace, users=plan.users)
        return True
    return _judge_next(review, plan)


def _tables_wait() -> bool:
    return Match.objects.due(timing.now() + QUIET).exists()


def _take(holder: str) -> Review | None:
    """The first review that nobody else works on, held by us from now on."""
    at = timing.now()
    free = Q(lease=holder) | Q(leased_until__isnull=True) | Q(leased_until__lt=at)
    due = Review.objects.filter(free, state__in=OPEN).order_by("asked_at", "pk")
    for pk, lease in due.values_list("pk", "lease")[:5]:
        held = Review.objects.filter(free, pk=pk, state__in=OPEN)
        # Whose lease has run out may have died of this choice.
        tries = F("tries") + (0 if lease == holder else 1)
        if held.update(lease=holder, leased_until=at + LEASE, state=ReviewState.WORKING, tries=tries):
            return Review.objects.select_related("match").get(pk=pk)
    return None


def _plan(review: Review) -> Plan:
    match = review.match
    trace = match_trace(match)
    rounds = min(MOST_ROUNDS, Round.objects.filter(match_id=match.pk).exclude(end="").count())
    turns = tuple(_turns(trace, rounds))
    if not review.started_at:
        review.started_at, review.rounds, review.choices = timing.now(), rounds, len(turns)
        review.save(update_fields=["started_at", "rounds", "choices"])
    users = dict(Seat.objects.filter(match_id=match.pk).values_list("index", "user_id"))
    return Plan(match, trace, rounds, turns, users)


def _turns(trace: Trace, rounds: int) -> Iterator[tuple[Position, Position]]:
    """The positions in which a seat had more than one play, and chose. A draw, a pass, an only play is no choice."""
    for before, after in zip(trace.positions, trace.positions[1:], strict=False):
        if after.spot.round_no > rounds or not isinstance(after.move, Played):
            continue
        state = before.match.round
        if state is None or after.spot.move == 0 or trace.by.get(after.spot) in NOT_CHOSEN:
            continue
        plays = [move for move in legal_moves(state) if isinstance(move, Play)]
        if len(apart(plays, state.layout)) > 1:
            yield before, after


def _judge_next(review: Review, plan: Plan) -> bool:
    before, after = plan.turns[review.place]
    if review.tries > MOST_TRIES:
        log.error("Match %s: move %s ended %d processes and is not judged.", plan.match.code, after.spot, MOST_TRIES)
        return _skip(review)
    try:
        found = think_of(plan.match.code, before, after, review.lots, Beat(review))
    except Busy:
        return False
    except DatabaseError:
        raise
    except Exception:
        log.exception("Match %s: move %s could not be judged.", plan.match.code, after.spot)
        return _skip(review)
    return _store(review, plan, before, after, found)


class Beat:
    """What goes on while a choice is looked at: the lease is renewed, and nothing is begun that a table would meet."""

    def __init__(self, review: Review) -> None:
        self.review, self.until, self.next = review, monotonic() + PATIENCE_SECONDS, monotonic() + BEAT_SECONDS

    def wait(self) -> None:
        """Until no table is about to want a thought. Busy when that does not come for a while."""
        while _tables_wait():
            if monotonic() > self.until:
                raise Busy("tables come first")
            self.beat()
            sleep(PAUSE_SECONDS)
        self.beat()

    def beat(self) -> None:
        """Now and then: the review stays ours, unless it has become another's."""
        if monotonic() < self.next:
            return
        self.next = monotonic() + BEAT_SECONDS
        mine = Review.objects.filter(pk=self.review.pk, lease=self.review.lease, place=self.review.place)
        mine.update(leased_until=timing.now() + LEASE)


def think_of(code: str, before: Position, after: Position, deals: int, beat: Beat) -> Opinion:
    """What the robot thinks of the play made after *before*; the same whenever it is asked. Busy, TimeoutError.

    Four times the deals where it seems to matter; hindsight knows the deal, and needs fewer playouts.
    """
    move, state = after.move, before.match.round
    assert isinstance(move, Played)
    assert state is not None
    sight = sight_of(before.match, before.events, move.seat)
    seed = crc32(f"{code} {after.spot}".encode())
    known = _appraised(sight, deals, seed, beat)
    if measured(known.of(move.play).lost, near=known.near).size > WORTH_A_LOOK:
        known = _appraised(sight, 4 * deals, seed, beat)
    hindsight = _piece(beat, open_piece, state, sight.scores, max(2, deals // 8), seed)
    return Opinion(*[apart_in(one, state.layout, move.play) for one in (known, hindsight)])


def _appraised(sight: Sight, deals: int, seed: int, beat: Beat) -> Appraisal:
    count = max(1, deals // PIECE)
    return merged([_piece(beat, piece, sight, deals // count, seed + number) for number in range(count)])


def _piece(beat: Beat, function: Callable[..., Appraisal], *args: Any) -> Appraisal:
    """One short thought, when no table is about to want one."""
    beat.wait()
    return think(function, *args, seconds=THOUGHT_SECONDS, wait=1.0)


def _store(review: Review, plan: Plan, before: Position, after: Position, found: Opinion) -> bool:
    """The row of the choice and the next place, unless another process has the review by now."""
    row = _row(review, plan, before, after, found)
    with transaction.atomic():
        if _moved_on(review):
            row.save()
    return True


def _moved_on(review: Review, **more: object) -> bool:
    at = timing.now()
    mine = Review.objects.filter(pk=review.pk, lease=review.lease, place=review.place)
    return bool(mine.update(place=F("place") + 1, tries=0, beat_at=at, leased_until=at + LEASE, **more))


def _skip(review: Review) -> bool:
    _moved_on(review, skipped=F("skipped") + 1)
    return True


def _fail(review: Review) -> None:
    mine = Review.objects.filter(pk=review.pk, lease=review.lease)
    mine.update(state=ReviewState.FAILED, finished_at=timing.now(), lease="", leased_until=None)


def _row(review: Review, plan: Plan, before: Position, after: Position, found: Opinion) -> Choice:
    move = after.move
    assert isinstance(move, Played)
    known, own = found.known, found.known.of(move.play)
    by = plan.trace.by.get(after.spot, "")
    return Choice(
        review=review,
        match=plan.match,
        round_no=after.spot.round_no,
        move_no=after.spot.move,
        seat=move.seat,
        by=by,
        user_id=plan.users.get(move.seat) if by == MoveBy.PERSON else None,
        text=str(move.play),
        best=str(known.best.play),
        verdict=verdict(measured(own.lost, near=known.near)),
        near=known.near,
        lots=known.deals,
        lost=_lost(own, known.best, near=known.near),
        error=own.lost.error,
        chance_lost=own.lost.chance,
        chance_error=own.lost.chance_error,
        worth=own.points,
        lead=lead_so_far(plan.trace, before, move.side),
        open_best=str(found.hindsight.best.play),
        open_lost=found.hindsight.of(move.play).lost.points,
        values=_values(found),
    )


def _lost(own: Worth, best: Worth, *, near: bool) -> float:
    """In points. Near the target the best play may be one that gives points away."""
    return max(0.0, best.points - own.points) if near else own.lost.points


def _values(found: Opinion) -> list[dict[str, float | str]]:
    """Every legal play, the best first (`apart_in`)."""
    known = found.known
    return [
        {
            "play": str(worth.play),
            "points": round(worth.points, 2),
            "error": round(worth.error, 2),
            "lost": round(worth.lost.points, 2),
            "lost_error": round(worth.lost.error, 2),
            "chance": round(worth.chance, 4),
            "chance_lost": round(worth.lost.chance, 4),
            "chance_error": round(worth.lost.chance_error, 4),
            "open": round(found.hindsight.of(worth.play).points, 2),
        }
        for worth in known.worths
    ]
