"""All that the reviewing robot thinks of one play, as one question that a process can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.robots.appraisal import Appraisal, appraise, appraise_open

if TYPE_CHECKING:
    from games.rules.moves import Play
    from games.rules.sight import Sight
    from games.rules.states import RoundState

#: Changes whenever the same question may be answered otherwise: reviews say which robot made them.
ENGINE = "1"


class Effort(NamedTuple):
    """So many deals a choice; `more` where the play seems to lose `look` points (or hundredths); `open` playouts."""

    deals: int
    more: int
    open: int
    look: float


class Opinion(NamedTuple):
    """What every play was worth: `known` with what the seat could know, `hindsight` with all tiles open."""

    known: Appraisal
    hindsight: Appraisal


def opinion(sight: Sight, state: RoundState, play: Play, effort: Effort, seed: int) -> Opinion:
    """Of a play that was made by who saw `sight`, in the round that stood at `state`; only hindsight looks at that."""
    known = appraise(sight, deals=effort.deals, seed=seed)
    lost = known.of(play).lost
    if (100 * lost.chance if known.near else lost.points) > effort.look and effort.more > effort.deals:
        known = appraise(sight, deals=effort.more, seed=seed)
    return Opinion(known, appraise_open(state, sight.scores, deals=effort.open, seed=seed))
