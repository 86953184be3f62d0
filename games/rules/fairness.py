"""Deals that can be checked: a promised secret and the players' numbers settle the order of the tiles.

The scheme in full, for players and for who writes a checker, stands on the page `/fair/`; why it is so, in
docs/decisions/0125. Secrets, numbers and commitments are 32 bytes, written as 64 lower-case hexadecimal digits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.rules.errors import RecordError
from games.rules.tiles import TILES, Tile

SCHEME = "muggins-fair-1"
FAMILY = "muggins-fair-"
#: Stands for the number of a seat that sent none.
NO_NUMBER = "-"
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Drawn(NamedTuple):
    """What a deal settles: the tiles in dealing order, and the seat on which the lot falls where one is drawn."""

    tiles: tuple[Tile, ...]
    lot: int


def is_number(text: object) -> bool:
    """Whether this is a secret, a number or a commitment as they are written."""
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def commitment(secret: str, match: str, number: int) -> str:
    """What is promised before round `number` of the match with this code is dealt."""
    return hashlib.sha256(_lines("commitment", match, str(number), secret)).hexdigest()


def order_key(secret: str, match: str, number: int, values: Sequence[str | None]) -> bytes:
    """The key of the stream that shuffles; `values` are the players' numbers by seat, None where none came."""
    said = [NO_NUMBER if value is None else value for value in values]
    return hmac.digest(bytes.fromhex(secret), _lines("order", match, str(number), *said), "sha256")


def _lines(*words: str) -> bytes:
    return "\n".join((SCHEME, *words)).encode()


def stream(key: bytes) -> Iterator[int]:
    """Bytes without end: HMAC-SHA256 of a counter, block after block."""
    counter = 0
    while True:
        yield from hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        counter += 1


def below(limit: int, source: Iterator[int]) -> int:
    """A number from 0 to `limit` - 1, each as likely as any other: bytes beyond the last full span are passed over."""
    most = 256 - 256 % limit
    return next(byte for byte in source if byte < most) % limit


def drawn(key: bytes, players: int) -> Drawn:
    """The shuffle (Fisher and Yates), from the tiles in the order 00, 10, 11, 20 … 66; then one lot."""
    source, tiles = stream(key), list(TILES)
    for last in range(len(tiles) - 1, 0, -1):
        other = below(last + 1, source)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return Drawn(tuple(tiles), below(players, source))


class Dealt(NamedTuple):
    """A round of a record, as far as its deal goes: `match` is the code that the rounds before it named, if any did."""

    number: int
    tiles: tuple[Tile, ...]
    leader: int
    leader_by: str
    players: int
    match: str | None = None


def check(proof: object, dealt: Dealt) -> str | None:
    """Checks what stands under a round's `deal`; the match's code that it names, or None when it is another's proof.

    RecordError, one sentence that names the round, when it claims a scheme of ours and does not hold.
    """
    where = f"round {dealt.number}: deal"
    if not isinstance(proof, dict) or not str(proof.get("scheme")).startswith(FAMILY):
        return None
    if proof["scheme"] != SCHEME:
        raise RecordError(f"{where}: its scheme is not {SCHEME}, and cannot be checked")
    match, secret, values = _parts(where, proof, dealt)
    if commitment(secret, match, dealt.number) != proof.get("commitment"):
        raise RecordError(f"{where}: the secret is not the one that the commitment promised")
    result = drawn(order_key(secret, match, dealt.number, values), dealt.players)
    if result.tiles != dealt.tiles:
        raise RecordError(f"{where}: the order of the tiles does not follow from the secret and the numbers")
    if dealt.leader_by == "lot" and dealt.leader != result.lot:
        raise RecordError(f"{where}: the lot falls on seat {result.lot}, not on seat {dealt.leader}")
    return match


def _parts(where: str, proof: dict[str, Any], dealt: Dealt) -> tuple[str, str, list[str | None]]:
    """Match, secret and numbers, each of the right shape, and of this round of this match."""
    match, secret, values = proof.get("match"), proof.get("secret"), proof.get("values")
    if not isinstance(match, str) or not match.isprintable() or dealt.match not in (None, match):
        raise RecordError(f"{where}: match must be the code of the match, the same in each round")
    if type(proof.get("round")) is not int or proof["round"] != dealt.number:
        raise RecordError(f"{where}: round must be {dealt.number}")
    if not isinstance(secret, str) or not is_number(secret):
        raise RecordError(f"{where}: secret must be 64 hexadecimal digits")
    if not isinstance(values, list) or len(values) != dealt.players:
        raise RecordError(f"{where}: values must be a list of {dealt.players}, one for each seat")
    if not all(value is None or is_number(value) for value in values):
        raise RecordError(f"{where}: values must be 64 hexadecimal digits each, or null")
    return match, secret, values
