"""The table of LOOK's pictures, its page over HTTP, and rounds played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.models import Match
from games.presenters.facts import MoveFacts, SeatFacts, TableFacts
from games.rules import matches
from games.rules.events import Drew, Event, Passed, Played
from games.rules.matches import MatchState
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset
from games.rules.sight import sight_of
from games.rules.tiles import TILES
from tests.tables import dealing, fresh, make_move, open_table

#: Alice holds what she holds in the picture; Bob leads the double five.
DEAL = "53 54 31 61 50 22 64 43 30 55 65 42 66 00 10 20 11 21"
MOVES = ("55", "53>55.L1", "65>55.L2", "54>55.S1", "42>54.4", "31>53.3", "66>65.6")
NAMES = ("Alice", "Carol", "Bob", "Dave")
SCRIPT = {"HX-Request": "true"}


def pictured(alice: User, bob: User, *, moves: int = len(MOVES), **settings: object) -> Match:
    """The table of the pictures after so many of its moves: 1 + 12 + 2 = 15, and Alice is on turn."""
    with dealing(DEAL, lot=1):
        match = open_table(alice, bob, **settings)
    for move in MOVES[:moves]:
        make_move(match, move=move)
    return fresh(match)


def at(match: Match, what: str = "") -> str:
    """The address of the table, or of something at it."""
    return f"/t/{match.code}/{what}"


def post(client: Client, match: Match, what: str = "play/", script: bool = True, **form: Any) -> HttpResponse:
    """A form of the table's page; a move has the page's version and a key unless told otherwise."""
    if what == "play/":
        form = {"move": "61>31.1", "version": match.version, "key": "key-of-alice", **form}
    answer: HttpResponse = client.post(at(match, what), form, headers=SCRIPT if script else {})
    return answer


def page(client: Client, match: Match, query: str = "") -> str:
    """The table's page as this browser gets it."""
    return client.get(at(match) + query).content.decode()


@dataclass(frozen=True)
class Position:
    """A moment of a match with all that has happened in its round."""

    match: MatchState
    events: tuple[Event, ...]

    def facts(self, seat: int | None, **changes: object) -> TableFacts:
        """What the presenter is given for the viewer on this seat."""
        ruleset = self.match.ruleset
        names = NAMES if ruleset.players == 4 else ("Alice", "Bob", "Carol")
        moves = [event for event in self.events if isinstance(event, Played | Drew | Passed)]
        values: dict[str, object] = {
            "code": "c" * 22,
            "version": 2 + len(moves),
            "state": "running" if self.match.winner is None else "finished",
            "ruleset": ruleset,
            "seats": tuple(SeatFacts(index, names[index], person=True) for index in range(ruleset.players)),
            "me": seat,
            "sight": sight_of(self.match, self.events, seat),
            "moves": tuple(MoveFacts(number + 3, "person") for number in range(len(moves))),
            "turn_version": 2 + len(moves),
            "dealt_version": 2,
            "signed_in": True,
        }
        return TableFacts(**{**values, **changes})  # type: ignore[arg-type]


def random_match(ruleset: Ruleset, dice: random.Random) -> Iterator[Position]:
    """Every position of a match of random plays, forced moves included, the round's end and the match's end too."""
    match = matches.new_match(ruleset)
    while match.winner is None and match.rounds_done < 12:
        tiles = list(TILES)
        dice.shuffle(tiles)
        leader, leader_by = matches.lead_for(match, tuple(tiles), dice.randrange(ruleset.players))
        step = matches.start_round(match, tuple(tiles), leader, leader_by)
        match, events = step.match, tuple(step.events)
        yield Position(match, events)
        while match.round is not None and match.round.turn is not None:
            step = matches.play(match, dice.choice(legal_moves(match.round)))
            match, events = step.match, (*events, *step.events)
            yield Position(match, events)
