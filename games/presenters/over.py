"""The panel at the end of a round or match: whose it is, the hands, the settlement step by step, what is next."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.facts import SeatFacts, TableFacts
from games.presenters.hand import ordered
from games.presenters.offered import ReviewWay, review_way
from games.presenters.people import robot_tag, seat_name, side, side_name, who
from games.presenters.series import ended_by_limit, limit_heading, standing_line
from games.presenters.tally import Tally
from games.presenters.window import calls_of, closings, is_called, told
from games.rules.events import MatchOver, Played, RoundOver, WindowClosed
from games.rules.scoring import Number, Settlement
from games.rules.sight import Sight
from games.rules.tiles import Tile
from games.words import calling
from games.words import settling as words
from games.words.boards import change_of_rating
from games.words.tiles import figure, joined, pips, tile_name, tile_said


@dataclass(frozen=True)
class HandRow:
    """What a seat still held."""

    name: str
    tag: str
    tiles: tuple[str, ...]
    spoken: str
    sum_text: str
    pips: str


@dataclass(frozen=True)
class SideResult:
    name: str
    score: str
    how: str
    tally: Tally | None
    won: bool
    #: Where points are called: what this side claimed, missed and took, in this round or in all the match.
    calls: str = ""


@dataclass(frozen=True)
class OverPlayer:
    """A person with an account: *rating* is ``1512``, *change* ``+12``, empty when the match was friendly."""

    name: str
    url: str
    rating: str = ""
    change: str = ""
    #: Whether the viewer follows him; None where he cannot.
    followed: bool | None = None


@dataclass(frozen=True)
class OverPanel:
    """Everything of the panel; *final* when the match is over."""

    heading: str
    sub: str
    rows: tuple[HandRow, ...]
    steps: tuple[str, ...]
    sides: tuple[SideResult, ...]
    next_label: str
    final: bool
    #: How the series stands after this match; whether its next match opens by itself.
    series: str
    goes_on: bool
    may_confirm: bool
    may_rematch: bool
    waiting: str
    rematch_code: str
    #: Once the match is over: the players, and what it did to their ratings.
    players: tuple[OverPlayer, ...] = ()
    #: The way to the match's review.
    review: ReviewWay | None = None


def over_panel(facts: TableFacts) -> OverPanel | None:
    """The panel, or None while a round is being played."""
    sight = facts.sight
    if sight is None:
        return None
    over = next((event for event in sight.events if isinstance(event, RoundOver)), None)
    if over is None:
        return None
    match_over = next((event for event in sight.events if isinstance(event, MatchOver)), None)
    final = match_over is not None or ended_by_limit(facts)
    seat = _own(facts)
    return OverPanel(
        heading=_heading(facts, sight, over, match_over),
        sub=_sub(facts, sight, over, final),
        rows=_rows(facts, sight, over.settlement),
        steps=_steps(facts, over),
        sides=_sides(facts, sight, over, match_over),
        next_label=_("Next match") if final else _next_label(facts, over),
        final=final,
        series=standing_line(facts) if final else "",
        goes_on=facts.goes_on,
        may_confirm=(facts.goes_on or not final) and seat is not None and not seat.ready and not seat.player,
        may_rematch=final and seat is not None and not seat.wants_rematch and _rematch_open(facts),
        waiting=_waiting(facts, final and not facts.goes_on),
        rematch_code=facts.rematch_code,
        players=_players(facts) if final else (),
        review=review_way(facts.code, facts.review) if final and facts.review is not None else None,
    )


def _players(facts: TableFacts) -> tuple[OverPlayer, ...]:
    """Everybody with a page; the viewer only for what it did to his rating, his own name alone tells him nothing."""
    told = (seat for seat in facts.seats if seat.has_page and (seat is not _own(facts) or seat.rating is not None))
    return tuple(_player(seat) for seat in told)


def _own(facts: TableFacts) -> SeatFacts | None:
    return facts.seats[facts.me] if facts.me is not None else None


def _player(seat: SeatFacts) -> OverPlayer:
    url = reverse("games:player", args=[seat.name])
    if seat.rating is None:
        return OverPlayer(seat.name, url, followed=seat.followed)
    before, after = seat.rating
    return OverPlayer(seat.name, url, str(after), change_of_rating(before, after), seat.followed)


def _heading(facts: TableFacts, sight: Sight, over: RoundOver, match_over: MatchOver | None) -> str:
    if match_over is not None:
        return _match_heading(facts, match_over)
    if ended_by_limit(facts) and facts.given is None:
        return limit_heading(facts, over.scores)
    return _round_heading(facts, sight, over)


def _match_heading(facts: TableFacts, over: MatchOver) -> str:
    scores = figure(over.scores[over.side]), [figure(s) for side_, s in enumerate(over.scores) if side_ != over.side]
    score = _("%(winner)s to %(others)s") % {"winner": scores[0], "others": joined(scores[1])}
    if over.side == facts.my_side():
        return words.match_won(ours=True, partners=facts.ruleset.partners, name="", score=score)
    name = side_name(facts, over.side)
    return words.match_won(ours=False, partners=facts.ruleset.partners, name=name, score=score)


def _round_heading(facts: TableFacts, sight: Sight, over: RoundOver) -> str:
    if over.end == "blocked":
        return words.blocked(drawing=facts.ruleset.boneyard_size > 0)
    player = who(facts, over.seat)
    takes = facts.ruleset.settlement == "winner_takes"
    return words.went_out(player, sight.round_no, takes)


def _sub(facts: TableFacts, sight: Sight, over: RoundOver, final: bool) -> str:
    closed = closings(sight)[-1:]
    if closed:
        return _told_sub(facts, over, closed[0], final)
    last = next((event for event in reversed(sight.events) if isinstance(event, Played)), None)
    if over.end == "target" and last is not None:
        return words.reached(who(facts, over.seat), tile_said(last.play.tile), facts.ruleset.target)
    if final and over.end == "blocked" and facts.given is None:
        return words.blocked(drawing=facts.ruleset.boneyard_size > 0)
    if over.end == "domino" and last is not None and last.points:
        return words.last_tile_made(who(facts, over.seat), tile_said(last.play.tile), last.points)
    return _("Now the tiles still held are counted.")


def _told_sub(facts: TableFacts, over: RoundOver, closed: WindowClosed, final: bool) -> str:
    """What the last window brought: it ended the match, or the hands are counted now."""
    side, target = facts.ruleset.side_of(over.seat), facts.ruleset.target
    if over.end != "target":
        blocked = words.blocked(drawing=facts.ruleset.boneyard_size > 0) if final and over.end == "blocked" else ""
        return " ".join(filter(None, (told(facts, closed), blocked or _("Now the tiles still held are counted."))))
    if closed.taken_by == over.seat:
        return calling.reached(who(facts, over.seat), target)
    if closed.side == side:
        return words.reached(who(facts, over.seat), tile_said(_last_tile(facts)), target)
    return calling.reached_by_claim(side_name(facts, side), target)


def _last_tile(facts: TableFacts) -> Tile:
    assert facts.sight is not None
    return facts.sight.layout.placements[-1].tile


def _rows(facts: TableFacts, sight: Sight, settlement: Settlement) -> tuple[HandRow, ...]:
    revealed = sight.revealed or ()
    rows = []
    for index, tiles in enumerate(revealed):
        seat, held = facts.seats[index], ordered(tiles, facts.sort)
        terms = [str(tile.pips) for tile in held]
        name = seat_name(seat)
        rows.append(
            HandRow(
                name=_("%(name)s (you)") % {"name": name} if index == facts.me else name,
                tag=robot_tag(seat.player) if seat.player else "",
                tiles=tuple(str(tile) for tile in held),
                spoken=", ".join(tile_name(tile) for tile in held),
                sum_text=" + ".join(terms) + " =" if len(terms) > 1 else "",
                pips=pips(settlement.pips[index]),
            )
        )
    return tuple(rows)


def _steps(facts: TableFacts, over: RoundOver) -> tuple[str, ...]:
    if over.end == "target":
        return ()
    if facts.ruleset.settlement == "own_hand":
        return tuple(_own_hand_step(facts, over.settlement, index) for index in range(len(over.scores)))
    return tuple(_winner_steps(facts, over))


def _own_hand_step(facts: TableFacts, settlement: Settlement, index: int) -> str:
    return words.own_hand(
        side_name(facts, index), settlement.counted[index], settlement.rounded[index], settlement.gains[index]
    )


def _winner_steps(facts: TableFacts, over: RoundOver) -> list[str]:
    """The sum, the rounding, who takes it and by which rule."""
    settlement, winners = over.settlement, over.settlement.winners
    if not winners:
        return [words.tied([side_name(facts, index) for index in settlement.tied])]
    names = [side_name(facts, index) for index in winners]
    steps = []
    if over.end == "blocked":
        steps.append(words.lowest(names, _lowest_pips(facts, settlement, winners[0])))
    losers = [index for index in range(len(over.scores)) if index not in winners]
    seats = [seat for index in losers for seat in facts.ruleset.sides[index]]
    held = [settlement.pips[seat] for seat in seats]
    steps.append(words.still_hold([seat_name(facts.seats[seat]) for seat in seats], held))
    steps.append(words.rounding(settlement.counted[winners[0]], settlement.rounded[winners[0]]))
    steps.append(_taking(facts, over, names))
    if settlement.gains != settlement.earned:
        steps.append(words.past_target(facts.ruleset.target))
    return steps


def _lowest_pips(facts: TableFacts, settlement: Settlement, winner: int) -> int:
    if facts.ruleset.blocked_by == "lowest_hand":
        return min(settlement.pips[seat] for seat in facts.ruleset.sides[winner])
    return settlement.side_pips[winner]


def _taking(facts: TableFacts, over: RoundOver, names: list[str]) -> str:
    settlement = over.settlement
    amount = settlement.earned[settlement.winners[0]]
    if settlement.shared:
        return words.shared(names, amount)
    per_five = facts.ruleset.points_per_five == 1
    return words.takes(names[0], amount, went_out=over.end == "domino", per_five=per_five)


def _sides(facts: TableFacts, sight: Sight, over: RoundOver, match_over: MatchOver | None) -> tuple[SideResult, ...]:
    results = []
    calls = (facts.calls or calls_of(closings(sight), facts.ruleset)) if is_called(facts) else ()
    for index, score in enumerate(over.scores):
        shown = side(facts, index, score)
        in_play = _in_play(sight, index)
        start = over.scores_before[index] - in_play
        results.append(
            SideResult(
                name=shown.name,
                score=shown.score,
                how=_how(start, in_play, over.settlement.gains[index]),
                tally=shown.tally,
                won=match_over is not None and match_over.side == index,
                calls=calling.calls_line(calls[index]) if calls else "",
            )
        )
    return tuple(results)


def _in_play(sight: Sight, index: int) -> Number:
    """What a side was credited before the settlement: for its tiles, and by «Muggins!»."""
    if sight.ruleset.calling == "muggins":
        return sum(closed.gains[index] for closed in closings(sight))
    return sum(event.points or 0 for event in sight.events if isinstance(event, Played) and event.side == index)


def _how(start: Number, in_play: Number, settled: Number) -> str:
    """``145, then 50 in play, then 20``: how the round brought the score where it is."""
    return words.how_reached(figure(start), figure(in_play) if in_play else "", settled)


def _next_label(facts: TableFacts, over: RoundOver) -> str:
    seat = None
    if facts.ruleset.next_lead == "rotate" and facts.sight is not None:
        seat = facts.ruleset.next_seat(facts.sight.leader)
    elif facts.ruleset.next_lead == "went_out" and over.end == "domino":
        seat = over.seat
    return words.next_round(who(facts, seat) if seat is not None else None)


def _rematch_open(facts: TableFacts) -> bool:
    """All must agree, so nobody may have left."""
    if facts.given is not None:
        return False
    return not facts.rematch_code and not facts.goes_on and not any(seat.left for seat in facts.seats)


def _waiting(facts: TableFacts, final: bool) -> str:
    """For whom the table still waits once somebody has agreed; to who has not, who would like to play again."""
    persons = [seat for seat in facts.seats if seat.person and not seat.player]
    agreed = [seat for seat in persons if (seat.wants_rematch if final else seat.ready)]
    missing = [seat for seat in persons if seat not in agreed and seat.index != facts.me]
    if not agreed or facts.rematch_code:
        return ""
    if final and facts.me is not None and not facts.seats[facts.me].wants_rematch:
        wishing = ngettext("%(names)s would like a rematch.", "%(names)s would like a rematch.", len(agreed))
        return wishing % {"names": joined([seat_name(seat) for seat in agreed])}
    if not missing:
        return ""
    names = joined([seat_name(seat) for seat in missing])
    return _("Waiting for %(names)s.") % {"names": names}
