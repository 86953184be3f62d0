"""Figures in which people hold tiles: drawing or passing, going out, a blocked round, under any ruleset.

The rounds are played by the engine from deals that are made up here, with names in the order of their turns. Where
only the end of a round is shown, hands are small from the start: the tiles that do not matter are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.figures import FOLDED, Figure, Holding, Step, drawing_of, laying
from games.presenters.settled import settlement_lines
from games.rules.moves import Draw, Move, Pass, Play
from games.rules.notation import parse_move
from games.rules.rounds import RoundState, apply_move, deal, legal_moves
from games.rules.ruleset import Ruleset, change
from games.rules.scoring import settle
from games.rules.tiles import TILES, Tile, tile
from games.words import figures as words
from games.words import play as said
from games.words.glossary import explained
from games.words.tiles import pips, tile_name


@dataclass(frozen=True)
class Script:
    """A round in the order of turns: hands, next tiles to be drawn, who leads, the plays as in records."""

    hands: tuple[str, ...]
    boneyard: str
    leader: int
    plays: str


#: Ben holds neither a 6 nor a 4, whatever the size of his hand.
WITHOUT = "53 51 20 32 10 52 31 21 50 30 55 22 11 33 00"
FIRST_DRAWN, FITTING = "52", "61"

OUT = {
    2: Script(("43 31 53", "41 65 20"), "30", 0, "43 41>43.4 31>41.1 30>43.3 53>31.3"),
    3: Script(("43 51", "41 61", "30 62"), "", 0, "43 41>43.4 30>43.3 51>41.1"),
    4: Script(("32 64", "43 42", "62 63", "55 10"), "41", 0, "32 43>32.3 62>32.2 41>43.4 64>62.6"),
}
#: The same without anything to draw: who drew above has to pass.
OUT_DRY = {
    2: Script(OUT[2].hands, "", 0, "43 41>43.4 31>41.1 53>31.3"),
    3: OUT[3],
    4: Script(OUT[4].hands, "", 0, "32 43>32.3 62>32.2 64>62.6"),
}
#: All seven tiles with a blank lie on the table, and both ends are blank.
BLOCKED_NUMBER = 0
CHAIN = "50 52>50.5 60>50.0 20>52.2 63>60.6 00>20.0 31>63.3 40>00.L2 10>31.1 43>40.4 30>43.3"
BLOCK = {
    2: Script(("52 20 00 40 43 66 32", "50 60 63 31 10 30 54"), "", 1, CHAIN),
    3: Script(("50 20 31 43 41", "52 63 40 30 32", "60 00 10 64 21"), "", 0, CHAIN),
    4: Script(("52 00 43 21", "60 31 30 64", "20 40 66 62", "50 63 10 65"), "", 3, CHAIN),
}


def scene_keys(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Which of these figures a ruleset has, by the chapter where they stand."""
    return {"draw": ("draw" if _drawable(ruleset) else "pass",), "end": ("out", "block")}


def scene(key: str, ruleset: Ruleset, met: set[str]) -> Figure:
    """A figure of people and their tiles under this ruleset."""
    make = {"draw": _drawing, "pass": _drawing, "out": _going_out, "block": _blocked}[key]
    figure = make(ruleset, met)
    return replace(figure, key=key, title=words.title(key))


def _drawable(ruleset: Ruleset) -> int:
    return ruleset.boneyard_size - ruleset.reserve


# --- the round behind a figure ---


def _seat(ruleset: Ruleset, turn: int) -> int:
    """The seat of who comes so many turns after seat 0."""
    return turn % ruleset.players if ruleset.direction == "clockwise" else -turn % ruleset.players


def _names(ruleset: Ruleset) -> list[str]:
    """The name of each seat."""
    names = [""] * ruleset.players
    for turn, name in zip(range(ruleset.players), words.players(), strict=False):
        names[_seat(ruleset, turn)] = name
    return names


def _tiles(text: str) -> list[Tile]:
    return [tile(word) for word in text.split()]


