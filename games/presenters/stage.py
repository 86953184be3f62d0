"""A table to look at and to lay on, without a match: the board in both shapes, and the ways to lay a tile there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.presenters.board import Board, boards
from games.presenters.ends import ends_in_words, gives_of, in_reading_order
from games.presenters.hand import Option, options
from games.presenters.line import line_in_words
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.ruleset import Ruleset
from games.rules.scoring import points_for
from games.rules.sight import Sight
from games.rules.tiles import Tile
from games.words import learning as words
from games.words.places import label
from games.words.tiles import sum_line

#: What stands in a place before it is told what a tile would make there.
UNTOLD = "?"


@dataclass(frozen=True)
class Stage:
    """The board for wide and for tall screens; *line* says the same in words. *options* are the ways to go on."""

    boards: tuple[Board, ...]
    options: tuple[Option, ...]
    line: str


@dataclass(frozen=True)
class Counted:
    """What the ends give, each in a sentence, their sum, and what it is worth."""

    gives: tuple[int, ...]
    total: int
    scores: bool
    verdict: str
    ends: tuple[str, ...]
    silent: tuple[str, ...]

    @property
    def sum_text(self) -> str:
        return sum_line(self.gives, self.total)


def stage(ruleset: Ruleset, layout: Layout, plays: Sequence[Play] = ()) -> Stage:
    """The table as it lies, with its coins, and what each of the plays would make."""
    sight = _sight(ruleset, layout, plays)
    choices = options(sight)
    return Stage(boards(sight, choices, tight=True), choices, line_in_words(layout))


def silent_stage(ruleset: Ruleset, layout: Layout, plays: Sequence[Play] = ()) -> Stage:
    """The same table without a word about its count: no coins, and places that do not tell what they make."""
    sight = _sight(ruleset, layout, plays)
    choices = tuple(_untold(layout, option) for option in options(sight))
    bare = tuple(replace(board, coins=()) for board in boards(sight, choices, tight=True))
    return Stage(bare, choices, line_in_words(layout, counted=False))


def counted(ruleset: Ruleset, layout: Layout) -> Counted:
    """The count of a table, end by end."""
    points = points_for(layout.count, ruleset)
    return Counted(
        gives=gives_of(layout),
        total=layout.count,
        scores=points > 0,
        verdict=words.verdict(layout.count, points),
        ends=ends_in_words(layout),
        silent=_silent(layout),
    )


def _silent(layout: Layout) -> tuple[str, ...]:
    """The sides that are open, but give nothing."""
    counting = {end.port for end in in_reading_order(layout)}
    doubles = {end.tile for end in layout.ends if end.double}
    open_ports = [port for port in layout.open_ports if port not in counting and port.host not in doubles]
    return tuple(words.gives_nothing(label(layout.place(port))) for port in open_ports) if len(counting) > 1 else ()


def _untold(layout: Layout, option: Option) -> Option:
    name = words.move_name(layout, option.play)
    return replace(option, points=0, points_text=UNTOLD, gives=(), count=0, makes="", name=name)


def _sight(ruleset: Ruleset, layout: Layout, plays: Sequence[Play]) -> Sight:
    """Somebody alone at the table, who holds what may be laid."""
    held: tuple[Tile, ...] = tuple(dict.fromkeys(play.tile for play in plays))
    return Sight(
        seat=0,
        ruleset=ruleset,
        layout=layout,
        hand=held,
        tiles_left=(len(held),) + (0,) * (ruleset.players - 1),
        boneyard_count=0,
        drawable=0,
        turn=0,
        legal=tuple(plays),
        must_draw=False,
        must_lead=None,
        must_play=None,
        scores=(0,) * len(ruleset.sides),
        round_no=1,
        leader=0,
        leader_by="lot",
        end=None,
        events=(),
        revealed=None,
        settlement=None,
        winner=None,
    )
