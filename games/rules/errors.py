"""The few ways in which the rules refuse, named by whose fault it is."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.rules.moves import Move


class Reason(Enum):
    """Why a move is refused; pages turn a reason into a sentence of their own language."""

    NOT_YOUR_TILE = "the tile is not in your hand"
    PORT_CLOSED = "the port is not open"
    NO_MATCH = "the tile does not have the number"
    MUST_PLAY_DRAWN = "the tile just drawn must be played"
    MUST_LEAD = "another tile must lead"
    CAN_PLAY = "who can play must play"
    CAN_DRAW = "who can draw must draw"
    NOTHING_TO_DRAW = "nothing may be drawn"
    WRONG_TILE_DRAWN = "another tile is next in the boneyard"
    LENGTHWISE_NOT_ALLOWED = "only the first double may lie lengthwise, and only where the rules allow it"
    NEEDS_PORT = "a tile on the table must be joined"
    LEAD_HAS_NO_PORT = "there is nothing to join yet"
    ROUND_OVER = "the round is over"
    NO_CLAIM_HERE = "points cannot be claimed here"
    NO_SUCH_AMOUNT = "no play can make so many points"
    WINDOW_OPEN = "the points of the last play are still open"
    WINDOW_CLOSED = "there is nothing to call"
    OWN_SIDE = "one cannot take the points of one's own side"
    ALREADY_TRIED = "one may call only once"


_SENTENCES: dict[Reason, str] = {
    Reason.NOT_YOUR_TILE: "{tile} is not in the hand",
    Reason.PORT_CLOSED: "{port} is not open",
    Reason.NO_MATCH: "{tile} does not fit {port}",
    Reason.MUST_LEAD: "{tile} may not lead: another tile must",
    Reason.LENGTHWISE_NOT_ALLOWED: "{tile} may not lie lengthwise",
    Reason.NEEDS_PORT: "{tile} must be joined to a port",
    Reason.LEAD_HAS_NO_PORT: "there is nothing on the table to join",
    Reason.WRONG_TILE_DRAWN: "{tile} is not the next tile of the boneyard",
}


class NotationError(ValueError):
    """A text, or a deal, that does not say what it should."""


class RulesetError(ValueError):
    """A setting that is unknown, or that cannot be played together with the others."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field = field
        self.sentence = sentence


class IllegalMove(Exception):
    """A move, or a call (then `move` is None), that the rules forbid here, with the reason."""

    def __init__(self, reason: Reason, move: Move | None, details: str = "") -> None:
        where = {"tile": getattr(move, "tile", None), "port": getattr(move, "port", None)}
        details = details or _SENTENCES.get(reason, reason.value).format(**where)
        super().__init__(details if move is None else f"{move}: {details}")
        self.reason = reason
        self.move = move
        self.details = details


class RecordError(ValueError):
    """A record that does not hold; the sentence names the round and the move where it can."""