def _dealt(ruleset: Ruleset, hands: Sequence[str], boneyard: str, leader: int) -> RoundState:
    """A deal in which these hands and these next tiles are as given, and all else as it comes."""
    given, ahead = [_tiles(hand) for hand in hands], _tiles(boneyard)
    taken = {one for hand in [*given, ahead] for one in hand}
    rest = [one for one in TILES if one not in taken]
    seats: list[list[Tile]] = [[] for _each in range(ruleset.players)]
    for turn in range(ruleset.players):
        hand = given[turn] if turn < len(given) else []
        missing = ruleset.hand_size - len(hand)
        seats[_seat(ruleset, turn)] = [*hand, *rest[:missing]]
        del rest[:missing]
    return deal(ruleset, [*chain(*seats), *ahead, *rest], _seat(ruleset, leader), "went_out")


def _short(ruleset: Ruleset, hand_size: int, *, dry: bool) -> Ruleset:
    """The ruleset with small hands; *dry*: nothing may be drawn."""
    plain: dict[str, Any] = {"hand_size": hand_size, "reserve": 0, "calling": "automatic"}
    small = change(ruleset, **plain)
    return change(small, reserve=small.boneyard_size) if dry else small


def _play_to_the_last(ruleset: Ruleset, script: Script) -> tuple[RoundState, Play, RoundState]:
    """The round before its last tile, that tile, and the round after it."""
    state = _dealt(ruleset, script.hands, script.boneyard, script.leader)
    *first, last = [parse_move(text) for text in script.plays.split()]
    for move in first:
        state = apply_move(_forced(state), move).state
    assert isinstance(last, Play)
    state = _forced(state)
    return state, last, apply_move(state, last).state


def _forced(state: RoundState) -> RoundState:
    """The round after the draws or the pass that its player cannot choose."""
    move = _only(state)
    while move is not None:
        state = apply_move(state, move).state
        move = _only(state)
    return state


def _only(state: RoundState) -> Move | None:
    moves = legal_moves(state)
    return moves[0] if len(moves) == 1 and isinstance(moves[0], Draw | Pass) else None


# --- drawing ---


def _drawing(ruleset: Ruleset, met: set[str]) -> Figure:
    ruleset = change(ruleset, calling="automatic")
    may_draw = _drawable(ruleset) > 0
    ahead = [FIRST_DRAWN, FITTING][: ruleset.boneyard_size] if may_draw else []
    hand = " ".join([one for one in WITHOUT.split() if one not in ahead][: ruleset.hand_size])
    state = _dealt(ruleset, ["64", hand], " ".join(ahead), 0)
    ben = _seat(ruleset, 1)
    steps = []
    lead = parse_move("64")
    assert isinstance(lead, Play)
    steps.append(_lead_of_another(state, lead, ruleset, ben, met))
    state = apply_move(state, lead).state
    while (move := _only(state)) is not None:
        after = apply_move(state, move).state
        steps.append(_forced_step(state, move, after, ruleset, ben, met))
        state = after
        if isinstance(move, Pass):
            return Figure("", "", tuple(steps))
    move = legal_moves(state)[0]
    assert isinstance(move, Play)
    steps.append(_play_step(state, move, ruleset, [ben], met))
    return Figure("", "", tuple(steps))


def _lead_of_another(state: RoundState, lead: Play, ruleset: Ruleset, ben: int, met: set[str]) -> Step:
    step = _play_step(state, lead, ruleset, [ben], met)
    after = apply_move(state, lead).state
    one, other = sorted((port.pip for port in after.layout.open_ports), reverse=True)
    stuck = words.nothing_fits(_names(ruleset)[ben], one, other)
    return replace(step, why=(tuple(explained(stuck, met)),))


def _play_step(state: RoundState, move: Play, ruleset: Ruleset, shown: Iterable[int], met: set[str]) -> Step:
    """Somebody lays a tile; the hands of these seats are seen."""
    assert state.turn is not None
    after = apply_move(state, move).state
    who = said.Who(_names(ruleset)[state.turn])
    name = said.laid(move.tile, move.lengthwise)
    did = said.led(who, name) if move.port is None else said.played(who, name, state.layout.place(move.port))
    step = laying(state.layout, move, after.layout, ruleset, did=did, met=met)
    return replace(step, hands=_hands(after, ruleset, shown), yard=_yard(after, ruleset))


