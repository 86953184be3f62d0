"""A round played on in place is the round played by values."""

from random import Random

import pytest

from games.rules.errors import IllegalMove
from games.rules.moves import PLAYS_WITH_CHOICE, Draw, Move, Pass, Play
from games.rules.playout import Playout
from games.rules.ports import PORTS
from games.rules.rounds import apply_move, deal, legal_moves
from games.rules.ruleset import PRESETS, change, preset, preset_players
from games.rules.tiles import TILES, bits_of

EVERY_MOVE: list[Move] = [
    *(Play(tile, port) for tile in TILES for port in (None, *PORTS)),
    *(Play(tile, port, True) for tile in TILES if tile.is_double for port in (None, *PORTS)),
    *map(Draw, TILES),
    Pass(),
]


@pytest.mark.parametrize(("name", "players"), [(name, players) for name in PRESETS for players in preset_players(name)])
def test_a_playout_and_the_values_tell_the_same_story(name: str, players: int) -> None:
    luck = Random(players)
    for reserve in (0, 2):
        ruleset = preset(name, players)
        if reserve <= ruleset.boneyard_size:
            ruleset = change(ruleset, reserve=reserve)
        state = deal(ruleset, luck.sample(TILES, 28), 0, "lot")
        playout = Playout(state)
        while state.turn is not None:
            assert playout.legal_moves() == legal_moves(state)
            move = luck.choice(legal_moves(state))
            playout.make(move)
            state = apply_move(state, move).state
            assert playout.state() == state
        assert playout.legal_moves() == ()


@pytest.mark.parametrize("name", ["pagat", "sniff"])
def test_whatever_is_not_among_the_legal_moves_is_refused_and_changes_nothing(name: str) -> None:
    luck = Random(5)
    state = deal(change(preset(name, 3), reserve=1), luck.sample(TILES, 28), 0, "lot")
    while state.turn is not None:
        legal = legal_moves(state)
        playout = Playout(state)
        for move in EVERY_MOVE:
            if move not in legal:
                with pytest.raises(IllegalMove):
                    playout.make(move)
        assert playout.state() == state
        state = apply_move(state, luck.choice(legal)).state


def test_a_table_of_plays_has_every_set_of_tiles_that_fit() -> None:
    for port in PORTS:
        assert len(port.plays) == 64
        assert all(bits_of([play.tile for play in plays]) == bits for bits, plays in port.plays.items())
        doubles = [play for play in PLAYS_WITH_CHOICE[port][port.match] if play.lengthwise]
        assert len(doubles) == (0 if port.host.is_double else 1)
