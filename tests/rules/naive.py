"""The whole game a second time, written to be obviously right and nothing else.

It shares no line with ``games.rules``: tiles, ports and moves are the texts of a record ("64", "64.4", "41>64.4"), a
round is a dict with the deal and the list of what was done, and every question (whose turn, what is open, what counts)
is answered by going through that list again from the start. Slow on purpose; the tests compare the two engines.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

Ruleset = dict[str, Any]
Round = dict[str, Any]

ALL_TILES = sorted(f"{high}{low}" for low, high in combinations_with_replacement(range(7), 2))

_USUAL = {
    "reserve": 0, "direction": "clockwise", "first_lead": "lot", "next_lead": "went_out", "blocked_lead": "lot",
    "spinner": "first", "lengthwise": False, "exposed_sides_count": False, "settlement": "winner_takes",
    "blocked_by": "side", "points_per_five": 5, "target_rule": "reach", "calling": "automatic",
}  # fmt: skip
_CLASSIC = {2: 250, 3: 200, 4: 200}
# name: (hand sizes by players, targets by players, what is unusual)
_PRESETS: dict[str, tuple[dict[int, int], dict[int, int], dict[str, Any]]] = {
    "playelephant": ({2: 7, 4: 5}, _CLASSIC, {}),
    "pagat": ({2: 9, 3: 7, 4: 5}, _CLASSIC, {}),
    "thoughtco": ({2: 9, 3: 7, 4: 5}, _CLASSIC, {"settlement": "own_hand"}),
    "muggins": ({2: 7, 3: 5, 4: 5}, _CLASSIC, {"settlement": "own_hand", "spinner": "none"}),
    "five_up": ({2: 5, 3: 5, 4: 5}, {2: 61, 3: 61, 4: 61}, {"spinner": "every", "points_per_five": 1}),
    "sniff": ({2: 7, 3: 6, 4: 5}, _CLASSIC, {"lengthwise": True}),
    "latino": (
        {2: 7, 4: 7},
        _CLASSIC,
        {"direction": "anticlockwise", "first_lead": "highest_double", "blocked_lead": "highest_double"},
    ),
}
PRESET_SIZES = [(name, players) for name, (hands, _, _) in _PRESETS.items() for players in hands]


def preset(name: str, players: int) -> Ruleset:
    """A preset of RULES.md, section 5, as the plain dict of a record; four players are partners."""
    hands, targets, unusual = _PRESETS[name]
    sizes = {"players": players, "partners": players == 4, "hand_size": hands[players], "target": targets[players]}
    return {"name": name, **sizes, **_USUAL, **unusual}


# --- tiles, seats, moves ---------------------------------------------------------------------------------------------


def is_double(tile: str) -> bool:
    return tile[0] == tile[1]


def pips(tile: str) -> int:
    return int(tile[0]) + int(tile[1])


def sides(ruleset: Ruleset) -> list[list[int]]:
    if ruleset["partners"]:
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(ruleset["players"])]


def side_of(ruleset: Ruleset, seat: int) -> int:
    return next(number for number, side in enumerate(sides(ruleset)) if seat in side)


def next_seat(ruleset: Ruleset, seat: int) -> int:
    step = 1 if ruleset["direction"] == "clockwise" else -1
    return (seat + step) % ruleset["players"]


def is_play(move: str) -> bool:
    return move[0] not in "+-"


def tile_of(play: str) -> str:
    return play[:2]


def host_of(play: str) -> str | None:
    """The port joined to, "55.L1"; None for the lead."""
    return play.split(">")[1] if ">" in play else None


def pip_of(port: str) -> str:
    """The number that a tile must have to be joined to the port."""
    tile, name = port.split(".")
    return tile[0] if name[0] in "LS" else name


def lead_tile(held: list[str]) -> str:
    """The highest double, else the heaviest tile (tie: the higher half)."""
    doubles = [tile for tile in held if is_double(tile)]
    return max(doubles or held, key=lambda tile: (pips(tile), tile))


# --- the table, from the list of plays -------------------------------------------------------------------------------


def lies_lengthwise(plays: list[str], tile: str) -> bool:
    return any(tile_of(play) == tile and "*" in play for play in plays)


def used_ports(plays: list[str]) -> set[str]:
    """Both ports of every joint."""
    used = set()
    for play in plays:
        host = host_of(play)
        if host is None:
            continue
        used.add(host)
        tile = tile_of(play)
        own = ("S1" if "*" in play else "L1") if is_double(tile) else pip_of(host)
        used.add(f"{tile}.{own}")
    return used


def line_ports(plays: list[str], tile: str) -> list[str]:
    """The two ports by which a tile continues its line."""
    if not is_double(tile):
        return [f"{tile}.{tile[0]}", f"{tile}.{tile[1]}"]
    letter = "S" if lies_lengthwise(plays, tile) else "L"
    return [f"{tile}.{letter}1", f"{tile}.{letter}2"]


def branch_ports(plays: list[str], tile: str) -> list[str]:
    """The two ports of a double by which a spinner branches."""
    letter = "L" if lies_lengthwise(plays, tile) else "S"
    return [f"{tile}.{letter}1", f"{tile}.{letter}2"]


def is_spinner(ruleset: Ruleset, plays: list[str], tile: str) -> bool:
    doubles = [tile_of(play) for play in plays if is_double(tile_of(play))]
    if ruleset["spinner"] == "first":
        return doubles[:1] == [tile]
    return ruleset["spinner"] == "every" and tile in doubles


def open_ports(ruleset: Ruleset, plays: list[str]) -> list[str]:
    """Every port that a tile may be joined to now, equivalent ones too."""
    used = used_ports(plays)
    found = []
    for tile in map(tile_of, plays):
        line = line_ports(plays, tile)
        found += [port for port in line if port not in used]
        if is_spinner(ruleset, plays, tile) and all(port in used for port in line):
            found += [port for port in branch_ports(plays, tile) if port not in used]
    return sorted(found)


def ends(ruleset: Ruleset, plays: list[str]) -> dict[str, int]:
    """What each tile on the table adds to the count, by the table of RULES.md, section 2."""
    if len(plays) == 1:
        return {tile_of(plays[0]): pips(tile_of(plays[0]))}
    used = used_ports(plays)
    gives = {}
    for tile in map(tile_of, plays):
        free = [port for port in line_ports(plays, tile) if port not in used]
        if not is_double(tile):
            gives[tile] = sum(int(pip_of(port)) for port in free)
        elif free:
            gives[tile] = int(tile[0]) if lies_lengthwise(plays, tile) else pips(tile)
        elif ruleset["exposed_sides_count"] and is_spinner(ruleset, plays, tile):
            gives[tile] = sum(int(tile[0]) for port in branch_ports(plays, tile) if port not in used)
        else:
            gives[tile] = 0
    return gives


def count(ruleset: Ruleset, plays: list[str]) -> int:
    return remembered_count(ruleset["spinner"], ruleset["exposed_sides_count"], tuple(plays))


@lru_cache(maxsize=1000)
def remembered_count(spinner: str, exposed_sides_count: bool, plays: tuple[str, ...]) -> int:
    """The sum of the ends; kept for a while, as every score asks for the counts of all plays before."""
    return sum(ends({"spinner": spinner, "exposed_sides_count": exposed_sides_count}, list(plays)).values())


def points_for(ruleset: Ruleset, total: int) -> int:
    """What a count earns, in the match's own unit."""
    raw = total if total > 0 and total % 5 == 0 else 0
    return raw // 5 if ruleset["points_per_five"] == 1 else raw


