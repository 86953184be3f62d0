"""What a seat and a spectator may know: nothing that is hidden, at any time, whoever looks."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.rules.events import Drew, Event
from games.rules.matches import MatchState, lead_for, new_match, play, start_round
from games.rules.moves import Draw
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import PRESETS, change, preset, preset_players
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES, Tile, bits_of, tile
from tests.rules.hidden import begin, go_on
from tests.rules.table import match_at, played_on, tiles

PAGAT = preset("pagat", 2)


def moments(seed: int, name: str, players: int) -> Iterator[tuple[MatchState, list[Event]]]:
    """Every moment of one random round: the match, and what has happened in the round."""
    luck = Random(seed)
    match = new_match(preset(name, players))
    deal = luck.sample(TILES, 28)
    step = start_round(match, deal, *lead_for(match, deal, luck.randrange(players)))
    told: list[Event] = list(step.events)
    yield step.match, told
    while step.match.is_playing:
        assert step.match.round is not None
        step = play(step.match, luck.choice(legal_moves(step.match.round)))
        told += step.events
        yield step.match, told


def tiles_in(value: object) -> set[Tile]:
    """Every tile that can be reached from a value."""
    if isinstance(value, Tile):
        return {value}
    if isinstance(value, Sight | Drew):
        return {found for name in value.__dataclass_fields__ for found in tiles_in(getattr(value, name))}
    if isinstance(value, tuple | list):
        return {found for each in value for found in tiles_in(each)}
    if isinstance(value, Draw):
        return {value.tile}
    return set()


@pytest.mark.parametrize(("name", "players"), [(name, players) for name in PRESETS for players in preset_players(name)])
def test_no_viewer_sees_a_tile_that_is_not_his_or_on_the_table(name: str, players: int) -> None:
    for match, told in moments(players, name, players):
        state = match.round
        assert state is not None
        if state.turn is None:
            continue
        for seat in (None, *range(players)):
            own = set() if seat is None else set(state.hand(seat))
            on_table = {play.tile for play in state.layout.placements}
            leads = {state.must_lead} if seat == state.turn and state.must_lead else set()
            assert tiles_in(sight_of(match, told, seat)) <= own | on_table | leads


@pytest.mark.parametrize(("name", "players"), [("playelephant", 2), ("pagat", 3), ("latino", 4), ("five_up", 2)])
def test_what_a_viewer_sees_does_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    """Exchanging tiles between the other hands and the boneyard changes nothing that he sees."""
    for match, told in moments(7, name, players):
        state = match.round
        assert state is not None
        if state.turn is None:
            continue
        for seat in (None, *range(players)):
            other = exchanged(match, seat)
            assert sight_of(other, told, seat) == sight_of(match, told, seat)


def exchanged(match: MatchState, seat: int | None) -> MatchState:
    """The match with all hidden tiles turned round: last hidden tile first."""
    state = match.round
    assert state is not None
    hidden = [held for other, hand in enumerate(state.hands) if other != seat for held in hand] + list(state.boneyard)
    hidden.reverse()
    hands = []
    for other, hand in enumerate(state.hands):
        hands.append(hand if other == seat else [hidden.pop(0) for _ in hand])
    boneyard = (*state.dealt.boneyard[: state.drawn], *hidden)
    dealt = state.dealt._replace(boneyard=boneyard, tiles=tuple(reversed(state.dealt.tiles)))
    return replace(match, round=state._replace(dealt=dealt, hand_bits=tuple(bits_of(list(hand)) for hand in hands)))


def test_a_player_sees_his_own_hand_and_moves_and_how_many_tiles_others_hold() -> None:
    match, told = played_on(match_at((0, 0), ["55 31", "50 60"], PAGAT), "55")
    bob, alice, eve = (sight_of(match, told, seat) for seat in (1, 0, None))
    assert (bob.hand, [str(move) for move in bob.legal]) == (tiles("50 60"), ["50>55.L1", "50>55.L2"])
    assert (alice.hand, alice.legal, alice.tiles_left) == (tiles("31"), (), (1, 2))
    assert (eve.hand, eve.legal, eve.seat) == (None, (), None)
    assert (eve.boneyard_count, eve.drawable, eve.turn, eve.scores) == (24, 24, 1, (10, 0))


def test_others_see_that_a_tile_was_drawn_but_not_which() -> None:
    hands = ["55 31", "40 60"]
    match, told = played_on(match_at((0, 0), hands, PAGAT), "55")
    assert match.round is not None
    drawn = match.round.boneyard[0]
    match, more = played_on(match, f"+{drawn}")
    told += more
    assert sight_of(match, told, 1).events[-1] == Drew(1, drawn)
    assert sight_of(match, told, 0).events[-1] == Drew(1, None)
    assert sight_of(match, told, None).events[-1] == Drew(1, None)


def test_who_must_draw_is_told_so_but_not_what_it_will_be() -> None:
    match, told = played_on(match_at((0, 0), ["55 31", "40 60"], PAGAT), "55")
    bob = sight_of(match, told, 1)
    assert (bob.legal, bob.must_draw) == ((), True)
    assert not sight_of(match, told, 0).must_draw


def test_the_tile_that_must_be_played_is_its_owners_secret() -> None:
    told = begin(new_match(PAGAT), stack_for_draw(), 0, "lot")
    for text in ("55", "+53"):
        told = go_on(told, parse_move(text))
    assert sight_of(told.match, told.events, 1).must_play is tile("53")
    assert sight_of(told.match, told.events, 0).must_play is None


def stack_for_draw() -> tuple[Tile, ...]:
    """Alice holds 55; Bob holds no five; 53 is drawn first."""
    bob = [each for each in TILES if not each.has(5)][:9]
    alice = [tile("55"), *[each for each in TILES if each not in bob and each not in tiles("55 53")][:8]]
    rest = [each for each in TILES if each not in alice and each not in bob and each is not tile("53")]
    return (*alice, *bob, tile("53"), *rest)


def test_all_hands_are_shown_when_the_round_is_over_and_not_before() -> None:
    match, told = played_on(match_at((0, 0), ["55 51", "50 63"], PAGAT), "55 50>55.L1")
    assert sight_of(match, told, None).revealed is None
    assert sight_of(match, told, None).settlement is None
    match, more = played_on(match, "51>55.L2")
    eve = sight_of(match, told + more, None)
    assert eve.revealed == ((), tiles("63"))
    assert eve.settlement is not None
    assert (eve.settlement.gains, eve.end, eve.scores) == ((10, 0), "domino", (20, 10))


def test_there_is_nothing_to_see_before_the_deal_or_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError):
        sight_of(new_match(PAGAT), (), 0)
    with pytest.raises(ValueError):
        sight_of(match_at((0, 0), ["55 31", "50 60"], change(PAGAT, target=100)), (), 2)
