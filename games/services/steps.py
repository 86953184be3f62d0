"""From a step of the rules to rows: moves, calls, closed windows, settled rounds, and the summary columns after them.

Every write upon the game itself goes through a `Log`; who may ask for what is decided in `play` and `calling`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import meters
from games.models import Call, MatchEnd, Move, MoveBy, Round, Seat, Stage, Why
from games.rules import matches
from games.rules.errors import IllegalMove
from games.rules.events import Called, Played, RoundOver, WindowClosed
from games.rules.moves import Play
from games.rules.notation import number
from games.rules.rounds import legal_moves
from games.services import errors, failpoints, promises, timing, windows

if TYPE_CHECKING:
    from accounts.models import User
    from games.replay import Replayed
    from games.rules.events import Event
    from games.rules.matches import MatchState
    from games.rules.moves import Move as AnyMove
    from games.services.tables import Table

# The robot that plays on for who is away: it should do its best for him, at any level of the others.
STAND_IN = "careful"


class Log:
    """What one service does to the present round, row by row; `value` is the match after it. `write` stores all.

    `folded` are the stored rows of `table`, whose present round is running.
    """

    def __init__(self, table: Table, folded: Replayed) -> None:
        assert folded.present is not None, "nothing happens before a deal"
        self.table = table
        self.value = folded.match
        self.moves: list[Move] = []
        self._events: list[Event] = []
        self._round = folded.present
        self._number = folded.moves

    @property
    def turn(self) -> int | None:
        """The seat on turn now."""
        return self.value.round.turn if self.value.round else None

    def play(
        self, move: AnyMove, *, by: MoveBy, user: User | None = None, key: str = "", claim: int | None = None
    ) -> None:
        """A move of the seat on turn, and what it claims. IllegalPlay when the rules refuse."""
        seat = self.turn
        assert seat is not None, "a move needs a turn"
        try:
            step = matches.play(self.value, move, claim)
        except IllegalMove as refused:
            raise errors.IllegalPlay(refused.reason) from refused
        self._number += 1
        row = Move(
            match=self.table.match,
            round=self._round,
            number=self._number,
            seat=seat,
            text=str(move),
            by=by,
            version=self.table.raise_version(),
            user=user,
            key=key,
            at=self.table.at,
        )
        if isinstance(laid := step.events[0], Played):
            row.claim = laid.claim
            if laid.points is not None:
                row.count, row.points = laid.count, int(laid.points)
        self.moves.append(row)
        self._take(step)

    def force(self) -> None:
        """The draws and passes that must come next; none while a window is open: until then nobody has to act."""
        while self.value.window is None and (forced := forced_move(self.value)) is not None:
            self.play(forced, by=MoveBy.FORCED)

    def call(self, seat: int, points: int, *, user: User | None = None, key: str = "") -> Call:
        """A «Muggins!» upon the last play; the window may close with it. IllegalMove when the rules refuse."""
        row = open_play(self.table)
        step = matches.call(self.value, seat, points)
        called = step.events[0]
        assert isinstance(called, Called)
        call = Call.objects.create(
            match=self.table.match,
            move=row,
            seat=seat,
            user=user,
            robot=user is None,
            points=points,
            right=called.right,
            key=key,
            version=self.table.raise_version(),
            at=self.table.at,
        )
        self._take(step, row)
        return call

    def close(self) -> None:
        """The window closes: what the last play was worth is told and credited."""
        row = open_play(self.table)
        step = matches.close_window(self.value)
        self.table.raise_version()
        self._take(step, row)

    def _take(self, step: matches.Step, row: Move | None = None) -> None:
        self.value = step.match
        self._events += step.events
        closed = next((event for event in step.events if isinstance(event, WindowClosed)), None)
        if closed is not None and row is not None:
            _tell(row, closed, self.table.match.version)
            windows.shut_window(self.table)

    def write(self) -> None:
        """Insert the moves, carry the result into the summary columns, set who is next, and save the table."""
        Move.objects.bulk_create(self.moves)
        meters.count_moves(self.moves)
        failpoints.reach("moves_stored")
        match = self.table.match
        match.scores = [number(score) for score in self.value.scores]
        settled = next((event for event in self._events if isinstance(event, RoundOver)), None)
        if settled is not None:
            _close_round(self._round, settled)
            failpoints.reach("round_closed")
        if self.moves or settled is not None:
            timing.begin_turn(match, self.turn, self.table.at)
        elif self.value.window is None:
            match.turn_at = self.table.at  # the turn is the same as before the window closed; its clock starts now
        if self.moves and self.value.window is not None:
            windows.open_window(self.table, self.value)
        self._end_match(settled)
        if settled is not None and match.state == Stage.RUNNING:
            promises.promise(match, match.round_number + 1, self.table.at)
        self.table.save()

    def _end_match(self, settled: RoundOver | None) -> None:
        match = self.table.match
        if self.value.winner is not None:
            finish(self.table, Stage.FINISHED, MatchEnd.TARGET)
            match.winner_side = self.value.winner
        elif settled is not None and match.round_limit is not None and match.round_number >= match.round_limit:
            # The last round that the table allows, and nobody has won: nobody does, whoever is ahead.
            finish(self.table, Stage.FINISHED, MatchEnd.UNFINISHED)
            match.why = Why.ROUND_LIMIT


def forced_move(value: MatchState) -> AnyMove | None:
    """The draw or pass that must come next, None when whoever is on turn has a play (or the round is over)."""
    if value.round is None or value.round.turn is None:
        return None
    first = legal_moves(value.round)[0]
    return None if isinstance(first, Play) else first


def open_play(table: Table) -> Move:
    """The row of the play whose window is open: it made the present turn, as nothing follows before it closes."""
    return Move.objects.get(match_id=table.match.pk, version=table.match.turn_version)


def _tell(row: Move, event: WindowClosed, version: int) -> None:
    """What the row of a play could not hold while its window was open."""
    row.count, row.points, row.closed_version = event.count, int(event.credited), version
    if event.taken_by is not None:
        row.taken_by, row.taken = event.taken_by, int(event.taken)
    row.save(update_fields=["count", "points", "closed_version", "taken_by", "taken"])


def _close_round(row: Round, event: RoundOver) -> None:
    row.end = event.end
    row.settlement = [number(gain) for gain in event.settlement.gains]
    row.scores = [number(score) for score in event.scores]
    row.save(update_fields=["end", "settlement", "scores"])


def finish(table: Table, stage: Stage, end: MatchEnd) -> None:
    """Close the match: nobody is on turn, no lease runs. The caller saves the table."""
    match = table.match
    match.state, match.end = stage, end
    match.finished_at = table.at
    match.turn_seat = None
    Seat.objects.filter(match_id=match.pk).update(seen_at=None)
    failpoints.reach("match_finished")
