"""The moves of a round in words: the log, the line under the board, and the news for the live region."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from games.presenters.ends import ends_in_words, gives_of
from games.presenters.facts import MoveFacts, TableFacts
from games.presenters.people import who
from games.presenters.window import missed, told
from games.rules.events import Dealt, Drew, Event, Passed, Played, WindowClosed
from games.rules.layout import Layout, empty_layout
from games.rules.moves import Play
from games.rules.sight import Sight
from games.rules.tiles import Tile
from games.words import calling, hints
from games.words import play as words
from games.words.play import Who
from games.words.remembered import remembered
from games.words.tiles import capital, signed, sum_line, unbroken


@dataclass(frozen=True)
class LogEntry:
    """One turn: a play with the draws before it, a pass, or draws that are still going on.

    Where points are called, *told* says who claimed, missed and took what once the window has closed (at the version
    *closed*), and *ends* what each end gave, where somebody missed it. Before that, *told* is the claim alone.
    """

    seat: int
    version: int
    tile: str
    sentence: str
    parts: tuple[tuple[str, bool], ...]
    sum_line: str
    points: str
    scored: str
    says: str
    drew: int
    told: str = ""
    ends: tuple[str, ...] = ()
    closed: int = 0


@dataclass
class _Turn:
    """What is being gathered while the events are read."""

    seat: int = -1
    drawn: list[Tile | None] = field(default_factory=list)


def log_entries(facts: TableFacts) -> tuple[LogEntry, ...]:
    """The turns of this round, the oldest first."""
    return tuple(_entries(facts, facts.sight)) if facts.sight is not None else ()


def _entries(facts: TableFacts, sight: Sight) -> Iterator[LogEntry]:
    layout, turn, number = empty_layout(sight.ruleset), _Turn(), 0
    last = MoveFacts(facts.version, "")
    closed = _closed(facts, sight)
    for place, event in enumerate(sight.events):
        if not isinstance(event, Played | Drew | Passed):
            continue
        last = facts.moves[number] if number < len(facts.moves) else last
        number += 1
        if isinstance(event, Drew):
            turn.seat = event.seat
            turn.drawn.append(event.tile)
        elif isinstance(event, Played):
            before, layout = layout, layout.lay(event.play)
            yield _entry(facts, event, (before, layout), len(turn.drawn), last, closed.get(place))
            turn = _Turn()
        else:
            sentence = words.passed(who(facts, event.seat), len(turn.drawn))
            yield _plain(event.seat, last, sentence, len(turn.drawn))
            turn = _Turn()
    if turn.drawn:
        sentence = words.drew(who(facts, turn.seat), len(turn.drawn))
        yield _plain(turn.seat, last, sentence, len(turn.drawn))


def _entry(
    facts: TableFacts,
    event: Played,
    layouts: tuple[Layout, Layout],
    drew: int,
    move: MoveFacts,
    closed: tuple[WindowClosed, int] | None,
) -> LogEntry:
    """A play with the draws before it, and what it made as far as that is told. *layouts*: before and after it."""
    after, player = layouts[1], who(facts, event.seat)
    entry = _laid(who(facts, event.seat, move.by), event, layouts[0], drew, move)
    if event.count is None:
        return _untold(facts, event, entry)
    with_side = facts.ruleset.partners and facts.seated
    entry = _scored(entry, event, after, player, with_side, facts.my_side() == event.side)
    return entry if closed is None else _told(facts, closed[0], after, entry, closed[1])


@remembered
def _laid(player: Who, event: Played, before: Layout, drew: int, move: MoveFacts) -> LogEntry:
    """The play itself, without what it made."""
    tile = words.laid(event.play.tile, event.play.lengthwise)
    if event.play.port is None:
        sentence = words.led(player, tile)
    else:
        say = words.opened if opens_arm(before, event.play) else words.played
        sentence = say(player, tile, before.place(event.play.port), drew)
    if move.hinted:
        sentence = hints.with_hint(sentence)
    plain = _plain(event.seat, move, sentence, drew)
    return replace(plain, tile=str(event.play.tile), parts=unbroken(capital(sentence)))


def _closed(facts: TableFacts, sight: Sight) -> dict[int, tuple[WindowClosed, int]]:
    """How each window closed and at which version, by the place of its play among the events."""
    found: dict[int, tuple[WindowClosed, int]] = {}
    last = -1
    for place, event in enumerate(sight.events):
        if isinstance(event, Played):
            last = place
        elif isinstance(event, WindowClosed):
            version = facts.closings[len(found)] if len(found) < len(facts.closings) else facts.version
            found[last] = event, version
    return found


@remembered
def _scored(entry: LogEntry, event: Played, after: Layout, player: Who, with_side: bool, ours: bool) -> LogEntry:
    """The count, and what the play earned."""
    assert event.count is not None
    said, earned = sum_line(gives_of(after), event.count), event.points or 0
    return replace(
        entry,
        sum_line=said,
        points=signed(earned) if earned else "–",
        scored=words.counted(said, earned),
        says=words.scored(player, earned, with_side, ours),
    )


def _untold(facts: TableFacts, event: Played, entry: LogEntry) -> LogEntry:
    """While the window is open: what the mover claims, and how long it may be called."""
    claim = calling.claims(who(facts, event.seat), event.claim)
    scored = f"{claim} {calling.open_for(facts.ruleset.muggins_seconds)}"
    return replace(entry, told=claim, says=claim, scored=scored)


def _told(facts: TableFacts, event: WindowClosed, after: Layout, entry: LogEntry, version: int) -> LogEntry:
    """What came of a play whose window has closed; every end is said where its points were missed."""
    outcome = told(facts, event)
    ends = ends_in_words(after) if missed(event) else ()
    scored = " ".join([f"{entry.sum_line}.", outcome, *ends]) if outcome else entry.scored
    return replace(entry, told=outcome, ends=ends, closed=version, scored=scored, says=outcome or entry.says)


def _plain(seat: int, move: MoveFacts, sentence: str, drew: int) -> LogEntry:
    return LogEntry(seat, move.version, "", sentence, ((sentence, False),), "", "", "", sentence, drew)


def opens_arm(layout: Layout, play: Play) -> bool:
    """Whether the play is the first on a double's cross side."""
    port = play.port
    if port is None or not port.host.is_double:
        return False
    lying = any(laid.tile == port.host and laid.lengthwise for laid in layout.placements)
    return port.name.startswith("L" if lying else "S")


