"""The page of a replay: one position of a match that was played, as values for the template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from games.past import Past
from games.presenters.board import Board, boards
from games.presenters.ends import gives_of
from games.presenters.facts import MoveFacts, SeatFacts, TableFacts
from games.presenters.fair import PastDeal, past_deal
from games.presenters.hand import ordered
from games.presenters.line import line_in_words
from games.presenters.linked import Name, linked, player_url
from games.presenters.log import LogEntry, dealt_words, log_entries
from games.presenters.marks import LinkedTally, Scrubber, Source, linked_tally, scrubber, sources
from games.presenters.over import OverPanel, over_panel
from games.presenters.pegs import PegBoard, pegs_of
from games.presenters.people import robot_name, robot_tag, seat_name, side_name
from games.presenters.retold import Explanation, explain
from games.presenters.ways import ALL as ALL
from games.presenters.ways import PUBLIC as PUBLIC
from games.presenters.ways import Better, Chosen, LogLine, Sentence, Way, Ways
from games.presenters.ways import step_query as step_query
from games.rules.events import Drew, Passed, Played
from games.rules.retrace import Credit, Position, Spot
from games.rules.sight import sight_of
from games.rules.tiles import Tile
from games.words import retelling as words
from games.words.desk import what_everybody_sees
from games.words.given import kind_words
from games.words.rules import facts as ruleset_line
from games.words.tiles import capital, count_of_tiles, figure, tile_name

if TYPE_CHECKING:
    from games.presenters.reviewed import OpinionView, ReviewPanel


class Tag(NamedTuple):
    """A tile in a hand; *fresh* when this very move drew it."""

    id: str
    fresh: bool


@dataclass(frozen=True)
class HandLine:
    """What a seat held: face up, or only how many."""

    name: str
    tag: str
    tiles: tuple[Tag, ...]
    backs: range
    spoken: str
    drew: str
    moved: bool


@dataclass(frozen=True)
class SideLine:
    """A side's score as it stood, and where it came from."""

    index: int
    name: str
    mine: bool
    score: str
    tally: LinkedTally | None
    sources: tuple[Source, ...]
    sources_title: str


@dataclass(frozen=True)
class Step:
    """Everything that changes from move to move."""

    spot: Spot
    index: int
    view: str
    heading: tuple[Name, ...]
    title: str
    page_title: str
    position_text: str
    boards: tuple[Board, ...]
    line: str
    gives: tuple[int, ...]
    total: int
    says: str
    above: tuple[HandLine, ...]
    below: HandLine
    yard: tuple[str, ...]
    yard_text: str
    explanation: Explanation
    deal: PastDeal | None
    over: OverPanel | None
    sides: tuple[SideLine, ...]
    pegs: PegBoard | None
    log: tuple[LogLine, ...]
    opening: str
    sentences: tuple[Sentence, ...]
    ways: Ways
    marker: str
    opinion: OpinionView | None = None
    only_play: str = ""
    better: Better | None = None
    hand: Chosen | None = None

    @property
    def spoken(self) -> str:
        """What is said when this step is reached."""
        lines = [self.explanation.spoken]
        if self.opinion is not None:
            lines += [f"{capital(self.opinion.mark.word)}.", self.opinion.says]
        if self.over is not None:
            lines += [self.over.heading, self.over.sub, *self.over.steps]
        return " ".join(filter(None, lines))


@dataclass(frozen=True)
class ReplayPage:
    """A whole page: what stays (the scrubber, who played what) and the step that is shown."""

    past: Past
    names: str
    ruleset_line: str
    at: datetime | None
    scale: str
    card: str
    step: Step
    review: ReviewPanel | None = None

    @property
    def given(self) -> str:
        """Why its deal was given in advance, as a tag."""
        return kind_words(self.past.prescribed)

    @property
    def unfinished(self) -> bool:
        """Whether it is over, and nobody has won."""
        return not self.past.running and not self.past.prescribed and self.past.positions[-1].match.winner is None

    @cached_property
    def scrubber(self) -> Scrubber:
        """The bar over all of the match, which a step alone does not need."""
        return scrubber(self.past.positions, self.past.trace.credits, self.past.ruleset)


def view_of(past: Past, text: str) -> str:
    """The view that an address asks for: a seat's number, else all hands."""
    return text if text in map(str, range(past.ruleset.players)) else ALL