def _forced_step(state: RoundState, move: Move, after: RoundState, ruleset: Ruleset, ben: int, met: set[str]) -> Step:
    name = _names(ruleset)[ben]
    fresh = move.tile if isinstance(move, Draw) else None
    if isinstance(move, Draw):
        fits = after.must_play is not None
        did = words.draws(name, move.tile, fits)
        reason = words.must_play() if fits else words.keeps_drawing()
    else:
        did, reason = words.passes(name), words.pass_is_free(empty=not _drawable(ruleset))
    return Step(
        did=did,
        drawing=drawing_of(after.layout, ruleset),
        why=(tuple(explained(reason, met)),),
        hands=_hands(after, ruleset, [ben], fresh=fresh),
        yard=_yard(after, ruleset),
        kind="draw" if fresh else "pass",
    )


def _yard(state: RoundState, ruleset: Ruleset) -> str:
    """How many tiles lie there, where there is a boneyard."""
    if not ruleset.boneyard_size:
        return ""
    left = len(state.boneyard)
    return ngettext("Boneyard: %(count)d tile", "Boneyard: %(count)d tiles", left) % {"count": left}


def _hands(
    state: RoundState, ruleset: Ruleset, seats: Iterable[int], *, fresh: Tile | None = None, weighed: bool = False
) -> tuple[Holding, ...]:
    names = _names(ruleset)
    return tuple(
        Holding(
            name=names[seat],
            tiles=tuple(str(one) for one in state.hand(seat)),
            spoken=", ".join(tile_name(one) for one in state.hand(seat)) or _("no tiles"),
            fresh=str(fresh or ""),
            pips=pips(sum(one.pips for one in state.hand(seat))) if weighed else "",
        )
        for seat in seats
    )


# --- the end of a round ---


def _going_out(ruleset: Ruleset, met: set[str]) -> Figure:
    dry = not _drawable(ruleset)
    script = (OUT_DRY if dry else OUT)[ruleset.players]
    small = _short(ruleset, len(script.hands[0].split()), dry=dry)
    before, last, after = _play_to_the_last(small, script)
    name = _names(ruleset)[before.turn or 0]
    start = _standing(before, small, words.before_the_last_tile(name))
    return _end_of_round(small, [start], (before, last, after), words.goes_out(name), met)


def _blocked(ruleset: Ruleset, met: set[str]) -> Figure:
    script = BLOCK[ruleset.players]
    small = _short(ruleset, len(script.hands[0].split()), dry=True)
    steps = _play_to_the_last(small, script)
    return _end_of_round(small, [], steps, words.all_used(BLOCKED_NUMBER), met)


def _standing(state: RoundState, ruleset: Ruleset, did: str) -> Step:
    hands = _hands(state, ruleset, _in_turn(ruleset))
    return Step(did=did, drawing=drawing_of(state.layout, ruleset, FOLDED), hands=hands, kind="start")


def _in_turn(ruleset: Ruleset) -> list[int]:
    return [_seat(ruleset, turn) for turn in range(ruleset.players)]


def _end_of_round(
    ruleset: Ruleset, steps: list[Step], played: tuple[RoundState, Play, RoundState], reason: str, met: set[str]
) -> Figure:
    """The last tile, then what the hands that are left turn into."""
    before, last, after = played
    assert before.turn is not None and last.port is not None and after.end is not None
    seats = _in_turn(ruleset)
    closing = _play_step(before, last, ruleset, seats, met)
    board = drawing_of(after.layout, ruleset, FOLDED)
    closing = replace(closing, drawing=board, why=(tuple(explained(reason, met)),), yard="")
    result = settle(ruleset, after.hands, after.end, after.last_player)
    counted = Step(
        did=words.settled(),
        drawing=board,
        hands=_hands(after, ruleset, seats, weighed=True),
        settlement=tuple(settlement_lines(ruleset, result, _names(ruleset))),
        kind="sum",
    )
    return Figure("", "", (*steps, closing, counted), note=words.left_out())