@dataclass(frozen=True)
class NewsItem:
    """A sentence for the live region. *since* sums up when more was missed than one wants to hear."""

    version: int
    text: str
    since: str


def news(facts: TableFacts, entries: tuple[LogEntry, ...], last_word: str) -> tuple[NewsItem, ...]:
    """What to say aloud, oldest first; the last item ends with *last_word* (whose turn it is, or how it ended)."""
    moves = len(entries)
    items = [(facts.dealt_version, dealt_words(facts), moves)]
    for number, entry in enumerate(entries):
        items += [(version, text, moves - number - after) for after, (version, text) in enumerate(_said(entry))]
    if last_word:
        items.append((max(facts.turn_version, items[-1][0]), last_word, 0))
    return tuple(
        NewsItem(version, text, words.moves_since(left) if left else "") for version, text, left in items if text
    )


def _said(entry: LogEntry) -> list[tuple[int, str]]:
    """A turn for the ear, with the version of each sentence: what was laid, and what it made once that is told."""
    laid = capital(entry.sentence)
    if entry.closed:
        return [(entry.version, laid), (entry.closed, entry.scored)]
    return [(entry.version, " ".join(filter(None, (laid, entry.scored))))]


def dealt_words(facts: TableFacts) -> str:
    """``Round 3. Bone leads: Bone went out.``"""
    sight = facts.sight
    if sight is None:
        return ""
    for event in sight.events:
        if isinstance(event, Dealt):
            opening = _("Round %(number)d.") % {"number": event.round_no}
            return f"{opening} {words.dealt(who(facts, event.leader), event.leader_by)}"
    return ""


def own_draw(sight: Sight) -> list[Tile]:
    """The tiles that the viewer has drawn in the turn that is going on, or that ended with his own pass."""
    drawn: list[Tile] = []
    for event in reversed(sight.events):
        if isinstance(event, Drew) and event.seat == sight.seat and event.tile is not None:
            drawn.append(event.tile)
        elif not _is_pass(event, sight.seat):
            break
    return drawn[::-1]


def own_pass(sight: Sight) -> bool:
    """Whether the viewer's forced pass is the newest thing that happened to him, with no play after it."""
    for event in reversed(sight.events):
        if _is_pass(event, sight.seat):
            return True
        if not isinstance(event, Drew | Passed):
            return False
    return False


def _is_pass(event: Event, seat: int | None) -> bool:
    return isinstance(event, Passed) and event.seat == seat