def replay_page(past: Past, index: int, view: str) -> ReplayPage:
    """The position of this index, seen with open hands or as one seat saw it."""
    credits_ = past.trace.credits
    seats = seat_facts(past)
    sides = [side_name(facts_of(past, seats), side) for side in range(len(past.ruleset.sides))]
    scale = words.scale(sides)
    return ReplayPage(
        past=past,
        names=names_line(past),
        ruleset_line=ruleset_line(past.ruleset),
        at=past.at,
        scale=scale,
        card=words.card(ruleset_line(past.ruleset), sides, [*map(figure, past.positions[index].match.scores)]),
        step=_step(past, seats, credits_, index, view),
    )


def names_line(past: Past) -> str:
    """``Alice and Bone``: who played."""
    return words.heading([seat_name(seat) for seat in seat_facts(past)])


def _heading(past: Past, round_no: int) -> tuple[Name, ...]:
    """``Alice and Bone, round 3``; the names lead to players' pages."""
    names = [
        Name(seat_name(seat), player_url(sitter.name) if sitter.account else "")
        for seat, sitter in zip(seat_facts(past), past.sitters, strict=True)
    ]
    return linked(names, lambda said: words.heading_of(words.heading(said), round_no))


def seat_facts(past: Past) -> tuple[SeatFacts, ...]:
    """The seats as presenters take them; robots of one kind are numbered."""
    kinds = [sitter.robot for sitter in past.sitters if sitter.robot and not sitter.name]
    seen: Counter[str] = Counter()
    found = []
    for index, sitter in enumerate(past.sitters):
        seen[sitter.robot] += 1
        robot = robot_name(sitter.robot) if sitter.robot else ""
        numbered = f"{robot} {seen[sitter.robot]}" if kinds.count(sitter.robot) > 1 else robot
        found.append(
            SeatFacts(
                index,
                sitter.name or numbered,
                robot=sitter.robot,
                stand_in=sitter.stand_in,
                person=not sitter.robot,
            )
        )
    return tuple(found)


def facts_of(past: Past, seats: tuple[SeatFacts, ...], at: Position | None = None, view: str = ALL) -> TableFacts:
    """The facts of a position: the events of the round so far, as this view shows them. Moves are numbered."""
    sight, moves = None, []
    if at is not None:
        sight = sight_of(at.match, at.events, eye_of(view))
        spots = (Spot(at.spot.round_no, number) for number in range(1, at.spot.move + 1))
        moves = [MoveFacts(spot.move, past.trace.by.get(spot, ""), spot in past.hinted) for spot in spots]
    return TableFacts(
        code=past.code,
        version=at.spot.move if at is not None else 0,
        state="finished",
        ruleset=past.ruleset,
        seats=seats,
        me=past.me,
        sight=sight,
        moves=tuple(moves),
    )


def eye_of(view: str) -> int | None:
    """The seat through whose eyes it is seen; None for nobody's."""
    return None if view in (ALL, PUBLIC) else int(view)


def _step(past: Past, seats: tuple[SeatFacts, ...], credits_: Sequence[Credit], index: int, view: str) -> Step:
    at = past.positions[index]
    facts = facts_of(past, seats, at, view)
    assert facts.sight is not None
    entries = log_entries(facts)
    layout = facts.sight.layout
    above, below = hands_around(past, facts, at, view)
    last = _last_of_round(past, at.spot.round_no)
    played = isinstance(at.move, Played)
    return Step(
        spot=at.spot,
        index=index,
        view=view,
        heading=_heading(past, at.spot.round_no),
        title=words.round_title(at.spot.round_no),
        page_title=words.position_title(names_line(past), *at.spot),
        position_text=words.move_of(at.spot.move, last.spot.move),
        boards=boards(facts.sight, ()),
        line=line_in_words(layout),
        gives=gives_of(layout) if layout.placements else (),
        total=layout.count or 0,
        says=entries[-1].says if entries and played else "",
        above=above,
        below=below,
        yard=tuple(map(str, at.match.round.boneyard)) if view == ALL and at.match.round is not None else (),
        yard_text=words.boneyard(facts.sight.boneyard_count),
        explanation=explain(
            facts, at, entries[-1] if entries else None, past.trace.by.get(at.spot, ""), open_hands=view == ALL
        ),
        deal=_deal(past, seats, at),
        over=over_panel(facts) if at.is_last_of_round else None,
        sides=_sides(facts, credits_, at),
        pegs=pegs_of(facts.sight, [side_name(facts, side) for side in range(len(past.ruleset.sides))]),
        log=tuple(LogLine(entry, Way(step_query(_at(at, entry), view)), None) for entry in reversed(entries)),
        opening=dealt_words(facts),
        sentences=_sentences(past, seats, last, at.spot, view),
        marker=_marker(index, len(past.positions)),
        ways=_ways(past, index, view),
    )


