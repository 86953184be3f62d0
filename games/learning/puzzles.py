"""Puzzles: positions in which one play is clearly best, found in robots' matches and in those of people.

A play is clearly best when the second best loses at least `GAP` points and `ERRORS` paired standard errors, over deals
that what the seat knows allows (games/robots/appraisal.py). Near the target, where points do not decide, it is as many
hundredths of the chance to win the match, as in reviews (games/judging/verdicts.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from math import log2
from random import Random

from games.learning.address import without_twins
from games.robots import choose
from games.robots.appraisal import Worth, appraise
from games.robots.simple import plays
from games.rules.events import Dealt, Event
from games.rules.matches import MatchState, lead_for, new_match, play, start_round
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.rounds import deal, legal_moves
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number, points_for
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES, Tile

#: What the second best play loses at least, in raw points (near the target: hundredths of the chance to win) and in
#: standard errors of the paired difference.
GAP, ERRORS = 4.0, 3.0
#: A first look over few deals, a second one over many with another seed: luck in choosing is not luck in being right.
GLANCE, LOOK = 120, 1200
GLANCE_GAP, GLANCE_ERRORS = 4.0, 2.0
#: So many different plays at least, and at most: more is no puzzle but work.
LEAST_PLAYS, MOST_PLAYS = 3, 12
#: Who plays the rounds, by lot: well, and now and then worse, so that tables are not always alike.
COMPANY = ("careful", "careful", "scorer")
#: Rounds of a match that is played for its positions.
MOST_ROUNDS = 12
KEY_LENGTH = 12
SEED_BITS = 31


@dataclass(frozen=True)
class Position:
    """A moment at which a seat chooses: the round's deal, the scores at its beginning, and its moves so far."""

    ruleset: Ruleset
    tiles: tuple[Tile, ...]
    leader: int
    leader_by: str
    scores: tuple[Number, ...]
    round_no: int
    moves: tuple[str, ...]

    @property
    def key(self) -> str:
        """A digest of the position: its address."""
        parts = (self.ruleset.fingerprint, *map(str, self.tiles), self.leader, *self.scores, *self.moves)
        return sha256(" ".join(map(str, parts)).encode()).hexdigest()[:KEY_LENGTH]

    @cached_property
    def sight(self) -> Sight:
        """What the seat on turn knows; IllegalMove or NotationError when the position cannot have been played."""
        match = self._dealt()
        events: list[Event] = [Dealt(self.round_no, self.leader, self.leader_by)]
        for text in self.moves:
            match, happened = play(match, parse_move(text))
            events += happened
        assert match.round is not None
        return sight_of(match, events, match.round.turn)

    def _dealt(self) -> MatchState:
        state = deal(self.ruleset, self.tiles, self.leader, self.leader_by)
        return MatchState(self.ruleset, self.scores, round=state, rounds_done=self.round_no - 1)

    @property
    def options(self) -> tuple[Play, ...]:
        """The plays to choose from; sides that are still alike once."""
        return without_twins(self.sight.layout, plays(self.sight))


@dataclass(frozen=True)
class Valued:
    """A play of a puzzle: its worth, and what it loses against the best one, in raw points with standard errors.

    Near the target all are hundredths of the chance to win the match, and of that alone no error is known: 0.
    """

    move: str
    points: float
    error: float
    lost: float
    lost_error: float


@dataclass(frozen=True)
class Solved:
    """What the robot found: every play, the best first, over so many deals. *near*: chances decide, not points."""

    values: tuple[Valued, ...]
    deals: int
    near: bool = False

    @property
    def gap(self) -> float:
        """What the second best loses."""
        return self.values[1].lost


def is_worth_a_look(position: Position) -> bool:
    """Enough plays of more than one tile, something on the table, and points that are counted by the table."""
    options = position.options
    tiles = {option.tile for option in options}
    laid = not position.sight.layout.is_empty
    return laid and position.sight.window is None and LEAST_PLAYS <= len(options) <= MOST_PLAYS and len(tiles) > 1


