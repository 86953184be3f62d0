"""The table page as one viewer sees it: everything that the partial needs, as finished texts and values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.presenters import hints
from games.presenters.board import Board, boards
from games.presenters.clock import Clock, clock_of
from games.presenters.digest import digest_of
from games.presenters.earned import with_ways
from games.presenters.ends import gives_of
from games.presenters.facts import TableFacts
from games.presenters.fair import FairView, fair_view
from games.presenters.hand import Hand, hand
from games.presenters.line import line_in_words
from games.presenters.log import LogEntry, NewsItem, dealt_words, log_entries, news, own_draw, own_pass
from games.presenters.over import OverPanel, over_panel
from games.presenters.pegs import PegBoard, pegs_of
from games.presenters.people import Plate, Side, order_of_play, plate, plates, robot_name, seat_name, sides, who
from games.presenters.scoresheet import sheet_query
from games.presenters.series import head_line, standing_line
from games.presenters.talk import TalkPage
from games.presenters.waiting import Waiting, waiting
from games.presenters.window import Pad, WindowView, is_called, pad, window
from games.words import calling
from games.words import play as words
from games.words.boards import rated_line, stake_of_leaving
from games.words.tiles import figure, unbroken

OPEN, RUNNING, FINISHED, ABANDONED = "open", "running", "finished", "abandoned"


@dataclass(frozen=True)
class Count:
    """The count under the board, and what it earned."""

    gives: tuple[int, ...]
    total: int
    says: str


@dataclass(frozen=True)
class Note:
    """A notice beside the hand: an icon, a sentence; *bad* when something was refused."""

    icon: str
    text: str
    bad: bool = False
    back: bool = False

    @property
    def parts(self) -> tuple[tuple[str, bool], ...]:
        """The text in pieces; see `unbroken`."""
        return unbroken(self.text)


@dataclass(frozen=True)
class TablePage:
    facts: TableFacts
    digest: str
    ruleset_line: str
    tab: str
    tab_title: str
    turn: str
    my_turn: bool
    turn_line: str
    sub_lines: tuple[str, ...]
    clock: Clock | None
    plates: tuple[Plate, ...]
    own_plate: Plate | None
    sides: tuple[Side, ...]
    pegs: PegBoard | None
    pegs_across: PegBoard | None
    boards: tuple[Board, ...]
    line: str
    count: Count | None
    yard: int | None
    yard_text: str
    hand: Hand | None
    notes: tuple[Note, ...]
    #: A hint may be asked for now; the play of the viewer's own one.
    may_hint: bool
    hinted: str
    log: tuple[LogEntry, ...]
    opening: str
    round_title: str
    target_text: str
    direction: str
    series_text: str
    news: tuple[NewsItem, ...]
    status: str
    over: OverPanel | None
    waiting: Waiting | None
    #: Where points are called: the window that is open, and the viewer's keys for what he claims with his next tile.
    window: WindowView | None
    claim: Pad | None
    #: For the script that checks deals.
    fair: FairView | None = None
    #: What was said. It comes after the digest: a line makes no page of the table stale.
    talk: TalkPage = field(default=TalkPage(""))

    @property
    def code(self) -> str:
        return self.facts.code

    @property
    def version(self) -> int:
        return self.facts.version

    @property
    def state(self) -> str:
        return self.facts.state

    @property
    def play_key(self) -> str:
        """Stays as it is until the next tile is laid: what was typed for this one is kept as long."""
        sight = self.facts.sight
        return f"{sight.round_no}.{len(sight.layout.placements)}" if sight is not None else ""

    @property
    def seat_count(self) -> int:
        return len(self.facts.seats)

    @property
    def sheet_query(self) -> str:
        """Names the rules of this table in the address of a score sheet."""
        return sheet_query(self.facts.ruleset)

    @property
    def keyed(self) -> bool:
        """Whether names stand beside the shape of their side's pegs."""
        return self.pegs is not None

    @property
    def closed(self) -> bool:
        """Ended without a winner."""
        return self.facts.state == ABANDONED