def _deal(past: Past, seats: tuple[SeatFacts, ...], at: Position) -> PastDeal | None:
    proof = past.proofs.get(at.spot.round_no)
    return past_deal(proof, at, [seat_name(seat) for seat in seats]) if proof is not None else None


def _at(at: Position, entry: LogEntry) -> Spot:
    return Spot(at.spot.round_no, entry.version)


def _marker(index: int, count: int) -> str:
    return f"{index / max(1, count - 1) * 1000:.1f}"


def _last_of_round(past: Past, number: int) -> Position:
    return next(at for at in reversed(past.positions) if at.spot.round_no == number)


def _ways(past: Past, index: int, view: str) -> Ways:
    positions, at = past.positions, past.positions[index]

    def way(to: int) -> Way:
        there = 0 <= to < len(positions) and to != index
        return Way(step_query(positions[to].spot, view) if there else "")

    starts = [other.spot for other in positions if other.spot.move == 0]
    views = [(ALL, words.all_hands())]
    views += [(str(seat.index), words.seen_by(seat_name(seat))) for seat in seat_facts(past)]
    if view == PUBLIC:
        views = [(PUBLIC, what_everybody_sees())]
    return Ways(
        first=way(0),
        back=way(index - 1),
        next=way(index + 1),
        last=way(len(positions) - 1),
        here=Way(step_query(at.spot, view)),
        rounds=tuple(
            Way(step_query(spot, view), str(spot.round_no), spot.round_no == at.spot.round_no) for spot in starts
        ),
        views=tuple(Way(step_query(at.spot, key), text, key == view) for key, text in views),
    )


def hands_around(past: Past, facts: TableFacts, at: Position, view: str) -> tuple[tuple[HandLine, ...], HandLine]:
    """The hands above the board, and the one below it: the viewer's, or whose eyes it is seen through."""
    hands = _hands(facts, at, view)
    eye = eye_of(view)
    base = eye if eye is not None else past.me or 0
    return tuple(hands[(base + turn) % len(hands)] for turn in range(1, len(hands))), hands[base]


def _hands(facts: TableFacts, at: Position, view: str) -> list[HandLine]:
    state = at.match.round
    assert state is not None
    drawn = at.move.tile if isinstance(at.move, Drew) else None
    mover = getattr(at.move, "seat", None)
    lines = []
    for seat in facts.seats:
        tiles = ordered(state.hand(seat.index), facts.sort)
        seen = (
            view == ALL or eye_of(view) == seat.index or (facts.sight is not None and facts.sight.revealed is not None)
        )
        own = [event.tile for event in at.events if isinstance(event, Drew) and event.seat == seat.index]
        known = [tile for tile in own if tile is not None and (view == ALL or eye_of(view) == seat.index)]
        lines.append(
            HandLine(
                name=seat_name(seat),
                tag=robot_tag(seat.robot) if seat.robot else "",
                tiles=tuple(Tag(str(tile), tile is drawn) for tile in tiles) if seen else (),
                backs=range(0 if seen else len(tiles)),
                spoken=_spoken(tiles) if seen else count_of_tiles(len(tiles)),
                drew=words.drawn_so_far(known, len(own)),
                moved=mover == seat.index and isinstance(at.move, Played | Drew | Passed),
            )
        )
    return lines


def _spoken(tiles: Sequence[Tile]) -> str:
    return ", ".join(tile_name(tile) for tile in tiles) or words.no_tiles()


def _sides(facts: TableFacts, credits_: Sequence[Credit], at: Position) -> tuple[SideLine, ...]:
    so_far = [credit for credit in credits_ if credit.spot <= at.spot]
    return tuple(
        SideLine(
            index=side,
            name=side_name(facts, side),
            mine=facts.my_side() == side,
            score=figure(score),
            tally=linked_tally(facts.ruleset, so_far, side, score, at.spot),
            sources=sources(so_far, side),
            sources_title=words.where_from(side_name(facts, side)),
        )
        for side, score in enumerate(at.match.scores)
    )


def _sentences(past: Past, seats: tuple[SeatFacts, ...], last: Position, here: Spot, view: str) -> tuple[Sentence, ...]:
    """The whole round as text: who led and why, every move with its sum, the settlement."""
    facts = facts_of(past, seats, last, view)
    number = last.spot.round_no
    told = [(0, dealt_words(facts))]
    for entry in log_entries(facts):
        told.append((entry.version, " ".join(filter(None, (capital(entry.sentence), entry.scored)))))
    over = over_panel(facts)
    if over is not None:
        told += [(last.spot.move, text) for text in (over.heading, over.sub, *over.steps) if text]
    return tuple(
        Sentence(step_query(Spot(number, move), view), text, Spot(number, move) == here) for move, text in told
    )
