"""Deals that can be checked: against an implementation written for this test alone, and against chance."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations, count, islice
from pathlib import Path
from typing import Any

import pytest

from games.rules import chance, fairness, matches
from games.rules.errors import RecordError
from games.rules.fairness import Dealt, Drawn
from games.rules.record import PlayedRound, SeatLabel, check, to_record
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import TILES

ROOT = Path(__file__).resolve().parents[2]
CODE = "AbCdEfGhIjKlMnOpQrStUv"
SECRET = bytes(range(32)).hex()
VALUES = (bytes(range(32, 64)).hex(), "ff" * 32, None)
# Pinned: a change of any of these would break every checker that anybody has written.
COMMITMENT = "8159809deb32ecf3d0881363d48211e339ca8359fa03611d2204ce8a552ecc0b"
KEY = "75cd70bca4acfb49d87d682361c629be281e6469bb94c5f0a2d962b597d29376"
ORDER = "64 32 60 30 55 43 51 54 20 66 00 31 63 62 65 50 44 41 21 40 52 22 61 53 11 33 42 10"
LOT = 0
# The 99.9 % points of chi-square, by degrees of freedom.
CHI_999 = {1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52, 27: 55.48}


# --- an implementation of its own, from the text of the page: no hmac, no generators shared with the rules ---


def hmac_by_hand(key: bytes, text: bytes) -> bytes:
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def drawn_by_hand(secret: str, code: str, number: int, values: tuple[str | None, ...]) -> tuple[list[str], int]:
    text = f"muggins-fair-1\norder\n{code}\n{number}"
    for value in values:
        text += "\n" + (value if value else "-")
    key = hmac_by_hand(bytes.fromhex(secret), text.encode())
    data = b"".join(hmac_by_hand(key, counter.to_bytes(8, "big")) for counter in range(8))
    place = 0

    def below(limit: int) -> int:
        nonlocal place
        fair = [byte for byte in range(256) if byte < (256 // limit) * limit]
        while data[place] not in fair:
            place += 1
        place += 1
        return data[place - 1] % limit

    tiles = [f"{high}{low}" for high in range(7) for low in range(7) if low <= high]
    for i in reversed(range(1, 28)):
        j = below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles, below(len(values))


def some_secret(number: int) -> str:
    return hashlib.sha256(b"secret %d" % number).hexdigest()


def deal(secret: str, number: int = 1, values: tuple[str | None, ...] = (None, None)) -> Drawn:
    return fairness.drawn(fairness.order_key(secret, CODE, number, values), len(values))


def test_the_vectors_that_the_page_shows() -> None:
    assert fairness.commitment(SECRET, CODE, 3) == COMMITMENT
    key = fairness.order_key(SECRET, CODE, 3, VALUES)
    assert key.hex() == KEY
    tiles, lot = fairness.drawn(key, 3)
    assert " ".join(map(str, tiles)) == ORDER
    assert lot == LOT


def test_the_commitment_is_the_digest_of_five_lines() -> None:
    text = f"muggins-fair-1\ncommitment\n{CODE}\n12\n{SECRET}"
    assert fairness.commitment(SECRET, CODE, 12) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("number", range(1, 200))
def test_another_implementation_finds_the_same_order_and_lot(number: int) -> None:
    values = tuple(some_secret(number + seat) if (number >> seat) % 2 else None for seat in range(2 + number % 3))
    tiles, lot = deal(some_secret(number), number, values)
    assert ([str(tile) for tile in tiles], lot) == drawn_by_hand(some_secret(number), CODE, number, values)


def test_each_thing_that_goes_in_changes_the_order() -> None:
    orders = {
        deal(SECRET).tiles,
        deal(some_secret(1)).tiles,
        deal(SECRET, 2).tiles,
        deal(SECRET, values=("00" * 32, None)).tiles,
        deal(SECRET, values=(None, "00" * 32)).tiles,
        deal(SECRET, values=("00" * 31 + "01", None)).tiles,
        deal(SECRET, values=(None, None, None)).tiles,
        fairness.drawn(fairness.order_key(SECRET, CODE[::-1], 1, (None, None)), 2).tiles,
    }
    assert len(orders) == 8
    assert all(sorted(order) == list(TILES) for order in orders)


def test_a_byte_beyond_the_last_full_span_is_passed_over() -> None:
    for limit in (2, 3, 27, 28, 255, 256):
        span = 256 // limit * limit
        source = iter([*range(span, 256), 255 % span])
        assert fairness.below(limit, source) == 255 % span % limit
        assert Counter(fairness.below(limit, iter([byte])) for byte in range(span)) == dict.fromkeys(
            range(limit), span // limit
        )


def test_shuffles_and_lots_are_unbiased() -> None:
    """20,000 deals from fixed secrets: what lies where, where a tile lands, which of two comes first, the lot."""
    trials = 20_000
    places = {place: Counter[str]() for place in (0, 6, 13, 27)}
    lands, lots, first_of_two = Counter[int](), Counter[int](), Counter[bool]()
    for number in range(trials):
        tiles, lot = deal(some_secret(number), 1 + number % 9, (None, None, None))
        for place, found in places.items():
            found[str(tiles[place])] += 1
        lands[tiles.index(TILES[27])] += 1
        lots[lot] += 1
        first_of_two[tiles.index(TILES[0]) < tiles.index(TILES[1])] += 1
    for counts, outcomes in [*((found, 28) for found in places.values()), (lands, 28), (lots, 3), (first_of_two, 2)]:
        assert chi_square(counts, trials / outcomes, outcomes) < CHI_999[outcomes - 1]


def chi_square(counts: Counter[Any], expected: float, outcomes: int) -> float:
    assert len(counts) == outcomes
    return sum((n - expected) ** 2 / expected for n in counts.values())


def test_the_test_of_bias_notices_bytes_taken_without_rejection() -> None:
    counts: Counter[int] = Counter()
    for number in range(20_000):
        counts[next(fairness.stream(bytes.fromhex(some_secret(number)))) % 28] += 1
    assert chi_square(counts, 20_000 / 28, 28) > CHI_999[27]


def test_the_stream_goes_on_beyond_one_block() -> None:
    key = bytes(32)
    assert bytes(islice(fairness.stream(key), 96)) == b"".join(
        hmac_by_hand(key, number.to_bytes(8, "big")) for number in islice(count(), 3)
    )


# --- proofs in records ---


def recorded(rounds: int = 2, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """A match of some rounds whose deals are proved, played without thinking."""
    ruleset = ruleset or change(preset("pagat", 3), target=10_000)
    match, played = matches.new_match(ruleset), []
    proofs = []
    for number in range(1, rounds + 1):
        secret = some_secret(number)
        values = tuple(some_secret(number + 50 + seat) if seat else None for seat in range(ruleset.players))
        tiles, lot = fairness.drawn(fairness.order_key(secret, CODE, number, values), ruleset.players)
        leader, leader_by = matches.lead_for(match, tiles, lot)
        match, events = matches.start_round(match, tiles, leader, leader_by)[0], []
        while match.round is not None and match.round.turn is not None:
            step = matches.play(match, legal_moves(match.round)[0])
            match = step.match
            events += step.events
        played.append(PlayedRound(tiles, leader, leader_by, tuple(events)))
        proofs.append(
            {
                "scheme": "muggins-fair-1",
                "commitment": fairness.commitment(secret, CODE, number),
                "secret": secret,
                "values": list(values),
                "match": CODE,
                "round": number,
            }
        )
    record = to_record(match, [SeatLabel(name, None) for name in "ABCD"[: ruleset.players]], played, why="running")
    for item, proof in zip(record["rounds"], proofs, strict=True):
        item["deal"] = proof
    return record


def test_a_record_with_proofs_holds() -> None:
    assert len(check(recorded()).rounds) == 2
    assert recorded()["rounds"][0]["leader_by"] == "lot"


def other_digit(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


SPOILT: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another secret": (lambda d: d.update(secret=some_secret(9)), "the commitment promised"),
    "another commitment": (lambda d: d.update(commitment=other_digit(d["commitment"])), "the commitment promised"),
    "a number less": (lambda d: d["values"].__setitem__(1, None), "order of the tiles does not follow"),
    "a number more": (lambda d: d["values"].__setitem__(0, "00" * 32), "order of the tiles does not follow"),
    "numbers change seats": (lambda d: d["values"].reverse(), "order of the tiles does not follow"),
    "too few numbers": (lambda d: d["values"].pop(), "values must be a list of 3"),
    "a number that is none": (lambda d: d["values"].__setitem__(1, "x"), "64 hexadecimal digits each"),
    "no numbers": (lambda d: d.pop("values"), "values must be a list"),
    "a secret in capitals": (lambda d: d.update(secret="AB" * 32), "secret must be 64"),
    "another round": (lambda d: d.update(round=1), "round must be 2"),
    "a round that is true": (lambda d: d.update(round=True), "round must be 2"),
    "another match": (lambda d: d.update(match="x" * 22), "the same in each round"),
    "no match": (lambda d: d.update(match=None), "the same in each round"),
    "a scheme of the future": (lambda d: d.update(scheme="muggins-fair-2"), "its scheme is not muggins-fair-1"),
    "no commitment": (lambda d: d.pop("commitment"), "the commitment promised"),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_proof_is_told_in_a_sentence_that_names_the_round(fault: str) -> None:
    spoil, says = SPOILT[fault]
    record = recorded()
    spoil(record["rounds"][1]["deal"])
    with pytest.raises(RecordError, match=f"^round 2: deal: .*{says}"):
        check(record)


def test_a_lot_that_falls_elsewhere_is_noticed() -> None:
    secret = some_secret(1)
    tiles, lot = deal(secret, 1, (None, None, None))
    proof = {
        "scheme": "muggins-fair-1", "commitment": fairness.commitment(secret, CODE, 1), "secret": secret,
        "values": [None] * 3, "match": CODE, "round": 1,
    }  # fmt: skip
    assert fairness.check(proof, Dealt(1, tiles, lot, "lot", 3)) == CODE
    assert fairness.check(proof, Dealt(1, tiles, (lot + 1) % 3, "highest_double", 3)) == CODE
    with pytest.raises(RecordError, match=f"round 1: deal: the lot falls on seat {lot}"):
        fairness.check(proof, Dealt(1, tiles, (lot + 1) % 3, "lot", 3))


@pytest.mark.parametrize("other", [None, 7, "proof", [], {}, {"scheme": "theirs"}, {"scheme": None, "secret": 1}])
def test_a_proof_of_somebody_else_is_passed_over(other: object) -> None:
    record = recorded()
    record["rounds"][0]["deal"] = other
    check(record)


def test_the_independent_checker_agrees(tmp_path: Path) -> None:
    good, spoilt = recorded(3), recorded(2)
    spoilt["rounds"][1]["deal"]["secret"] = some_secret(9)
    without = copy.deepcopy(good)
    del without["rounds"][1]["deal"]
    assert run_checker(good) == (0, "round 1: holds\nround 2: holds\nround 3: holds\n")
    assert run_checker(spoilt) == (1, "round 1: holds\nround 2: DOES NOT HOLD\n")
    assert run_checker(without)[1].splitlines()[1] == "round 2: no proof"
    assert "games" not in (ROOT / "docs" / "check_deal.py").read_text()


def run_checker(record: dict[str, Any]) -> tuple[int, str]:
    command = [sys.executable, "-I", str(ROOT / "docs" / "check_deal.py")]
    done = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


# --- chance ---


def test_doubles_in_a_hand_by_counting_all_hands_of_three() -> None:
    hands = Counter(sum(tile.is_double for tile in hand) for hand in combinations(TILES, 3))
    for held, n in hands.items():
        assert chance.doubles(3)[held] == pytest.approx(n / math.comb(28, 3))
    assert sum(chance.doubles(7)) == pytest.approx(1)


def test_pips_of_a_hand_by_counting_all_hands_of_three() -> None:
    hands = Counter(sum(tile.pips for tile in hand) for hand in combinations(TILES, 3))
    assert len(chance.pips(3)) == max(hands) + 1
    for total, likely in enumerate(chance.pips(3)):
        assert likely == pytest.approx(hands[total] / math.comb(28, 3))
    assert sum(total * likely for total, likely in enumerate(chance.pips(7))) == pytest.approx(42)


def test_the_variance_of_doubles_counts_that_hands_share_them() -> None:
    """Two hands of 14 hold all tiles: one has 3 doubles exactly when the other has 4, so the counts are tied."""
    three, four = (chance.doubles_in_deals(2, 14, held, 1) for held in (3, 4))
    likely = chance.doubles(14)[3] + chance.doubles(14)[4]
    assert three.mean == pytest.approx(likely)
    assert three.variance == pytest.approx(likely * (1 - likely))
    assert four.variance == pytest.approx(three.variance)
