"""The moves of a round in words: the log, the line under the board, and the news for the live region."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.presenters.ends import gives_of
from games.presenters.facts import MoveFacts, TableFacts
from games.presenters.people import who
from games.rules.events import Dealt, Drew, Event, Passed, Played
from games.rules.layout import Layout, empty_layout
from games.rules.moves import Play
from games.rules.sight import Sight
from games.rules.tiles import Tile
from games.words import play as words
from games.words.tiles import capital, signed, sum_line, unbroken


@dataclass(frozen=True)
class LogEntry:
    """One turn: a play with the draws before it, a pass, or draws that are still going on."""

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
    for event in sight.events:
        if not isinstance(event, Played | Drew | Passed):
            continue
        last = facts.moves[number] if number < len(facts.moves) else last
        number += 1
        if isinstance(event, Drew):
            turn.seat = event.seat
            turn.drawn.append(event.tile)
        elif isinstance(event, Played):
            before, layout = layout, layout.lay(event.play)
            yield _played(facts, event, before, layout, len(turn.drawn), last)
            turn = _Turn()
        else:
            sentence = words.passed(who(facts, event.seat), len(turn.drawn))
            yield _plain(event.seat, last, sentence, len(turn.drawn))
            turn = _Turn()
    if turn.drawn:
        sentence = words.drew(who(facts, turn.seat), len(turn.drawn))
        yield _plain(turn.seat, last, sentence, len(turn.drawn))


def _played(facts: TableFacts, event: Played, before: Layout, after: Layout, drew: int, move: MoveFacts) -> LogEntry:
    player = who(facts, event.seat, move.by)
    tile = words.laid(event.play.tile, event.play.lengthwise)
    if event.play.port is None:
        sentence = words.led(player, tile)
    else:
        say = words.opened if opens_arm(before, event.play) else words.played
        sentence = say(player, tile, before.place(event.play.port), drew)
    said = sum_line(gives_of(after), event.count)
    ours = facts.my_side() == event.side
    return LogEntry(
        seat=event.seat,
        version=move.version,
        tile=str(event.play.tile),
        sentence=sentence,
        parts=unbroken(capital(sentence)),
        sum_line=said,
        points=signed(event.points) if event.points else "–",
        scored=words.counted(said, event.points),
        says=words.scored(who(facts, event.seat), event.points, facts.ruleset.partners and facts.seated, ours),
        drew=drew,
    )


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
    texts = [(facts.dealt_version, dealt_words(facts))]
    texts += [(entry.version, " ".join(filter(None, (capital(entry.sentence), entry.scored)))) for entry in entries]
    if last_word:
        texts.append((max(facts.turn_version, texts[-1][0]), last_word))
    moves = len(entries)
    return tuple(
        NewsItem(version, text, words.moves_since(min(moves, moves - index + 1)) if moves else "")
        for index, (version, text) in enumerate(texts)
        if text
    )


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
