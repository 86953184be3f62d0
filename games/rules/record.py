"""A match as a record (RECORD.md), both ways: written from what happened, and checked by playing it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules import fairness
from games.rules.calling import as_told
from games.rules.errors import IllegalMove, NotationError, RecordError, RulesetError
from games.rules.events import Drew, Event, Passed, Played, RoundOver, WindowClosed
from games.rules.fields import Fields, shown
from games.rules.matches import MatchState, Step, call, close_window, new_match, play, start_round
from games.rules.moves import Move, Play
from games.rules.notation import parse_move
from games.rules.rounds import LEADER_BY
from games.rules.ruleset import FIELDS, OPTIONAL, Ruleset
from games.rules.scoring import Number
from games.rules.tiles import Tile, tile

FORMAT = "fives-record"
VERSION = 1
LONGEST_MOVE = len("55*>51.5")
ROUND_ENDS = ("domino", "blocked", "target", "unfinished")
MATCH_ENDS = ("target", "unfinished")


class SeatLabel(NamedTuple):
    """Who sat where: a name, and the kind of robot if it was one."""

    name: str
    robot: str | None


class PlayedRound(NamedTuple):
    """A round as it was played: the 28 tiles as dealt, who led, and all events after the deal."""

    tiles: tuple[Tile, ...]
    leader: int
    leader_by: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Checked:
    """A record that holds: the match at its end, the seats, and the rounds as they were played.

    `why` tells what stopped a match that is unfinished.
    """

    match: MatchState
    seats: tuple[SeatLabel, ...]
    rounds: tuple[PlayedRound, ...]
    finished: bool
    why: str


def to_record(
    match: MatchState, seats: Sequence[SeatLabel], rounds: Sequence[PlayedRound], why: str = ""
) -> dict[str, Any]:
    """The record of a match; one that nobody has won, or that has a `why`, is written as unfinished."""
    finished = match.winner is not None and not why
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": match.ruleset.to_dict(),
        "seats": [{"name": seat.name, "robot": seat.robot} for seat in seats],
        "rounds": [_round_to_data(match, played) for played in rounds],
        "winner": match.winner if finished else None,
        "end": "target" if finished else "unfinished",
    }
    return {**record, "why": why} if why else record


def _round_to_data(match: MatchState, played: PlayedRound) -> dict[str, Any]:
    over = next((event for event in played.events if isinstance(event, RoundOver)), None)
    return {
        "tiles": [str(each) for each in played.tiles],
        "leader": played.leader,
        "leader_by": played.leader_by,
        "moves": _moves_to_data(match.ruleset, played.events),
        "end": "unfinished" if over is None else over.end,
        "settlement": _numbers(over.settlement.gains if over else (0,) * len(match.scores)),
        "scores": _numbers(over.scores if over else match.scores),
    }


def _moves_to_data(ruleset: Ruleset, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The moves; a play whose points have not been told, as its window was never closed, is left out."""
    moves: list[dict[str, Any]] = []
    for event in as_told(events, ruleset):
        match event:
            case Played() if event.points is not None:
                told = {"count": event.count, "points": _plain(event.points)}
                called = {"claim": event.claim, "muggins": None} if ruleset.calling == "muggins" else {}
                moves.append({"seat": event.seat, "move": str(event.play), **told, **called})
            case WindowClosed() if event.taken_by is not None:
                moves[-1]["muggins"] = {"seat": event.taken_by, "points": _plain(event.taken)}
            case Drew():
                moves.append({"seat": event.seat, "move": f"+{event.tile}"})
            case Passed():
                moves.append({"seat": event.seat, "move": "-"})
    return moves


def _numbers(values: Sequence[Number]) -> list[int | float]:
    return [_plain(value) for value in values]


def _plain(value: Number) -> int | float:
    """A number as JSON has it; halves are exact in a float, as they are in binary."""
    return int(value) if value == int(value) else float(value)


def check(record: object) -> Checked:
    """Plays a record again; RecordError, which names the round and the move where it can, when it does not hold."""
    data = Fields(record, "the record")
    data.one_of("format", (FORMAT,))
    data.one_of("version", (VERSION,))
    ruleset = _ruleset(data)
    seats = _seats(data, ruleset)
    match = new_match(ruleset)
    rounds: list[PlayedRound] = []
    recorded = data.items("rounds")
    code: str | None = None
    for number, item in enumerate(recorded, start=1):
        fields = Fields(item, f"round {number}")
        match, played = _check_round(match, fields, is_last=number == len(recorded))
        dealt = fairness.Dealt(number, *played[:3], ruleset.players, code)
        code = fairness.check(fields.optional("deal"), dealt) or code
        rounds.append(played)
    finished, why = _check_end(data, match)
    return Checked(match, seats, tuple(rounds), finished, why)


def _ruleset(data: Fields) -> Ruleset:
    settings = Fields(data.value("ruleset"), "ruleset")
    try:
        present = [field for field in FIELDS if field not in OPTIONAL or field in settings.data]
        return Ruleset.from_dict({field: settings.value(field) for field in present})
    except RulesetError as error:
        raise RecordError(f"ruleset: {error}") from None


def _seats(data: Fields, ruleset: Ruleset) -> tuple[SeatLabel, ...]:
    items = data.items("seats")
    if len(items) != ruleset.players:
        raise RecordError(f"seats: there are {len(items)}, not {ruleset.players}")
    seats = []
    for index, item in enumerate(items):
        seat = Fields(item, f"seat {index}")
        seats.append(SeatLabel(seat.text("name"), seat.text_or_none("robot")))
    return tuple(seats)


