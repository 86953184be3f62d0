"""Hints at a table: whether one may be asked for, what it says to who asked, and that it was taken, to all."""

from __future__ import annotations

from games.presenters.facts import TableFacts
from games.presenters.people import who
from games.rules.moves import Play
from games.words import hints as words
from games.words import learning


def may_hint(facts: TableFacts, *, playing: bool) -> bool:
    """Whether the viewer can ask now: it is his turn, there is something to choose, and he has not asked yet."""
    sight = facts.sight
    if not facts.hints or not playing or facts.hint is not None or sight is None or sight.window is not None:
        return False
    return sum(isinstance(move, Play) for move in sight.legal) > 1


def told(facts: TableFacts) -> str:
    """The viewer's own hint; empty without one."""
    hint, sight = facts.hint, facts.sight
    if hint is None or sight is None:
        return ""
    play = next((move for move in sight.legal if str(move) == hint.move), None)
    if not isinstance(play, Play):
        return ""
    unit = facts.ruleset.points_per_five / 5
    name = learning.move_name(sight.layout, play)
    return words.hint(name, hint.points * unit, hint.error * unit, hint.deals)


def taken(facts: TableFacts) -> str:
    """Who took a hint in the turn that is going on."""
    if facts.hinted is None:
        return ""
    player = who(facts, facts.hinted)
    return words.took(player.name, me=player.me)