def plays_of(ruleset: Ruleset, plays: list[str], tile: str) -> list[str]:
    """Every way to lay the tile on this table."""
    if plays:
        fitting = [port for port in open_ports(ruleset, plays) if pip_of(port) in tile]
        ways = [(tile, f">{port}") for port in fitting]
    else:
        ways = [(tile, "")]
    texts = [start + rest for start, rest in ways]
    if ruleset["lengthwise"] and is_double(tile) and not any(is_double(tile_of(play)) for play in plays):
        texts += [f"{start}*{rest}" for start, rest in ways]
    return texts


# --- a round: the deal and what was done -----------------------------------------------------------------------------


def new_round(
    ruleset: Ruleset, tiles: list[str], leader: int, leader_by: str, scores: list[Any] | None = None
) -> Round:
    before = scores or [0] * len(sides(ruleset))
    return {
        "ruleset": ruleset, "tiles": tiles, "leader": leader, "leader_by": leader_by, "before": before, "log": [],
        "said": [],  # for each play what was said about its points: the claim, the calls, whether that is over
    }  # fmt: skip


def table(state: Round) -> list[str]:
    return [move for _, move in state["log"] if is_play(move)]


def dealt(ruleset: Ruleset, tiles: list[str], seat: int) -> list[str]:
    size = ruleset["hand_size"]
    return tiles[seat * size : (seat + 1) * size]


