"""A process dies at each step of a round's and a match's end, many times; then the player's browser asks again (A3).

The position just before is kept as a file and put back before each death. Needs Django, set up on a data folder.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from django.db import connection, connections

from accounts.models import RatingEntry, Result, User
from games import replay, verification
from games.models import Match, Move, Round, Seat, Stage
from games.rules import matches
from games.rules.events import RoundOver
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.services import failpoints, seating
from games.services.play import play_move
from games.services.rebuild import rebuild
from tests.torture import club
from tests.torture.board import Board

DEATHS = 25
ROUND_END = ("moves_stored", "round_closed", "before_commit", "after_commit")
DEAL = ("round_dealt", "before_commit", "after_commit")
MATCH_END = ("moves_stored", "round_closed", "match_finished", "results_entered", "before_commit", "after_commit")


@dataclass(frozen=True)
class Step:
    """What somebody does, and how often each thing is there afterwards, however often he does it."""

    what: str
    places: tuple[str, ...]
    act: Callable[[], object]
    rounds: int
    ratings: int


def run(board: Board) -> None:
    people = club.members(["alice", "bob"])
    code = club.together(*people.values()).code
    for step in _steps(code):
        kept = _keep()
        survived = faults = 0
        for place in step.places:
            for _ in range(DEATHS):
                survived += not _dies(place, step.act)
                step.act()
                faults += _faults(code, step)
                _put_back(kept)
        died = DEATHS * len(step.places)
        board.none("A3", f"{step.what}: {died} deaths at {len(step.places)} steps, survived", survived)
        board.none("A3", f"{step.what}: results, ratings, rounds, moves lost or doubled", faults)
        step.act()


def _steps(code: str) -> Iterator[Step]:
    """A round's last move, the deal after it, and the match's last move, each from the position before it."""
    match = Match.objects.get(code=code)
    _play_until(match, lambda step: any(isinstance(event, RoundOver) for event in step.events))
    number = _fresh(match).round_number
    if _ends_match(match):  # a match of one round: its end is all there is
        yield Step("last move of the match", MATCH_END, _move(match), number, 2)
        return
    yield Step("last move of a round", ROUND_END, _move(match), number, 0)
    yield Step("deal of the next round", DEAL, _confirm(match), number + 1, 0)
    _play_until(match, lambda step: step.match.winner is not None)
    yield Step("last move of the match", MATCH_END, _move(match), _fresh(match).round_number, 2)


def _fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def _chosen(match: Match) -> Play:
    state = replay.load(_fresh(match)).match.round
    assert state is not None
    return next(move for move in legal_moves(state) if isinstance(move, Play))


def _ends_match(match: Match) -> bool:
    return matches.play(replay.load(_fresh(match)).match, _chosen(match)).match.winner is not None


def _play_until(match: Match, is_last: Callable[[matches.Step], bool]) -> None:
    """Until the first legal move would be such a one."""
    while True:
        if _fresh(match).between_rounds:
            _confirm(match)()
        elif is_last(matches.play(replay.load(_fresh(match)).match, _chosen(match))):
            return
        else:
            _move(match)()


def _move(match: Match) -> Callable[[], object]:
    """The first legal move of whoever is on turn now, under one key."""
    now, move = _fresh(match), _chosen(match)
    user = Seat.objects.get(match=match, index=now.turn_seat).user
    assert user is not None
    key = f"key-{now.version}"
    return lambda: play_move(match_id=match.pk, user=user, move=move, version=now.version, key=key)


def _confirm(match: Match) -> Callable[[], object]:
    def both() -> None:
        for user in User.objects.order_by("pk"):
            seating.confirm_round(match_id=match.pk, user=user)

    return both


def _dies(place: str, act: Callable[[], object]) -> bool:
    """Whether a process that does this dies at that place."""
    connections.close_all()
    number = os.fork()
    if number == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with mock.patch.object(failpoints, "reach", failpoints.dying({place: 1.0})):
            act()
        os._exit(0)
    _number, status = os.waitpid(number, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _faults(code: str, step: Step) -> int:
    """What is not there exactly once."""
    match = Match.objects.get(code=code)
    over = match.state == Stage.FINISHED
    found = [
        Round.objects.filter(match=match).count() != step.rounds,
        RatingEntry.objects.count() != step.ratings,
        Result.objects.count() != (2 if over else 0),
        over != bool(step.ratings),
        Move.objects.filter(match=match).values("key", "user").exclude(key="").distinct().count()
        != Move.objects.filter(match=match).exclude(key="").count(),
        bool(verification.faults_of(match)),
        bool(rebuild(write=False)),
    ]
    return sum(found)


def _keep() -> Path:
    connections.close_all()
    rows = Path(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(rows)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(shutil.copy(rows, rows.with_suffix(".kept")))


def _put_back(kept: Path) -> None:
    connections.close_all()
    rows = kept.with_suffix(".sqlite3")
    for ending in ("-wal", "-shm"):
        rows.with_name(rows.name + ending).unlink(missing_ok=True)
    shutil.copy(kept, rows)
