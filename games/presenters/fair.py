"""What the page tells its own browser about deals, so that it can check them (`static/js/fair.js`)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.events import Drew, Played
from games.words.retelling import published

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.presenters.facts import TableFacts
    from games.proofs import Proof
    from games.rules.retrace import Position
    from games.rules.sight import Sight


@dataclass(frozen=True)
class FairView:
    """All as texts for data attributes, empty where there is nothing to tell.

    `next_*`: the round that is promised and not dealt yet; `mixes`: the viewer's browser adds a number to it. `hand`
    and `moves` are what this page shows: "0:55 1:+ 0:+31" are a tile laid, one drawn unseen, and one drawn by oneself.
    `lot`: the leader, where he was drawn by lot. `proof` is published when the round is over.
    """

    seat: str
    players: int
    hand_size: int
    next_round: str
    next_commitment: str
    mixes: bool
    round: str
    commitment: str
    hand: str
    moves: str
    lot: str
    proof: str


def fair_view(facts: TableFacts) -> FairView | None:
    """None where no deal can be checked: at an open table, or in a round that was dealt before there were proofs."""
    fair, sight = facts.fair, facts.sight
    if fair.next is None and (fair.present is None or sight is None):
        return None
    me = facts.seats[facts.me] if facts.me is not None else None
    shown = sight if fair.present is not None else None
    return FairView(
        seat="" if facts.me is None else str(facts.me),
        players=facts.ruleset.players,
        hand_size=facts.ruleset.hand_size,
        next_round=str(fair.next.number) if fair.next is not None else "",
        next_commitment=fair.next.commitment if fair.next is not None else "",
        mixes=fair.next is not None and me is not None and not me.left,
        round=str(fair.present.number) if fair.present is not None else "",
        commitment=fair.present.commitment if fair.present is not None else "",
        hand=" ".join(str(tile) for tile in shown.hand or ()) if shown is not None else "",
        moves=_moves(shown) if shown is not None else "",
        lot=str(shown.leader) if shown is not None and shown.leader_by == "lot" else "",
        proof=json.dumps(fair.proof.as_data()) if fair.proof is not None else "",
    )


@dataclass(frozen=True)
class PastDeal:
    """The deal of a finished round, for whoever checks it now: all tiles in dealing order, what was published."""

    round: int
    players: int
    proof: str
    tiles: str
    lot: str
    published: tuple[tuple[str, str], ...]


def past_deal(proof: Proof, dealt: Position, names: Sequence[str]) -> PastDeal:
    """`dealt`: any position of the round; `names` of the seats."""
    state = dealt.match.round
    assert state is not None
    return PastDeal(
        round=proof.number,
        players=len(names),
        proof=json.dumps(proof.as_data()),
        tiles=" ".join(map(str, state.tiles)),
        lot=str(state.leader) if state.leader_by == "lot" else "",
        published=published(proof.commitment, proof.secret, tuple(zip(names, proof.values, strict=True))),
    )


def _moves(sight: Sight) -> str:
    told = []
    for event in sight.events:
        if isinstance(event, Played):
            told.append(f"{event.seat}:{event.play.tile}")
        elif isinstance(event, Drew):
            told.append(f"{event.seat}:+{event.tile or ''}")
    return " ".join(told)
