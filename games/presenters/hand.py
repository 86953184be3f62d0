"""The viewer's hand and what may be done with it: one option a legal move, with all that the page says about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.presenters.ends import doubles_at_ends, gives_of, open_numbers
from games.presenters.facts import TableFacts
from games.rules.errors import Reason
from games.rules.layout import Layout, Place
from games.rules.moves import Play
from games.rules.ports import Port
from games.rules.scoring import Number, points_for
from games.rules.sight import Sight
from games.rules.tiles import Tile
from games.words import places, play
from games.words.tiles import signed, sum_line, tile_name, tile_said

LEAD_ARROW = "check"
#: The second of two sides that are still alike, by its name's first letter.
TWINS = {"L2": "L1", "S2": "S1"}


@dataclass(frozen=True)
class Option:
    """One legal move of the viewer: a button in the action row and a ghost on the board.

    Where points are called it has no count, no points and no sum: *counted* is false.
    """

    play: Play
    tile: str
    label: str
    arrow: str
    points: Number
    points_text: str
    gives: tuple[int, ...]
    count: int
    makes: str
    name: str

    @property
    def move(self) -> str:
        return str(self.play)

    @property
    def counted(self) -> bool:
        return bool(self.points_text)

    @property
    def scores(self) -> bool:
        return bool(self.points)

    @property
    def strokes(self) -> int:
        """How many strokes it adds to the tally."""
        return int(self.points) // 5

    @property
    def ends_text(self) -> str:
        return ",".join(str(give) for give in self.gives)


@dataclass(frozen=True)
class RackTile:
    """A tile of the viewer's hand."""

    id: str
    name: str
    spoken: str
    can: bool
    chosen: bool
    drawn: bool
    why: str
    hint: str
    #: The round is over: where the tile would fit is no longer asked.
    idle: bool = False


@dataclass(frozen=True)
class Hand:
    tiles: tuple[RackTile, ...]
    options: tuple[Option, ...]
    playing: bool
    sort: str
    #: Why the tile that was chosen by the address cannot be played.
    why: str = ""

    @property
    def chosen(self) -> str:
        """The tile chosen by the address (pages without script), or the only one that can be played."""
        return next((tile.id for tile in self.tiles if tile.chosen), "")

    @property
    def most(self) -> Number:
        """The most that any option would earn."""
        return max((option.points for option in self.options), default=0)


def hand(facts: TableFacts) -> Hand | None:
    """The viewer's hand; None for spectators and before the deal."""
    sight = facts.sight
    if sight is None or sight.hand is None:
        return None
    choices = options(sight)
    playing = sight.seat is not None and sight.turn == sight.seat and bool(choices)
    tiles = tuple(_rack_tile(facts, sight, tile, choices, playing) for tile in ordered(sight.hand, facts.sort))
    asked = next((tile.why for tile in tiles if tile.id == facts.chosen), "")
    return Hand(tiles, choices, playing, facts.sort, asked)


def ordered(tiles: Iterable[Tile], sort: str) -> list[Tile]:
    """By number (the higher half, then the lower) or by weight (pips), the highest first."""
    if sort == "weight":
        return sorted(tiles, key=lambda tile: (tile.pips, tile.high), reverse=True)
    return sorted(tiles, key=lambda tile: (tile.high, tile.low), reverse=True)


def options(sight: Sight) -> tuple[Option, ...]:
    """The viewer's legal plays; sides that are still alike are offered once."""
    plays = [move for move in sight.legal if isinstance(move, Play)]
    return tuple(option(sight, move) for move in plays if not _is_twin(move.port, sight.layout.open_ports))


def _is_twin(port: Port | None, open_ports: Iterable[Port]) -> bool:
    """Whether the other of two like sides is open too: a lone double's long sides, a spinner's free cross sides."""
    return port is not None and port.name in TWINS and Port(port.host, TWINS[port.name]) in open_ports