def hand(state: Round, seat: int) -> list[str]:
    held = list(dealt(state["ruleset"], state["tiles"], seat))
    for mover, move in state["log"]:
        if mover == seat and move[0] == "+":
            held.append(move[1:])
        if mover == seat and is_play(move):
            held.remove(tile_of(move))
    return held


def boneyard(state: Round) -> list[str]:
    ruleset = state["ruleset"]
    drawn = sum(move[0] == "+" for _, move in state["log"])
    return state["tiles"][ruleset["players"] * ruleset["hand_size"] + drawn :]


def drawable(state: Round) -> int:
    return max(0, len(boneyard(state)) - state["ruleset"]["reserve"])


def turn(state: Round) -> int:
    """Who acts next, were the round not over."""
    if not state["log"]:
        return state["leader"]
    seat, move = state["log"][-1]
    return seat if move[0] == "+" else next_seat(state["ruleset"], seat)


def credited(ruleset: Ruleset, score: Any, gain: Any) -> Any:
    """What of the gain is credited: with an exact target nothing that would pass it.

    Sides that have met it together play on, and then all counts, or nobody could ever win.
    """
    return 0 if ruleset["target_rule"] == "exact" and score < ruleset["target"] < score + gain else gain


def is_calling(ruleset: Ruleset) -> bool:
    return ruleset["calling"] == "muggins"


def is_open(state: Round) -> bool:
    """Whether the points of the last play have not been told yet."""
    return bool(state["said"]) and not state["said"][-1]["over"]


def play_gains(ruleset: Ruleset, scores: list[Any], seat: int, total: int, said: dict[str, Any] | None) -> list[Any]:
    """What each side is credited for a play that makes this count: RULES.md, sections 3 and 4."""
    gains: list[Any] = [0] * len(scores)
    worth, mine = points_for(ruleset, total), side_of(ruleset, seat)
    if said is None:
        gains[mine] = credited(ruleset, scores[mine], worth)
        return gains
    if not said["over"]:
        return gains
    takers = [caller for caller, points in said["calls"] if points == worth]
    if worth and said["claim"] == worth:
        gains[mine] = credited(ruleset, scores[mine], worth)
    elif worth and takers:
        theirs = side_of(ruleset, takers[0])
        gains[theirs] = credited(ruleset, scores[theirs], worth)
    won = any(gain and score + gain >= ruleset["target"] for score, gain in zip(scores, gains, strict=True))
    if ruleset.get("overcall_penalty") and said["claim"] not in (None, worth) and not won:
        for side in range(len(scores)):
            if side != mine:
                gains[side] += credited(ruleset, scores[side] + gains[side], said["claim"])
    return gains


def gains_log(state: Round) -> list[tuple[int, int, list[Any]]]:
    """For each play: who, the count after it, what each side was credited."""
    ruleset, plays, scores, out = state["ruleset"], [], list(state["before"]), []
    for seat, move in state["log"]:
        if is_play(move):
            said = state["said"][len(plays)] if is_calling(ruleset) else None
            plays.append(move)
            total = count(ruleset, plays)
            gains = play_gains(ruleset, scores, seat, total, said)
            scores = [score + gain for score, gain in zip(scores, gains, strict=True)]
            out.append((seat, total, gains))
    return out


