"""The page that settles an argument: any position, laid from an address, and its count end by end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from games.learning.address import Position, moves_text, places_of
from games.presenters.ends import gives_of
from games.presenters.stage import Counted, Stage, counted, stage
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.ruleset import Ruleset
from games.rules.scoring import points_for
from games.rules.tiles import TILES, Tile
from games.words import figures
from games.words import learning as words
from games.words.rules import ruleset_name
from games.words.tiles import signed, sum_line, tile_said


@dataclass(frozen=True)
class TileToLay:
    """One of the 28. *href* lays it, or offers its places; "" when it cannot be laid."""

    id: str
    name: str
    href: str
    lies: bool
    chosen: bool


@dataclass(frozen=True)
class Place:
    """One place for the chosen tile, with the address of the position that it leads to."""

    move: str
    href: str
    label: str
    arrow: str
    points_text: str
    scores: bool
    name: str


@dataclass(frozen=True)
class Laid:
    """A tile that was laid, and what it made; *href* leads back to that moment."""

    tile: str
    did: str
    sum_text: str
    points_text: str
    scores: bool
    href: str


@dataclass(frozen=True)
class Explanation:
    """All of the page. *fault* is the sentence about an address that cannot be."""

    rules: str
    book: str
    moves: str
    stage: Stage
    count: Counted | None
    rows: tuple[tuple[TileToLay, ...], ...]
    chosen: str
    chosen_name: str
    places: tuple[Place, ...]
    log: tuple[Laid, ...]
    fault: str
    href: str
    undo: str
    clear: str
    shared: str


def query(rules: str, plays: Sequence[Play], tile: str = "") -> str:
    """The end of an address: ``?rules=sniff&moves=55*,50%3E55.S1``, the same for the same position."""
    parts = [f"rules={quote(rules)}"]
    if plays:
        parts.append(f"moves={quote(moves_text(plays), safe=',*.')}")
    if tile:
        parts.append(f"tile={tile}")
    return "?" + "&".join(parts)


def explanation(rules: str, ruleset: Ruleset, position: Position, tile: str) -> Explanation:
    """The page of a position; *rules* is what the address calls the ruleset, *tile* the tile that is taken up."""
    layout = position.layout
    chosen = next((each for each in TILES if str(each) == tile), None)
    ways = places_of(layout, chosen) if chosen is not None else ()
    shown = stage(ruleset, layout, ways)
    count = None if layout.is_empty else counted(ruleset, layout)
    book = ruleset_name(ruleset)
    plays = layout.placements
    return Explanation(
        rules=rules,
        book=book,
        moves=moves_text(plays),
        stage=shown,
        count=count,
        rows=tuple(
            tuple(_to_lay(rules, layout, each, chosen) for each in reversed(TILES) if each.high == high)
            for high in range(6, -1, -1)
        ),
        chosen=tile if ways else "",
        chosen_name=tile_said(chosen) if chosen is not None and ways else "",
        places=_places(rules, plays, shown),
        log=tuple(_laid(rules, ruleset, position.layouts, at) for at in range(len(plays), 0, -1)),
        fault="" if position.fault is None else words.fault(position.fault),
        href=query(rules, plays),
        undo=query(rules, plays[:-1]),
        clear=query(rules, ()),
        shared="" if count is None else words.shared(book, count.sum_text, count.verdict),
    )


def _to_lay(rules: str, layout: Layout, tile: Tile, chosen: Tile | None) -> TileToLay:
    ways = places_of(layout, tile)
    lies = any(play.tile is tile for play in layout.placements)
    href = ""
    if len(ways) == 1:
        href = query(rules, (*layout.placements, ways[0]))
    elif ways:
        href = query(rules, layout.placements, str(tile))
    return TileToLay(str(tile), words.tile_to_lay(tile, len(ways), lies), href, lies, bool(ways) and tile is chosen)


def _places(rules: str, plays: Sequence[Play], shown: Stage) -> tuple[Place, ...]:
    return tuple(
        Place(
            move=option.move,
            href=query(rules, (*plays, option.play)),
            label=option.label,
            arrow=option.arrow,
            points_text=option.points_text,
            scores=option.scores,
            name=option.name,
        )
        for option in shown.options
    )


def _laid(rules: str, ruleset: Ruleset, layouts: Sequence[Layout], at: int) -> Laid:
    before, after = layouts[at - 1], layouts[at]
    move = after.placements[-1]
    earned = points_for(after.count, ruleset)
    return Laid(
        tile=str(move.tile),
        did=figures.laid(before, move),
        sum_text=sum_line(gives_of(after), after.count),
        points_text=signed(earned) if earned else "–",
        scores=earned > 0,
        href=query(rules, after.placements),
    )
