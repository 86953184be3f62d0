"""A round between two moves as one line of text, and back: for logs, tests and questions about a position."""

from __future__ import annotations

import json

from games.rules.errors import IllegalMove, NotationError, RecordError, RulesetError
from games.rules.fields import Fields
from games.rules.layout import lay_all
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.reading import loads
from games.rules.rounds import deal
from games.rules.ruleset import Ruleset
from games.rules.states import RoundState
from games.rules.tiles import ALL_TILES, Tile, bits_of, tile

ENDS = (None, "domino", "blocked", "target")


def state_text(state: RoundState) -> str:
    """The round as one line of JSON, with the ruleset, the deal and everything that has changed since."""
    data = {
        "ruleset": state.ruleset.to_dict(),
        "tiles": _words(state.tiles),
        "leader": state.leader,
        "leader_by": state.leader_by,
        "laid": " ".join(map(str, state.layout.placements)),
        "hands": [_words(hand) for hand in state.hands],
        "drawn": state.drawn,
        "turn": state.turn,
        "must_play": None if state.must_play is None else str(state.must_play),
        "end": state.end,
        "last_player": state.last_player,
    }
    return json.dumps(data, separators=(",", ":"))


def parse_state(text: str) -> RoundState:
    """The round of such a text; NotationError for any other, or for one whose tiles are not all there once."""
    try:
        return _state(Fields(loads(text), "the round"))
    except (RecordError, RulesetError) as error:
        raise NotationError(str(error)) from None
    except IllegalMove as error:
        raise NotationError(f"laid: {error}") from None


def _state(data: Fields) -> RoundState:
    ruleset = Ruleset.from_dict(Fields(data.value("ruleset"), "ruleset").data)
    start = deal(ruleset, _tiles(data.text("tiles")), data.whole("leader"), data.text("leader_by"))
    must_play, end = data.text_or_none("must_play"), data.one_of("end", ENDS)
    state = start._replace(
        layout=lay_all(ruleset, _plays(data.text("laid"))),
        hand_bits=tuple(bits_of(_tiles(hand)) for hand in data.items("hands")),
        drawn=data.whole("drawn"),
        turn=_seat(data, "turn", ruleset),
        must_play=None if must_play is None else tile(must_play),
        end=end,
        last_player=_seat(data, "last_player", ruleset),
    )
    _check_tiles(state)
    return state


def _check_tiles(state: RoundState) -> None:
    """Every tile lies in one hand, on the table or in the boneyard."""
    if len(state.hand_bits) != state.ruleset.players or not 0 <= state.drawn <= len(state.dealt.boneyard):
        raise NotationError("the hands or the boneyard do not fit the ruleset")
    places = [*state.hand_bits, bits_of(state.boneyard), bits_of([play.tile for play in state.layout.placements])]
    if sum(places) != ALL_TILES or sum(bits.bit_count() for bits in places) != ALL_TILES.bit_count():
        raise NotationError("a tile is missing, or in two places")


def _seat(data: Fields, key: str, ruleset: Ruleset) -> int | None:
    seat = None if data.value(key) is None else data.whole(key)
    if seat is not None and seat not in range(ruleset.players):
        raise NotationError(f"{key}: there is no seat {seat}")
    return seat


def _words(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles))


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(tile, text.split()))


def _plays(text: str) -> list[Play]:
    moves = [parse_move(word) for word in text.split()]
    if not all(isinstance(move, Play) for move in moves):
        raise NotationError("laid: only plays lie on the table")
    return [move for move in moves if isinstance(move, Play)]