def present(facts: TableFacts) -> TablePage:
    """The whole page for one viewer."""
    sight = facts.sight
    own = hand(facts)
    entries = log_entries(facts)
    over = over_panel(facts)
    line = _turn_line(facts)
    scoring = sides(facts, own.most if own is not None else 0)
    names = [side.name for side in scoring]
    status = " ".join(filter(None, (_status(facts), hints.taken(facts))))
    page = TablePage(
        facts=facts,
        digest="",
        ruleset_line=f"{head_line(facts)}, {rated_line(facts.rated)}",
        tab=_tab(facts),
        tab_title=_tab_title(facts),
        turn=_turn(facts),
        my_turn=own is not None and own.playing,
        turn_line=line,
        sub_lines=(*_sub_lines(facts), *_hint_taken(facts)),
        clock=_clock(facts),
        plates=plates(facts),
        own_plate=plate(facts, 0) if facts.me is None else None,
        sides=with_ways(facts, scoring, entries, _past_url(facts)),
        pegs=pegs_of(sight, names) if sight is not None else None,
        pegs_across=pegs_of(sight, names, long=True) if sight is not None else None,
        boards=boards(sight, own.options if own is not None else ()) if sight is not None else (),
        line=line_in_words(sight.layout, counted=sight.window is None) if sight is not None else "",
        count=_count(facts, entries),
        yard=sight.boneyard_count if sight is not None and facts.ruleset.boneyard_size else None,
        yard_text=_("Boneyard: %(count)d") % {"count": sight.boneyard_count} if sight is not None else "",
        hand=own,
        notes=_notes(facts, own),
        may_hint=hints.may_hint(facts, playing=own is not None and own.playing),
        hinted=facts.hint.move if facts.hint is not None else "",
        log=entries[::-1],
        opening=dealt_words(facts),
        round_title=_round_title(facts),
        target_text=_target(facts),
        direction=_direction(facts),
        series_text=standing_line(facts),
        news=news(facts, entries, over.heading if over is not None else f"{line}."),
        status=status,
        over=over,
        waiting=waiting(facts) if facts.state == OPEN else None,
        window=window(facts),
        fair=fair_view(facts),
        claim=pad(facts.ruleset, nothing=True) if own is not None and own.playing and is_called(facts) else None,
    )
    return replace(page, digest=digest_of(page))


def _hint_taken(facts: TableFacts) -> tuple[str, ...]:
    """To the others; who took it has it in a notice."""
    said = hints.taken(facts)
    return (said,) if said and facts.hint is None else ()


def _past_url(facts: TableFacts) -> str:
    """The address of the replay; empty before a round is over."""
    sight = facts.sight
    if sight is None or (sight.round_no == 1 and sight.revealed is None):
        return ""
    return reverse("games:replay", args=[facts.code])


def _turn(facts: TableFacts) -> str:
    """Whose turn, for script: ``mine``, ``other`` or ``none``."""
    sight = facts.sight
    if facts.state != RUNNING or sight is None or sight.turn is None:
        return "none"
    return "mine" if sight.turn == facts.me and not facts.seats[sight.turn].player else "other"


def _turn_line(facts: TableFacts) -> str:
    sight = facts.sight
    if facts.state in (FINISHED, ABANDONED):
        return _("Match over")
    if sight is None:
        return _("Waiting for players") if facts.state == OPEN else _("The tiles are being mixed")
    if sight.turn is None:
        return _last_window(facts) if sight.window is not None else _("Round over")
    if _turn(facts) == "mine":
        return _("Your turn")
    return _("%(name)s is playing") % {"name": _actor(facts, sight.turn)}


def _last_window(facts: TableFacts) -> str:
    """The round ended with the play whose window is open."""
    assert facts.sight is not None
    assert facts.sight.window is not None
    seat = facts.sight.window.seat
    return calling.last_tile(who(facts, seat), facts.sight.tiles_left[seat] == 0)


def _actor(facts: TableFacts, seat: int) -> str:
    stand_in = facts.seats[seat].stand_in
    return robot_name(stand_in) if stand_in else seat_name(facts.seats[seat])


def _sub_lines(facts: TableFacts) -> tuple[str, ...]:
    sight = facts.sight
    if facts.state == RUNNING and sight is None:
        return (_("Every browser at the table adds a number of its own."),)
    if facts.state != RUNNING or sight is None or (sight.turn is None and sight.window is None):
        return ()
    watching = (_("You are watching."),) if facts.me is None else ()
    if sight.turn is None:
        return (*watching, calling.hands_wait())
    if watching or sight.turn == facts.me:
        return watching
    lines = [_when_next(facts, sight.turn)]
    if facts.ruleset.partners:
        lines.append(_("Partners do not talk during a round."))
    return tuple(lines)


def _when_next(facts: TableFacts, turn: int) -> str:
    after = facts.ruleset.next_seat(turn)
    if after == facts.me:
        return _("You are next.")
    if facts.ruleset.next_seat(after) == facts.me:
        return _("You are next but one, after %(name)s.") % {"name": _actor(facts, after)}
    return _("You play after the others.")


def _tab(facts: TableFacts) -> str:
    """``Bone, 145 : 130``: whom one plays, and how it stands."""
    others = [seat_name(seat) for seat in facts.seats if seat.index != facts.me and not seat.free]
    name = " · ".join(others) or facts.title or _("Table")
    if facts.sight is None:
        return name
    scores = list(facts.sight.scores)
    mine = facts.my_side()
    if mine is not None:
        scores.insert(0, scores.pop(mine))
    return f"{name}, {' : '.join(figure(score) for score in scores)}"


