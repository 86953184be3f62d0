"""Tables in every state in which somebody may send something wrong."""

from __future__ import annotations

from collections.abc import Callable

from games.models import Match, Stage
from games.services import seating
from tests.cast import Cast, make_cast
from tests.pages.scenes import pictured
from tests.rows.table import World
from tests.tables import (
    dealing,
    fresh,
    open_table,
    options,
    play_out_match,
    play_out_round,
    rules,
    state_of,
    token_of,
)

Scene = Callable[[Cast], Match]


def playing(cast: Cast) -> Match:
    """The table of the pictures: Alice is on turn, Bob opposite."""
    return pictured(cast.alice, cast.bob)


def waiting(cast: Cast) -> Match:
    """Alice waits for a second player."""
    return open_table(cast.alice)


def leading(cast: Cast) -> Match:
    """Alice is to play the first tile of a round, anything she likes."""
    with dealing("53 54 31 61 50 22 64 43 30 55"):
        return open_table(cast.alice, cast.bob)


def five_up(cast: Cast) -> Match:
    """Sniff: the first double may lie crosswise or lengthwise."""
    with dealing("55 50 64 41 31 21 20 66 65 63 62 61 60 54"):
        return open_table(cast.alice, cast.bob, ruleset=rules("sniff"))


def partners(cast: Cast) -> Match:
    """Alice and Bob against Carol and Dave."""
    return open_table(*cast.seated(4), ruleset=rules(players=4))


def between(cast: Cast) -> Match:
    """A round is over."""
    return play_out_round(pictured(cast.alice, cast.bob, ruleset=rules(target=1000)))


def over(cast: Cast) -> Match:
    """The match is over."""
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))


def closed(cast: Cast) -> Match:
    """Everybody left before it began."""
    match = open_table(cast.alice)
    seating.leave(match_id=match.pk, user=cast.alice)
    assert fresh(match).state == Stage.ABANDONED
    return fresh(match)


def private(cast: Cast) -> Match:
    """Alice's table, for whom she invites."""
    return open_table(cast.alice, private=True)


def rated(cast: Cast) -> Match:
    """Alice and Bob play for their ratings."""
    return open_table(cast.alice, cast.bob, rated=True)


def calling(cast: Cast) -> Match:
    """Points are claimed; Alice is on turn."""
    with dealing("53 54 31 61 50 22 64 43 30 55"):
        return open_table(cast.alice, cast.bob, ruleset=rules(calling="muggins"))


SCENES: dict[str, Scene] = {
    scene.__name__: scene
    for scene in (playing, waiting, leading, five_up, partners, between, over, closed, private, rated, calling)
}


def build(name: str) -> World:
    """The scene of this name, and the words that addresses and forms may name."""
    cast = make_cast()
    for person in (cast.alice, cast.bob, cast.carol):
        person.email = f"{person.username.lower()}@example.org"
        person.set_password("eleven herons")
        person.save()
    match = SCENES[name](cast)
    words = {
        "code": match.code,
        "token": token_of(match),
        "version": str(match.version),
        "missing": "c" * 22,
        "bob_id": str(cast.bob.pk),
        "id": str(match.pk),
    }
    if match.round_number and match.turn_seat is not None:
        state = state_of(match)
        words |= {"fits": str(options(match)[0]), "boneyard": str(next(iter(state.boneyard), ""))}
    return World(cast, match, words)
