"""Words for a match that is one of several, or that ends by a limit of rounds."""

from __future__ import annotations

from collections.abc import Sequence

from games.presenters.facts import TableFacts
from games.presenters.people import side_name
from games.rules.scoring import Number
from games.words import tables as words
from games.words.given import one_round_words
from games.words.rules import brief, ruleset_name
from games.words.rules import facts as ruleset_line
from games.words.tiles import figure, joined


def head_line(facts: TableFacts) -> str:
    """The head of the page: which match of how many, or what else it is (first: phones cut the line), and its rules."""
    if facts.given is not None:
        return f"{facts.given.head} · {one_round_words()} · {ruleset_name(facts.ruleset)}"
    rules = brief(facts.ruleset) if facts.ruleset.calling == "muggins" else ruleset_line(facts.ruleset)
    if facts.standing is None:
        return rules
    match = words.match_number_words(facts.standing.number, facts.standing.best_of)
    return f"{match[:1].upper()}{match[1:]} · {rules}"


def standing_line(facts: TableFacts) -> str:
    """How the series stands, or who has won it; "" for a single match, and before the first win."""
    standing = facts.standing
    if standing is None or not any(standing.wins):
        return ""
    most = max(standing.wins)
    leaders = [side for side, wins in enumerate(standing.wins) if wins == most]
    if len(leaders) > 1:
        shown = words.against(str(most), [str(wins) for wins in sorted(standing.wins)[-2::-1]])
        return words.wins_words(None, shown, standing.best_of)
    others = [str(wins) for side, wins in enumerate(standing.wins) if side != leaders[0]]
    shown, leader = words.against(str(most), others), _leader(facts, leaders[0])
    if standing.winner is not None:
        return words.series_won_words(leader, shown, standing.best_of)
    return words.wins_words(leader, shown, standing.best_of)


def ended_by_limit(facts: TableFacts) -> bool:
    """The match is over, and nobody has won it: its last round is."""
    return facts.ended_why == "round_limit"


def limit_heading(facts: TableFacts, scores: Sequence[Number]) -> str:
    """What the panel says of a match that its limit of rounds has ended: who was ahead, and with how many."""
    best = max(scores)
    ahead = [side for side, score in enumerate(scores) if score == best]
    if len(ahead) == 1:
        return words.limit_reached_words(facts.round_limit or 0, _leader(facts, ahead[0]), figure(best))
    if len(ahead) == len(scores):
        return words.limit_reached_words(facts.round_limit or 0, None, figure(best))
    names = joined([side_name(facts, side) for side in ahead])
    return words.limit_reached_words(facts.round_limit or 0, words.Leader(names, pair=True), figure(best))


def _leader(facts: TableFacts, side: int) -> words.Leader:
    return words.Leader(side_name(facts, side), ours=facts.my_side() == side, pair=facts.ruleset.partners)