def solve(position: Position, seed: int, deals: int = LOOK) -> Solved | None:
    """The plays with their values where one is clearly best, in two looks; None where none is."""
    if not is_worth_a_look(position):
        return None
    glance = valued(position, GLANCE, seed)
    if not is_clear(glance, GLANCE_GAP, GLANCE_ERRORS):
        return None
    look = valued(position, deals, seed + 1)
    if look.values[0].move != glance.values[0].move or not is_clear(look):
        return None
    return look


def is_clear(solved: Solved, gap: float = GAP, errors: float = ERRORS) -> bool:
    """Whether every other play loses so many points, and so many standard errors."""
    return all(other.lost >= max(gap, errors * other.lost_error) for other in solved.values[1:])


def valued(position: Position, deals: int, seed: int) -> Solved:
    """The plays of a position with their values, the best first."""
    appraisal, options = appraise(position.sight, deals=deals, seed=seed), position.options
    rows = [_row(worth, near=appraisal.near) for worth in appraisal.worths if worth.play in options]
    return Solved(tuple(sorted(rows, key=lambda row: row.lost)), appraisal.deals, appraisal.near)


def _row(worth: Worth, *, near: bool) -> Valued:
    figures = (worth.points, worth.error, worth.lost.points, worth.lost.error)
    if near:
        figures = (100 * worth.chance, 0.0, 100 * worth.lost.chance, 100 * worth.lost.chance_error)
    return Valued(str(worth.play), *(round(figure, 2) for figure in figures))


# --- how hard ---

MIDDLE = 25.0
UNSURE = 6.0


def difficulty(position: Position, solved: Solved) -> tuple[float, float]:
    """A first guess, as a rating (mu, sigma) with 25 in the middle; people's answers correct it.

    Easy: the best play scores most, or by far most. Hard: a good robot that looks one turn ahead does not find it.
    """
    best, sight = solved.values[0].move, position.sight
    earned = {
        str(option): points_for(sight.layout.with_tile(option).count, sight.ruleset) for option in position.options
    }
    others = max((points for move, points in earned.items() if move != best), default=0)
    lead = (earned[best] - others) * 5 / sight.ruleset.points_per_five
    obvious = -3.0 - min(lead, 15) / 5 if lead > 0 else 2.0 if lead == 0 else 4.0
    found = sum(str(choose("careful", sight, seed)) == best for seed in range(3)) / 3
    many = log2(len(position.options)) - 2.0
    return round(MIDDLE + obvious + 3.0 - 4.0 * found + many - min(solved.gap, 20.0) / 10, 2), UNSURE


# --- where they come from ---


def positions(ruleset: Ruleset, seed: int) -> Iterator[Position]:
    """The choices in a match that robots play, in order; always the same for a seed."""
    luck = Random(seed)
    match = new_match(ruleset)
    while not match.is_over and match.rounds_done < MOST_ROUNDS:
        tiles = tuple(luck.sample(TILES, len(TILES)))
        leader, leader_by = lead_for(match, tiles, luck.randrange(ruleset.players))
        start = Position(ruleset, tiles, leader, leader_by, match.scores, match.rounds_done + 1, ())
        match = yield from _round(match, start, luck)


def _round(match: MatchState, start: Position, luck: Random) -> Generator[Position, None, MatchState]:
    """Plays one round; the match after it is what the generator returns."""
    step = start_round(match, start.tiles, start.leader, start.leader_by)
    match, events = step.match, list(step.events)
    moves: list[str] = []
    company = [luck.choice(COMPANY) for _seat in range(match.ruleset.players)]
    while match.round is not None and match.round.turn is not None:
        only = legal_moves(match.round)
        if isinstance(only[0], Play) and len(only) > 1:
            yield replace(start, moves=tuple(moves))
        seat = match.round.turn
        seen = sight_of(match, events, seat)
        move = choose(company[seat], seen, luck.getrandbits(SEED_BITS)) if seen.legal else only[0]
        match, happened = play(match, move)
        events += happened
        moves.append(str(move))
    return match
