"""`manage.py simulate`: robots play matches among themselves, printed as records; the same for the same seed."""

from __future__ import annotations

import json
import os
import random
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.robots import KINDS, choose, claim, will_call
from games.robots.oracle import ALL_SEEING, choose_open
from games.rules.calling import callers
from games.rules.errors import RulesetError
from games.rules.events import Event
from games.rules.matches import MatchState, Step, call, close_window, lead_for, new_match, play, start_round
from games.rules.moves import Draw, Move, Play
from games.rules.record import PlayedRound, SeatLabel, to_record
from games.rules.rounds import legal_moves
from games.rules.ruleset import PRESETS, Ruleset, change, preset
from games.rules.sight import sight_of
from games.rules.tiles import TILES, Tile

SEED_BITS = 32


class Command(BaseCommand):
    """Prints one record a line on standard output; needs no database."""

    help = "Let robots play whole matches and print them as records, one a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", default="pagat", metavar="NAME", help=f"one of {', '.join(PRESETS)}")
        parser.add_argument("--players", type=int, default=2, metavar="N")
        parser.add_argument("--matches", type=int, default=1, metavar="N")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed plays the same matches")
        parser.add_argument(
            "--robots", default="random", metavar="KIND,KIND", help=f"in seat order: {', '.join(KINDS)}"
        )
        parser.add_argument("--calling", action="store_true", help="points are called: «Muggins!»")
        parser.add_argument("--max-rounds", type=int, default=200, metavar="N", help="stop a match after so many")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            calling = "muggins" if options["calling"] else "automatic"
            ruleset = change(preset(options["ruleset"], options["players"]), calling=calling)
        except RulesetError as error:
            raise CommandError(str(error)) from None
        if options["matches"] < 0 or options["max_rounds"] < 1:
            raise CommandError("there must be at least one round, and no fewer than no matches")
        robots = robots_for(ruleset, options["robots"])
        for number in range(options["matches"]):
            # A seed for each match, so that match 7 is the same however many are asked for.
            luck = random.Random(f"{options['seed']}/{number}")
            record = simulate(ruleset, robots, luck, options["max_rounds"])
            try:
                self.stdout.write(json.dumps(record, separators=(",", ":")))
                self.stdout.flush()
            except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                return


def robots_for(ruleset: Ruleset, kinds: str) -> tuple[str, ...]:
    """The robot of each seat; fewer kinds than seats take turns. CommandError for one that does not exist."""
    named = kinds.split(",")
    for kind in named:
        if kind not in KINDS:
            raise CommandError(f"there is no robot called {kind!r}; there are {', '.join(KINDS)}")
    if len(named) > ruleset.players or ruleset.players % len(named):
        raise CommandError(f"{len(named)} robots cannot share {ruleset.players} seats evenly")
    return tuple(named) * (ruleset.players // len(named))


def simulate(ruleset: Ruleset, robots: tuple[str, ...], luck: random.Random, max_rounds: int) -> dict[str, Any]:
    """One match as a record; unfinished if nobody has won after so many rounds."""
    match = new_match(ruleset)
    rounds: list[PlayedRound] = []
    while not match.is_over and len(rounds) < max_rounds:
        tiles = tuple(luck.sample(TILES, len(TILES)))
        match, played = play_round(match, robots, luck, tiles, luck.randrange(ruleset.players))
        rounds.append(played)
    seats = [SeatLabel(f"Seat {seat}", kind) for seat, kind in enumerate(robots)]
    return to_record(match, seats, rounds, "" if match.is_over else f"stopped after {max_rounds} rounds")


def play_round(
    match: MatchState, robots: tuple[str, ...], luck: random.Random, tiles: tuple[Tile, ...], lot: int
) -> tuple[MatchState, PlayedRound]:
    """One round with these tiles; `lot` leads where the rules let chance decide."""
    leader, leader_by = lead_for(match, tiles, lot)
    step = start_round(match, tiles, leader, leader_by)
    events: list[Event] = list(step.events)
    while step.match.is_playing:
        step = _turn(step.match, events, robots, luck)
        events += step.events
        if step.match.window is not None:
            step = _call(step.match, events, robots, luck)
            events += step.events
    return step.match, PlayedRound(tiles, leader, leader_by, tuple(events))


def _turn(match: MatchState, events: list[Event], robots: tuple[str, ...], luck: random.Random) -> Step:
    """A move of the seat on turn, with its claim where points are called."""
    move = _move(match, events, robots, luck)
    if match.ruleset.calling == "automatic" or not isinstance(move, Play):
        return play(match, move)
    seat = _on_turn(match)
    claimed = claim(robots[seat], sight_of(match, events, seat), move, luck.getrandbits(SEED_BITS))
    return play(match, move, claimed)


def _call(match: MatchState, events: list[Event], robots: tuple[str, ...], luck: random.Random) -> Step:
    """The end of a window: who notices is heard first by lot; a robot that calls is right, so that there is one."""
    window = match.window
    assert window is not None
    seats = list(callers(match.ruleset, window))
    luck.shuffle(seats)
    for seat in seats:
        points = will_call(robots[seat], sight_of(match, events, seat), luck.getrandbits(SEED_BITS))
        if points is not None:
            return call(match, seat, points)
    return close_window(match)


def _move(match: MatchState, events: list[Event], robots: tuple[str, ...], luck: random.Random) -> Move:
    """The move of the seat on turn; a draw is nobody's choice, and which tile it is no robot may know."""
    assert match.round is not None
    only = legal_moves(match.round)
    if isinstance(only[0], Draw):
        return only[0]
    seat, seed = _on_turn(match), luck.getrandbits(SEED_BITS)
    if robots[seat] in ALL_SEEING:
        return choose_open(match.round, match.scores, seed)
    return choose(robots[seat], sight_of(match, events, seat), seed)


def _on_turn(match: MatchState) -> int:
    assert match.round is not None
    assert match.round.turn is not None
    return match.round.turn
