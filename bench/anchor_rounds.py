"""Play single rounds between neighbours of the ladder, to tell from them who wins whole matches (bench/anchors.py).

    python -m bench.anchor_rounds FILE [--minutes 30] [--games …] [--stronger …] [--forms …] [--deals 1000]

A round is played from nothing, far from any target, and what happened is added to FILE as a line of JSON, so that
nothing is lost when the run is ended. Each deal is played once for each way of sitting (the stronger robot in each
seat, or partners on each side), the same seat leading: luck falls on both. The pairs take turns, a deal each; a
further run goes on where the file ends. `python -m bench.anchors --rounds FILE` makes matches of it.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from games.management.commands.simulate import play_round
from games.robots import ROBOTS, levels
from games.rules.events import Event, Played, RoundOver, WindowClosed
from games.rules.matches import new_match
from games.rules.ruleset import MAX_TARGET, Ruleset, change, preset, preset_players
from games.rules.scoring import Number
from games.rules.tiles import TILES

#: Format: players, seats of the stronger robot, how many such robots share a side.
FORMATS = {"two": (2, (0,), 1), "three": (3, (0,), 1), "partners": (4, (0, 2), 2)}
GAMES = ("pagat", "calling", "muggins", "five_up", "sniff", "latino")
#: The lead by the highest double: who has it the deal tells, so it is no role's.
HIGHEST = -1


class Task(NamedTuple):
    """Two robots at one kind of table."""

    game: str
    form: str
    weaker: str
    stronger: str


class Round(NamedTuple):
    """What a round was, its sides numbered from the stronger robot's (0) on, as they move.

    `lead` and `next_lead` are sides: who led, and who went out and is to lead next. `lead` is HIGHEST where the
    highest double led; `next_lead` is None after a blocked round. `gains` are points and who scored them, in order, in
    the unit of the match; `settled` is what each side got, or lost, at the end.
    """

    lead: int
    next_lead: int | None
    gains: tuple[tuple[int, float], ...]
    settled: tuple[float, ...]


def rules(name: str, players: int) -> Ruleset:
    """A preset; "calling" is the classic game with its points called."""
    return change(preset("pagat", players), calling="muggins") if name == "calling" else preset(name, players)


def asked(games: str, stronger: str, forms: str) -> list[Task]:
    """Neighbours at every table that there is, from names with commas; the stronger ones are named."""
    found = []
    for weaker, better in pairwise(ROBOTS):
        for game, form in product(games.split(","), forms.split(",")):
            players = FORMATS[form][0]
            is_there = game == "calling" or players in preset_players(game)
            found += [Task(game, form, weaker, better)] if is_there and better in stronger.split(",") else []
    return found


def rounds_of(task: Task, deal: int) -> list[Round]:
    """One deal, played once for each way of sitting; the same whenever it is asked for.

    Where the rules have led by the highest double, every other deal is so led, the rest by a seat as after a domino.
    """
    ruleset = rules(task.game, FORMATS[task.form][0])
    assert ruleset.next_lead == "went_out", "who leads next must follow from the round"
    highest = ruleset.first_lead == "highest_double" and deal % 2 == 0
    far = change(ruleset, target=MAX_TARGET, first_lead="highest_double" if highest else "lot")
    luck = random.Random(f"{task.game} {task.form} deal {deal}")
    tiles = tuple(luck.sample(TILES, len(TILES)))
    leader = luck.randrange(ruleset.players)
    return [_round(far, task, shift, tiles, leader, deal) for shift in range(len(ruleset.sides))]


def _round(ruleset: Ruleset, task: Task, shift: int, tiles: Any, leader: int, deal: int) -> Round:
    held = {(seat + shift) % ruleset.players for seat in FORMATS[task.form][1]}
    robots = tuple(task.stronger if seat in held else task.weaker for seat in range(ruleset.players))
    luck = random.Random(f"{task} {deal} {shift}")
    match, played = play_round(new_match(ruleset), robots, luck, tiles, leader)
    over = next(event for event in played.events if isinstance(event, RoundOver))
    sides = len(ruleset.sides)
    gains = tuple(((side - shift) % sides, float(points)) for side, points in credits_in(played.events) if points)
    settled = tuple(float(over.settlement.gains[(side + shift) % sides]) for side in range(sides))
    assert sum(points for _, points in gains) + sum(settled) == sum(match.scores), "points that nobody was credited"
    lead = HIGHEST if played.leader_by == "highest_double" else (ruleset.side_of(played.leader) - shift) % sides
    went_out = (ruleset.side_of(over.seat) - shift) % sides if over.end == "domino" else None
    return Round(lead, went_out, gains, settled)


def credits_in(events: Iterable[Event]) -> Iterator[tuple[int, Number]]:
    """Sides and what they were credited while the round went on, in order."""
    for event in events:
        if isinstance(event, WindowClosed):
            yield from enumerate(event.gains)
        elif isinstance(event, Played) and event.points is not None:
            yield event.side, event.points


def read(paths: Iterable[Path]) -> dict[Task, dict[int, list[Round]]]:
    """What files have: for each task its deals by number."""
    found: dict[Task, dict[int, list[Round]]] = {}
    for row in map(json.loads, chain.from_iterable(path.read_text().splitlines() for path in paths)):
        found.setdefault(Task(*row["task"]), {})[row["deal"]] = [
            Round(lead, next_lead, tuple((side, points) for side, points in gains), tuple(settled))
            for lead, next_lead, gains, settled in row["rounds"]
        ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--stronger", default=",".join(list(ROBOTS)[1:]), help="measured against the one below it")
    parser.add_argument("--forms", default=",".join(FORMATS))
    parser.add_argument("--deals", type=int, default=1000, help="no more of each pair, the file's included")
    options = parser.parse_args()
    levels.SECONDS = 60.0
    tasks = asked(options.games, options.stronger, options.forms)
    play(options.file, tasks, options.deals, time.monotonic() + 60 * options.minutes)


def play(path: Path, tasks: list[Task], deals: int, until: float) -> None:
    """The pairs' next deals in turn, each written down at once, until so much has been played."""
    path.touch()
    done = Counter({task: len(found) for task, found in read([path]).items()})
    with path.open("a") as file:
        while time.monotonic() < until and any(done[task] < deals for task in tasks):
            for task in tasks:
                if time.monotonic() < until and done[task] < deals:
                    begun = time.monotonic()
                    row = {"task": task, "deal": done[task], "rounds": rounds_of(task, done[task])}
                    print(json.dumps({**row, "seconds": round(time.monotonic() - begun, 2)}), file=file, flush=True)
                    done[task] += 1


if __name__ == "__main__":
    main()
