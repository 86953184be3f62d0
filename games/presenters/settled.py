"""A settlement in numbered sentences: the sum, the rounding, who takes it and by which rule."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.ruleset import Ruleset
from games.rules.scoring import Settlement
from games.words import figures
from games.words import settling as words
from games.words.tiles import capital


def side_names(ruleset: Ruleset, names: Sequence[str]) -> list[str]:
    """The name of each side, from those of the seats, partners in alphabetical order."""
    if not ruleset.partners:
        return list(names)
    return [figures.pair(sorted(names[seat] for seat in seats)) for seats in ruleset.sides]


def settlement_lines(ruleset: Ruleset, settlement: Settlement, names: Sequence[str]) -> list[str]:
    """The sentences for a round that ended by going out or by a block; *names* are those of the seats."""
    return [capital(line) for line in _lines(ruleset, settlement, names)]


def _lines(ruleset: Ruleset, settlement: Settlement, names: Sequence[str]) -> list[str]:
    sides = side_names(ruleset, names)
    if ruleset.settlement == "own_hand":
        return [
            words.own_hand(name, settlement.counted[side], settlement.rounded[side], settlement.gains[side])
            for side, name in enumerate(sides)
        ]
    if not settlement.winners:
        return [words.tied([sides[side] for side in settlement.tied])]
    return _taken(ruleset, settlement, names, sides)


def _taken(ruleset: Ruleset, settlement: Settlement, names: Sequence[str], sides: Sequence[str]) -> list[str]:
    winner = settlement.winners[0]
    losers = [seat for side, seats in enumerate(ruleset.sides) if side not in settlement.winners for seat in seats]
    return [
        *_lowest(ruleset, settlement, sides),
        words.still_hold([names[seat] for seat in losers], [settlement.pips[seat] for seat in losers]),
        words.rounding(settlement.counted[winner], settlement.rounded[winner]),
        _taking(ruleset, settlement, sides),
    ]


def _lowest(ruleset: Ruleset, settlement: Settlement, sides: Sequence[str]) -> list[str]:
    if settlement.end != "blocked":
        return []
    winner = settlement.winners[0]
    if ruleset.blocked_by == "lowest_hand":
        held = min(settlement.pips[seat] for seat in ruleset.sides[winner])
    else:
        held = settlement.side_pips[winner]
    return [words.lowest([sides[side] for side in settlement.winners], held)]


def _taking(ruleset: Ruleset, settlement: Settlement, sides: Sequence[str]) -> str:
    amount = settlement.earned[settlement.winners[0]]
    if settlement.shared:
        return words.shared([sides[side] for side in settlement.winners], amount)
    return words.takes(
        sides[settlement.winners[0]],
        amount,
        went_out=settlement.end == "domino",
        per_five=ruleset.points_per_five == 1,
    )
