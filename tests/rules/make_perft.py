"""Compute tests/data/perft.json with the naive engine: `python -m tests.rules.make_perft` (some minutes).

A scored perft walks every sequence of moves from a position and tells for each depth how many positions there are,
what the last moves earned, how many rounds they ended and what those settled for. Plain perft cannot see scoring.
"""

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from tests.rules import naive, naive_match

FILE = Path(__file__).parent.parent / "data" / "perft.json"
MOST = 4000  # positions at the greatest depth
FEW = 40  # positions in all that the naive engine walks again in every test run
LATE = 7  # moves before the end of a random round

#: Mixes that no preset has, so that each setting is walked too: (preset, players, changes).
ODD: list[tuple[str, int, dict[str, Any]]] = [
    ("five_up", 2, {"settlement": "own_hand", "exposed_sides_count": True}),
    ("sniff", 2, {"exposed_sides_count": True, "hand_size": 5}),
    ("pagat", 2, {"reserve": 2, "target": 35, "target_rule": "exact"}),
    ("pagat", 4, {"partners": False, "blocked_by": "lowest_hand", "direction": "anticlockwise"}),
    ("muggins", 4, {"blocked_by": "lowest_hand", "settlement": "winner_takes", "reserve": 8}),
    ("pagat", 3, {"reserve": 7, "points_per_five": 1, "target": 61}),
]
Row = list[Any]  # positions, points, rounds over, settled


def figures(state: naive.Round) -> tuple[Any, Any, Any]:
    """What the last move earned, whether it ended the round, and what was settled (each side weighed otherwise)."""
    _, move = state["log"][-1]
    points = naive.points_log(state)[-1][2] if naive.is_play(move) else 0
    if not naive.end(state):
        return points, 0, 0
    gains = naive_match.settlement(state)
    return points, 1, sum(weight * gain for weight, gain in enumerate(gains, 1))


def next_states(states: Iterable[naive.Round]) -> list[naive.Round]:
    return [naive.do(state, move) for state in states for move in naive.legal(state)]


def walk(state: naive.Round, depth: int) -> list[Row]:
    """The rows of depths 1 to `depth`."""
    rows: list[Row] = []
    states = [state]
    for _ in range(depth):
        states = next_states(states)
        found = [figures(one) for one in states]
        rows.append([len(states), *(sum(column) for column in zip(*found, strict=True))])
    return rows


def depth_within(state: naive.Round, most: int, deepest: int = 12) -> int:
    """The greatest depth with no more than `most` positions."""
    states, depth = [state], 0
    while depth < deepest:
        states = next_states(states)
        if not 0 < len(states) <= most:
            break
        depth += 1
    return depth


def start_of(case: dict[str, Any]) -> naive.Round:
    """The position that a case of the file starts from."""
    state = naive.new_round(case["ruleset"], case["tiles"], case["leader"], case["leader_by"])
    for move in case["from"]:
        state = naive.do(state, move)
    return state


def make_case(ruleset: naive.Ruleset, random: Random, late: bool) -> dict[str, Any]:
    tiles = random.sample(naive.ALL_TILES, 28)
    leader, by = naive_match.next_lead(ruleset, tiles, None)
    leader = random.randrange(ruleset["players"]) if leader is None else leader
    state = naive.new_round(ruleset, tiles, leader, by)
    while late and not naive.end(state):
        state = naive.do(state, random.choice(naive.legal(state)))
    moves = [move for _, move in state["log"]][:-LATE]
    case = {"ruleset": ruleset, "tiles": tiles, "leader": leader, "leader_by": by, "from": moves}
    start = start_of(case)
    rows = walk(start, depth_within(start, MOST))
    return {**case, "small": small_depth(rows), "rows": rows}


def small_depth(rows: list[Row]) -> int:
    """How deep the naive engine can go again with few positions in all."""
    return max(depth for depth in range(1, len(rows) + 1) if depth == 1 or sum(row[0] for row in rows[:depth]) <= FEW)


def plain(value: object) -> float:
    if isinstance(value, Fraction):
        return float(value)
    raise TypeError(f"{value!r} has no place in the file")


def main() -> None:
    random = Random(28)
    rulesets = [naive.preset(name, players) for name, players in naive.PRESET_SIZES]
    rulesets += [{**naive.preset(name, players), **changes, "name": "custom"} for name, players, changes in ODD]
    cases = []
    for ruleset in rulesets:
        for late in (False, True):
            cases.append(make_case(ruleset, random, late))
            print(ruleset["name"], ruleset["players"], "late" if late else "deal", cases[-1]["rows"], flush=True)
    lines = ",\n".join(json.dumps(case, default=plain) for case in cases)
    FILE.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