def _tab_title(facts: TableFacts) -> str:
    """What the tab says: whose turn it is comes first, for narrow tabs."""
    line = _turn_line(facts)
    return f"● {line} – {_tab(facts)}" if _turn(facts) == "mine" else f"{line} – {_tab(facts)}"


def _clock(facts: TableFacts) -> Clock | None:
    running = facts.clock
    if running is None or not (facts.state == RUNNING or facts.goes_on):
        return None
    return clock_of(running)


def _count(facts: TableFacts, entries: tuple[LogEntry, ...]) -> Count | None:
    sight = facts.sight
    if sight is None:
        return None
    says = _newest(facts, entries) if entries else dealt_words(facts)
    if sight.layout.is_empty or sight.window is not None:
        return Count((), 0, says)
    return Count(gives_of(sight.layout), sight.layout.count, says)


def _newest(facts: TableFacts, entries: tuple[LogEntry, ...]) -> str:
    """What happened last; where points are called, what came of the last tile is not hidden by the draws after it."""
    first = max((number for number, entry in enumerate(entries) if entry.tile), default=0)
    newest = entries[first:] if is_called(facts) else entries[-1:]
    return " ".join(entry.says for entry in newest)


def _notes(facts: TableFacts, own: Hand | None) -> tuple[Note, ...]:
    """What the viewer must know beside his hand: a refusal, a stand-in on his seat, his own forced draw or pass."""
    taken_up = next((tile.why for tile in own.tiles if tile.id == facts.chosen), "") if own is not None else ""
    notes = [Note("bar", text, bad=True) for text in (facts.why, taken_up) if text]
    if hint := hints.told(facts):
        notes.append(Note("eye", hint))
    if facts.state == ABANDONED:
        notes.append(Note("leave", _("This table is closed: nobody is playing here any more.")))
    seat = facts.seats[facts.me] if facts.me is not None else None
    if seat is not None and (seat.stand_in or seat.left) and facts.state == RUNNING:
        stake = f" {stake_of_leaving()}" if facts.rated else ""
        notes.append(Note("turn", _own_stand_in(seat.stand_in, seat.left) + stake, back=True))
    elif facts.sight is not None and seat is not None:
        notes += _forced(facts)
    return tuple(notes)


def _own_stand_in(kind: str, left: bool) -> str:
    values = {"robot": robot_name(kind) or _("A robot")}
    if left:
        return _("You left, so %(robot)s, a robot, plays on for you.") % values
    return _("Time ran out, so %(robot)s, a robot, plays for you.") % values


def _forced(facts: TableFacts) -> list[Note]:
    sight = facts.sight
    assert sight is not None
    drawn = own_draw(sight)
    if own_pass(sight):
        return [Note("right", words.you_passed(len(drawn), sight.boneyard_count == 0))]
    if drawn and sight.turn == facts.me:
        return [Note("down", words.you_drew(drawn, sight.must_play))]
    return []


def _round_title(facts: TableFacts) -> str:
    if facts.sight is None:
        return _("Before the first round")
    number = facts.sight.round_no
    if facts.round_limit is not None:
        return _("Round %(number)d of %(limit)d") % {"number": number, "limit": facts.round_limit}
    return _("Round %(number)d") % {"number": number}


def _target(facts: TableFacts) -> str:
    """``250 wins: five houses``."""
    target = facts.ruleset.target
    if facts.ruleset.points_per_five == 5 and target % 50 == 0:
        houses = target // 50
        return ngettext("%(target)d wins: %(houses)d house", "%(target)d wins: %(houses)d houses", houses) % {
            "target": target,
            "houses": houses,
        }
    return _("%(target)d wins") % {"target": target}


def _direction(facts: TableFacts) -> str:
    """In which order the seats play, with more than two; seats that are free have no name to say."""
    if len(facts.seats) == 2 or any(seat.free for seat in facts.seats):
        return ""
    values = {"names": order_of_play(facts)}
    if facts.ruleset.direction == "clockwise":
        return pgettext("order of play", "Play goes clockwise: %(names)s.") % values
    return pgettext("order of play", "Play goes anticlockwise: %(names)s.") % values


def _status(facts: TableFacts) -> str:
    """Who is away and for whom a robot plays: spoken when it changes."""
    said = []
    for seat in facts.seats:
        player = who(facts, seat.index)
        if seat.stand_in and not player.me:
            template = (
                _("%(robot)s, a robot, plays on for %(name)s, who left.")
                if seat.left
                else _("%(robot)s, a robot, plays on for %(name)s, who is away.")
            )
            said.append(template % {"robot": robot_name(seat.stand_in), "name": player.name})
        elif seat.away and not player.me:
            said.append(_("%(name)s is away.") % {"name": player.name})
    return " ".join(said)
