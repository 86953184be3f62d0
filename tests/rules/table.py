"""Tables to test on: deals with the hands that a test names, moves as text."""

from collections.abc import Sequence

from games.rules.events import Event
from games.rules.layout import Layout, lay_all
from games.rules.matches import MatchState, Step, call, close_window, new_match, play, start_round
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.rounds import RoundState, apply_move, deal, legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import TILES, Tile, tile


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles of a text such as ``55 50 31``."""
    return tuple(map(tile, text.split()))


def stacked(hands: Sequence[str], boneyard: str = "") -> tuple[Tile, ...]:
    """A deal with these hands, these tiles next in the boneyard, and the others behind them."""
    named = tiles(" ".join([*hands, boneyard]))
    return named + tuple(each for each in TILES if each not in named)


def table(hands: Sequence[str], boneyard: str = "", ruleset: Ruleset | None = None, leader: int = 0) -> RoundState:
    """A round at its start; the ruleset is changed to the size of the hands."""
    return deal(sized(ruleset or preset("pagat", 2), hands), stacked(hands, boneyard), leader, "lot")


def match_at(scores: tuple[int, ...], hands: Sequence[str], ruleset: Ruleset, leader: int = 0) -> MatchState:
    """A match in which these scores stand and a round with these hands begins."""
    ruleset = sized(ruleset, hands)
    before = MatchState(ruleset, scores, rounds_done=0)
    return start_round(before, stacked(hands), leader, "lot").match


def sized(ruleset: Ruleset, hands: Sequence[str]) -> Ruleset:
    return change(ruleset, hand_size=len(hands[0].split()))


def after(state: RoundState, moves: str) -> RoundState:
    """The round after moves such as ``55 50>55.L1 +31``."""
    for text in moves.split():
        state = apply_move(state, parse_move(text)).state
    return state


def played_on(match: MatchState, moves: str) -> tuple[MatchState, list[Event]]:
    """The match after such moves, and everything that happened."""
    told: list[Event] = []
    for text in moves.split():
        step = play(match, parse_move(text))
        match = step.match
        told += step.events
    return match, told


def acted(match: MatchState, acts: str) -> tuple[MatchState, list[Event]]:
    """The match after moves, claims, calls and closings such as ``55=10 1:10 . +31``, and everything that happened.

    ``55=10`` claims ten points with the play; with ``1:10`` seat 1 calls ten; ``.`` closes the window.
    """
    told: list[Event] = []
    for text in acts.split():
        step = _acted(match, text)
        match = step.match
        told += step.events
    return match, told


def _acted(match: MatchState, text: str) -> Step:
    if text == ".":
        return close_window(match)
    if ":" in text:
        seat, points = text.split(":")
        return call(match, int(seat), int(points))
    move, _, claim = text.partition("=")
    return play(match, parse_move(move), int(claim) if claim else None)


def laid(moves: str, ruleset: Ruleset | None = None) -> Layout:
    """The layout after such plays, hands apart."""
    plays = [parse_move(text) for text in moves.split()]
    return lay_all(ruleset or preset("pagat", 2), [play for play in plays if isinstance(play, Play)])


def texts(state: RoundState) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in legal_moves(state)]


__all__ = [
    "acted",
    "after",
    "laid",
    "match_at",
    "new_match",
    "played_on",
    "sized",
    "stacked",
    "table",
    "texts",
    "tiles",
]
