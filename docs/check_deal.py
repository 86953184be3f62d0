"""Checks the deals of match records, one a line: python3 check_deal.py < muggins-….json"""

import hashlib
import hmac
import json
import sys


def lines(*words):
    return "\n".join(["muggins-fair-1", *map(str, words)]).encode()


def follows(deal, number, players):
    """The commitment, the order of the tiles and the lot that follow from secret and numbers."""
    promised = hashlib.sha256(lines("commitment", deal["match"], number, deal["secret"])).hexdigest()
    said = [value or "-" for value in deal["values"]]
    key = hmac.digest(bytes.fromhex(deal["secret"]), lines("order", deal["match"], number, *said), "sha256")
    stream = (byte for count in range(99) for byte in hmac.digest(key, count.to_bytes(8, "big"), "sha256"))

    def below(limit):
        return next(byte for byte in stream if byte < 256 - 256 % limit) % limit

    tiles = [f"{high}{low}" for high in range(7) for low in range(high + 1)]
    for last in range(27, 0, -1):
        other = below(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return promised, tiles, below(players)


def verdict(dealt, number, players):
    if "deal" not in dealt:
        return "no proof"
    promised, tiles, lot = follows(dealt["deal"], number, players)
    kept = promised == dealt["deal"]["commitment"] and tiles == [max(tile, tile[::-1]) for tile in dealt["tiles"]]
    return "holds" if kept and (dealt["leader_by"] != "lot" or dealt["leader"] == lot) else "DOES NOT HOLD"


said = ""
for record in map(json.loads, filter(str.strip, sys.stdin)):
    for number, dealt in enumerate(record["rounds"], start=1):
        said += f"round {number}: {verdict(dealt, number, len(record['seats']))}\n"
sys.stdout.write(said)
sys.exit("NOT" in said)