def points_log(state: Round) -> list[tuple[int, int, int]]:
    """For each play: who, the count after it, the points that he was credited."""
    return [(seat, total, gains[side_of(state["ruleset"], seat)]) for seat, total, gains in gains_log(state)]


def scores(state: Round) -> list[Any]:
    """Each side's score with the points of this round's plays, before the settlement."""
    now = list(state["before"])
    for _, _, gains in gains_log(state):
        now = [score + gain for score, gain in zip(now, gains, strict=True)]
    return now


def winner_by_play(state: Round) -> int | None:
    """The side that the last play, or what was said about it, has brought to the target."""
    gains, now = gains_log(state)[-1][2], scores(state)
    there = [side for side, gain in enumerate(gains) if gain > 0 and now[side] >= state["ruleset"]["target"]]
    highest = [side for side in there if all(now[side] >= now[other] for other in there)]
    return highest[0] if len(highest) == 1 else None


def seat_plays(state: Round, seat: int) -> list[str]:
    """What the seat could lay now, were it its turn."""
    held, plays = hand(state, seat), table(state)
    if not plays and state["leader_by"] == "highest_double":
        held = [lead_tile(held)]
    return sorted(text for tile in held for text in plays_of(state["ruleset"], plays, tile))


def end(state: Round) -> str | None:
    """None while the round goes on, else "target", "domino" or "blocked"."""
    ruleset, log = state["ruleset"], state["log"]
    if not log:
        return None
    seat, move = log[-1]
    if is_play(move):
        if winner_by_play(state) is not None:
            return "target"
        if not hand(state, seat):
            return "domino"
    anyone_fits = any(seat_plays(state, other) for other in range(ruleset["players"]))
    return None if anyone_fits or drawable(state) else "blocked"


def legal(state: Round) -> list[str]:
    """Every legal move, equivalent ones too."""
    if end(state) or is_open(state):
        return []
    plays = seat_plays(state, turn(state))
    if plays:
        return plays
    return [f"+{boneyard(state)[0]}"] if drawable(state) else ["-"]


def do(state: Round, move: str, claim: int | None = None) -> Round:
    """The round with one more move; ValueError when it is not legal."""
    if move not in legal(state):
        raise ValueError(f"{move} is not legal")
    said = state["said"]
    if is_calling(state["ruleset"]) and is_play(move):
        said = [*said, {"claim": claim or None, "calls": [], "over": False}]
    return {**state, "log": [*state["log"], (turn(state), move)], "said": said}


def may_call(state: Round) -> list[int]:
    """The seats that may call the points of the last play."""
    if not is_open(state):
        return []
    ruleset, mover = state["ruleset"], state["log"][-1][0]
    tried = [seat for seat, _ in state["said"][-1]["calls"]]
    rivals = [seat for seat in range(ruleset["players"]) if side_of(ruleset, seat) != side_of(ruleset, mover)]
    return [seat for seat in rivals if seat not in tried]


def call(state: Round, seat: int, points: int) -> Round:
    """The round after a call: the first right one, or the last that there can be, ends the calling."""
    if seat not in may_call(state):
        raise ValueError(f"seat {seat} may not call")
    said = state["said"][-1]
    after = {**state, "said": [*state["said"][:-1], {**said, "calls": [*said["calls"], (seat, points)]}]}
    worth = points_for(state["ruleset"], count(state["ruleset"], table(state)))
    right = worth > 0 and said["claim"] != worth and points == worth
    return close(after) if right or not may_call(after) else after


def close(state: Round) -> Round:
    """The round after the points of the last play have been told."""
    if not is_open(state):
        raise ValueError("there is nothing to tell")
    return {**state, "said": [*state["said"][:-1], {**state["said"][-1], "over": True}]}
