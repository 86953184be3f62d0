"""The naive engine's second half: settling a round, who leads the next, who has won, and checking a record."""

from fractions import Fraction
from typing import Any

from tests.rules.naive import (
    ALL_TILES,
    Round,
    Ruleset,
    call,
    close,
    count,
    credited,
    do,
    end,
    hand,
    is_calling,
    is_open,
    is_play,
    lead_tile,
    may_call,
    new_round,
    next_seat,
    pips,
    points_for,
    points_log,
    scores,
    side_of,
    sides,
    table,
    turn,
    winner_by_play,
)


def round5(number: int) -> int:
    return 5 * ((number + 2) // 5)


def settle(ruleset: Ruleset, hands: list[list[str]], how: str, last: int) -> list[Any]:
    """What each side gains at the end of a round, before the target's rule."""
    table_sides = sides(ruleset)
    if how == "target":
        return [0] * len(table_sides)
    left = [sum(map(pips, held)) for held in hands]
    of_side = [sum(left[seat] for seat in side) for side in table_sides]
    unit = 5 if ruleset["points_per_five"] == 1 else 1
    if ruleset["settlement"] == "own_hand":
        return [-(round5(total) // unit) for total in of_side]
    gains: list[Any] = [0] * len(table_sides)
    winners = [side_of(ruleset, last)] if how == "domino" else lowest(ruleset, left)
    rest = sum(total for side, total in enumerate(of_side) if side not in winners)
    if len(winners) == 1:
        gains[winners[0]] = round5(rest) // unit
    elif len(winners) == 2 and len(table_sides) == 3:
        for side in winners:
            gains[side] = Fraction(round5(rest) // unit, 2)
    return gains


def lowest(ruleset: Ruleset, left: list[int]) -> list[int]:
    """The sides that are lowest when the round is blocked."""
    best = min if ruleset["blocked_by"] == "lowest_hand" else sum
    figures = [best([left[seat] for seat in side]) for side in sides(ruleset)]
    return [side for side, figure in enumerate(figures) if figure == min(figures)]


def settlement(state: Round) -> list[Any]:
    """What each side is credited at the end of this round."""
    ruleset = state["ruleset"]
    hands = [hand(state, seat) for seat in range(ruleset["players"])]
    last = [seat for seat, move in state["log"] if is_play(move)][-1]
    gains = settle(ruleset, hands, str(end(state)), last)
    return [credited(ruleset, score, gain) for score, gain in zip(scores(state), gains, strict=True)]


def scores_after(state: Round) -> list[Any]:
    """The scores after a round that is over; its end is not settled before its last points have been told."""
    if is_open(state):
        return scores(state)
    return [score + gain for score, gain in zip(scores(state), settlement(state), strict=True)]


def winner(state: Round) -> int | None:
    """The side that has won the match with this round, which is over."""
    if end(state) == "target":
        return winner_by_play(state)
    after = scores_after(state)
    best = [side for side, score in enumerate(after) if score == max(after)]
    return best[0] if len(best) == 1 and max(after) >= state["ruleset"]["target"] else None


def next_lead(ruleset: Ruleset, tiles: list[str], before: Round | None) -> tuple[int | None, str]:
    """Who leads a round with this deal and by what; None where a lot decides."""
    if before is None:
        by = ruleset["first_lead"]
    else:
        by = ruleset["blocked_lead" if end(before) == "blocked" else "next_lead"]
    if by == "lot":
        return None, by
    if by == "highest_double":
        held = tiles[: ruleset["players"] * ruleset["hand_size"]]
        return held.index(lead_tile(held)) // ruleset["hand_size"], by
    assert before is not None
    return (before["log"][-1][0] if by == "went_out" else next_seat(ruleset, before["leader"])), by


# --- a record --------------------------------------------------------------------------------------------------------


class Fault(Exception):
    """The first thing in a record that does not hold: the round and the move (from 1; None: the round itself)."""

    def __init__(self, round_no: int, move_no: int | None, why: str) -> None:
        super().__init__(f"round {round_no}, move {move_no}: {why}")
        self.round_no, self.move_no, self.why = round_no, move_no, why


def same(left: list[Any], right: list[Any]) -> bool:
    return len(left) == len(right) and all(a == b for a, b in zip(left, right, strict=True))


def check(record: dict[str, Any]) -> list[Round]:
    """Replay a record; the rounds, or Fault."""
    rounds: list[Round] = []
    for number, told in enumerate(record["rounds"], 1):
        rounds.append(check_round(record["ruleset"], number, told, rounds[-1] if rounds else None))
    won = winner(rounds[-1]) if rounds and end(rounds[-1]) else None
    if record["winner"] != won or record["end"] != ("unfinished" if won is None else "target"):
        raise Fault(len(rounds), None, "the match did not end so")
    return rounds


def check_round(ruleset: Ruleset, number: int, told: dict[str, Any], before: Round | None) -> Round:
    if before is not None and (end(before) is None or winner(before) is not None):
        raise Fault(number, None, "the match was over")
    if sorted(told["tiles"]) != ALL_TILES:
        raise Fault(number, None, "not the 28 tiles")
    leader, by = next_lead(ruleset, told["tiles"], before)
    if told["leader_by"] != by or leader not in (None, told["leader"]):
        raise Fault(number, None, "another seat leads")
    start = scores_after(before) if before else None
    state = new_round(ruleset, told["tiles"], told["leader"], by, start)
    for index, entry in enumerate(told["moves"], 1):
        state = check_move(state, number, index, entry)
    over = end(state)
    gains = settlement(state) if over else [0] * len(state["before"])
    after = scores_after(state) if over else scores(state)
    if told["end"] != (over or "unfinished") or not same(told["settlement"], gains) or not same(told["scores"], after):
        raise Fault(number, None, "the round did not end so")
    return state


def check_move(state: Round, number: int, index: int, entry: dict[str, Any]) -> Round:
    if entry["seat"] != turn(state):
        raise Fault(number, index, "another seat's turn")
    try:
        state = do(state, entry["move"], entry.get("claim"))
    except ValueError as error:
        raise Fault(number, index, str(error)) from error
    if is_play(entry["move"]):
        if is_calling(state["ruleset"]):
            state = check_said(state, number, index, entry)
        if points_log(state)[-1][1:] != (entry.get("count"), entry.get("points")):
            raise Fault(number, index, "count or points")
    return state


def check_said(state: Round, number: int, index: int, entry: dict[str, Any]) -> Round:
    """The play of an entry after what was called."""
    taken = entry["muggins"]
    if taken is None:
        return close(state)
    ruleset, before = state["ruleset"], scores(state)
    worth = points_for(ruleset, count(ruleset, table(state)))
    if taken["seat"] not in may_call(state) or not worth or entry["claim"] == worth:
        raise Fault(number, index, "nobody can have taken these points")
    state = call(state, taken["seat"], worth)
    if credited(ruleset, before[side_of(ruleset, taken["seat"])], worth) != taken["points"]:
        raise Fault(number, index, "so many points were not taken")
    return state