def _check_round(match: MatchState, data: Fields, *, is_last: bool) -> tuple[MatchState, PlayedRound]:
    """The match after a recorded round, and the round."""
    if match.is_over:
        raise RecordError(f"{data.where}: the match was over before it")
    tiles = _tiles(data)
    leader = data.whole("leader")
    leader_by = data.one_of("leader_by", LEADER_BY)
    try:
        started = start_round(match, tiles, leader, leader_by)
    except NotationError as error:
        raise RecordError(f"{data.where}: {error}") from None
    match = started.match
    events: list[Event] = []
    for number, item in enumerate(data.items("moves"), start=1):
        match, told = _check_move(match, Fields(item, f"{data.where}, move {number}"))
        events += told
    _check_round_end(data, match, events, is_last=is_last)
    return match, PlayedRound(tiles, leader, leader_by, tuple(events))


def _tiles(data: Fields) -> tuple[Tile, ...]:
    try:
        return tuple(tile(text) for text in data.items("tiles"))
    except NotationError as error:
        raise RecordError(f"{data.where}: tiles: {error}") from None


def _check_move(match: MatchState, data: Fields) -> tuple[MatchState, Sequence[Event]]:
    text = data.text("move")
    data = data.renamed(f"{data.where} ({text if text.isprintable() and len(text) <= LONGEST_MOVE else '?'})")
    seat = data.whole("seat")
    state = match.round
    if state is None or state.turn is None:
        raise RecordError(f"{data.where}: the round was over before it")
    if seat != state.turn:
        raise RecordError(f"{data.where}: seat {state.turn} is to move, not seat {seat}")
    try:
        move = parse_move(text)
        step = _replayed(match, move, data)
    except NotationError as error:
        raise RecordError(f"{data.where}: {error}") from None
    except IllegalMove as error:
        raise RecordError(f"{data.where}: {error.details}") from None
    if isinstance(move, Play):
        _check_play(data, as_told(step.events, match.ruleset))
    else:
        _check_silence(data)
    return step.match, step.events


def _replayed(match: MatchState, move: Move, data: Fields) -> Step:
    """The step of a move; where points are called, with its claim, who called, and what came of it."""
    if not isinstance(move, Play) or match.ruleset.calling == "automatic":
        for key in ("claim", "muggins"):
            if data.optional(key) is not None:
                raise RecordError(f"{data.where}: {key} stands only on plays whose points are called")
        return play(match, move)
    steps = [play(match, move, None if data.value("claim") is None else data.whole("claim"))]
    if data.value("muggins") is not None:
        steps.append(_called(steps[0].match, Fields(data.value("muggins"), f"{data.where}: muggins")))
    if steps[-1].match.window is not None:
        steps.append(close_window(steps[-1].match))
    return Step(steps[-1].match, tuple(event for step in steps for event in step.events))


def _called(match: MatchState, data: Fields) -> Step:
    """The step of a seat that took the points of a play."""
    seat, window = data.whole("seat"), match.window
    assert window is not None
    if seat not in range(match.ruleset.players):
        raise RecordError(f"{data.where}: there is no seat {seat}")
    if not window.points:
        raise RecordError(f"{data.where}: the play is worth nothing that can be taken")
    if window.is_claimed:
        raise RecordError(f"{data.where}: the claim is right, so that nobody can take the points")
    step = call(match, seat, window.points)
    taken = next(event.taken for event in step.events if isinstance(event, WindowClosed))
    if data.number("points") != taken:
        raise RecordError(f"{data.where}: seat {seat} took {_plain(taken)} points, not {_plain(data.number('points'))}")
    return step


def _check_play(data: Fields, events: Sequence[Event]) -> None:
    event = events[0]
    assert isinstance(event, Played)
    assert event.points is not None
    count, points = data.whole("count"), data.number("points")
    if count != event.count:
        raise RecordError(f"{data.where}: the count is {event.count}, not {count}")
    if points != event.points:
        raise RecordError(f"{data.where}: it earns {_plain(event.points)} points, not {_plain(points)}")


def _check_silence(data: Fields) -> None:
    for key in ("count", "points"):
        if data.optional(key) is not None:
            raise RecordError(f"{data.where}: {key} stands on plays alone")


def _check_round_end(data: Fields, match: MatchState, events: Sequence[Event], *, is_last: bool) -> None:
    end = data.one_of("end", ROUND_ENDS)
    over = next((event for event in events if isinstance(event, RoundOver)), None)
    actual = "unfinished" if over is None else over.end
    if end != actual:
        raise RecordError(f"{data.where}: its end is {actual}, not {end}")
    if over is None and not is_last:
        raise RecordError(f"{data.where}: it is unfinished, yet another round follows")
    gains = over.settlement.gains if over else (0,) * len(match.scores)
    for key, values in (("settlement", gains), ("scores", match.scores)):
        recorded = data.numbers(key)
        if recorded != values:
            raise RecordError(f"{data.where}: the {key} must be {_numbers(values)}, not {_numbers(recorded)}")


def _check_end(data: Fields, match: MatchState) -> tuple[bool, str]:
    """Whether the match was played to its end, and what stopped it if not."""
    end = data.one_of("end", MATCH_ENDS)
    winner = data.value("winner")
    why = data.optional("why")
    if why is not None and not isinstance(why, str):
        raise RecordError("why: must be a text")
    if winner is not None and type(winner) is not int:
        raise RecordError("winner: must be the number of a side, or null")
    if end == "unfinished":
        if winner is not None:
            raise RecordError("winner: must be null, as the match is unfinished")
        if match.is_over and not why:
            raise RecordError(f"end: side {match.winner} has won; an annulled match needs a why")
        return False, why or ""
    if match.winner is None:
        raise RecordError("end: no side has reached the target and won")
    if winner != match.winner:
        raise RecordError(f"winner: side {match.winner} has won, not {shown(winner)}")
    return True, ""