def option(sight: Sight, move: Play) -> Option:
    """One legal play of the viewer, with what it would make."""
    tile = play.laid(move.tile, move.lengthwise)
    place = sight.layout.place(move.port) if move.port is not None else None
    if sight.ruleset.calling == "muggins":
        return _uncounted(sight, move, place, tile)
    after = sight.layout.lay(move)
    gives = gives_of(after)
    earned = _credited(after.count, sight)
    said = sum_line(gives, after.count)
    return Option(
        play=move,
        tile=str(move.tile),
        label=_label(move, place, sight),
        arrow=place.direction if place is not None else LEAD_ARROW,
        points=earned,
        points_text=signed(earned),
        gives=gives,
        count=after.count,
        makes=play.makes(place, said) if place is not None else play.lead_makes(said),
        name=play.offer(tile, place, said, earned),
    )


def _uncounted(sight: Sight, move: Play, place: Place | None, tile: str) -> Option:
    """The move without what it would make: where points are called, counting is the player's own business."""
    return Option(
        play=move,
        tile=str(move.tile),
        label=_label(move, place, sight),
        arrow=place.direction if place is not None else LEAD_ARROW,
        points=0,
        points_text="",
        gives=(),
        count=0,
        makes="",
        name=play.plain_offer(tile, place),
    )


def _credited(count: int, sight: Sight) -> Number:
    """What the play would earn its side, the exact target heeded."""
    ruleset = sight.ruleset
    earned = points_for(count, ruleset)
    score = sight.scores[ruleset.side_of(sight.seat or 0)]
    passes = ruleset.target_rule == "exact" and score < ruleset.target < score + earned
    return 0 if passes else earned


def _label(move: Play, place: Place | None, sight: Sight) -> str:
    from_place = places.label(place) if place is not None else places.lead_label(tile_said(move.tile))
    choice = sight.ruleset.lengthwise and move.tile.is_double and _other_way(move) in sight.legal
    return places.way_label(from_place, move.lengthwise) if choice else from_place


def _other_way(move: Play) -> Play:
    return Play(move.tile, move.port, not move.lengthwise)


def _rack_tile(facts: TableFacts, sight: Sight, tile: Tile, choices: tuple[Option, ...], playing: bool) -> RackTile:
    own = [option for option in choices if option.tile == str(tile)]
    idle = sight.turn is None
    can = bool(own) if playing else not idle and _fits_somewhere(sight.layout, tile)
    free_to_call = sight.window is not None and sight.window.may_call
    only = playing and not free_to_call and len({option.tile for option in choices}) == 1
    return RackTile(
        id=str(tile),
        name=tile_name(tile),
        spoken=tile_name(tile)
        if idle
        else play.rack_name(tile, _fit_words(sight.layout, tile, own if playing else None, can)),
        can=can,
        chosen=bool(own) and (facts.chosen == str(tile) or only),
        drawn=sight.must_play == tile,
        why="" if can or not playing else _why(sight, tile),
        hint=" ".join(option.makes for option in own if option.makes),
        idle=idle,
    )


def _fits_somewhere(layout: Layout, tile: Tile) -> bool:
    return layout.is_empty or any(tile.has(port.pip) for port in layout.open_ports)


def _fit_words(layout: Layout, tile: Tile, own: list[Option] | None, can: bool) -> tuple[str, ...] | None:
    """Where the tile fits, for its name; None when it may lead."""
    if not can:
        return ()
    if layout.is_empty:
        return None
    if own is not None:
        ports = [option.play.port for option in own if option.play.port is not None]
    else:
        ports = [port for port in layout.open_ports if tile.has(port.pip)]
    fit = [places.fits(layout.place(port)) for port in ports if not _is_twin(port, layout.open_ports)]
    return tuple(dict.fromkeys(fit))


def _why(sight: Sight, tile: Tile) -> str:
    if sight.must_lead is not None:
        return play.why_not(tile, Reason.MUST_LEAD, [], sight.must_lead)
    if sight.must_play is not None and _fits_somewhere(sight.layout, tile):
        return play.why_not(tile, Reason.MUST_PLAY_DRAWN, [], sight.must_play)
    return play.why_not(tile, Reason.NO_MATCH, open_numbers(sight.layout), doubles=doubles_at_ends(sight.layout))
