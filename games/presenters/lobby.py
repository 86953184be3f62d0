"""Rows of the front page: tables that wait for players, and the viewer's own matches."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Match, Seat, Stage
from games.presenters.robots import robot_called
from games.rules.errors import RulesetError
from games.rules.ruleset import Ruleset
from games.words.boards import rated_sentence
from games.words.rules import clock_words, facts, spinner_words, tiles_words
from games.words.tables import best_of_words, but_words, limit_words, match_number_words
from games.words.tiles import joined

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OpenRow:
    """A table in the list: its name, its settings in words and their mark, who sits, and how many seats are free."""

    url: str
    title: str
    said: str
    fingerprint: str
    taken: tuple[bool, ...]
    sitting: str


@dataclass(frozen=True)
class MyRow:
    """One of the viewer's matches: against whom, how it stands, and whether it waits for the viewer."""

    url: str
    title: str
    said: str
    scores: str
    is_my_turn: bool
    is_open: bool


def open_rows(matches: Iterable[Match], viewer: User | AnonymousUser) -> list[OpenRow]:
    """Tables that wait for players and that the viewer could join: his own stand among his matches."""
    others = (match for match in matches if not any(seat.user_id == viewer.pk for seat in _persons(match)))
    return [_open_row(match, ruleset) for match, ruleset in _readable(others)]


def my_rows(matches: Iterable[Match], viewer: User) -> list[MyRow]:
    """The viewer's matches that are not over, those that wait for the viewer first."""
    rows = [_my_row(match, ruleset, viewer) for match, ruleset in _readable(matches)]
    return sorted(rows, key=lambda row: not row.is_my_turn)


def _readable(matches: Iterable[Match]) -> Iterator[tuple[Match, Ruleset]]:
    """Each match with its ruleset; one whose row is spoilt is left out, so that the others go on."""
    for match in matches:
        try:
            yield match, Ruleset.from_dict(match.ruleset)
        except RulesetError:
            log.exception("match %s has no ruleset that can be read", match.code)


def _persons(match: Match) -> list[Seat]:
    return [seat for seat in match.seats.all() if seat.user_id is not None]


def _open_row(match: Match, ruleset: Ruleset) -> OpenRow:
    seats = _seats(match)
    free = sum(seat.is_free for seat in seats)
    lines = (
        facts(ruleset) + ".",
        but_words(ruleset),
        tiles_words(ruleset),
        spinner_words(ruleset),
        best_of_words(match.series.best_of if match.series else 1),
        limit_words(match.round_limit),
        clock_words(match.turn_seconds),
        rated_sentence(match.rated),
    )
    return OpenRow(
        url=reverse("games:table", args=[match.code]),
        title=table_title(match, seats),
        said=" ".join(filter(None, lines)),
        fingerprint=match.fingerprint,
        taken=tuple(not seat.is_free for seat in seats),
        sitting=_sitting([name for _seat, name in seat_names(seats)], free),
    )


def _my_row(match: Match, ruleset: Ruleset, viewer: User) -> MyRow:
    seats = _seats(match)
    own = next(seat for seat in seats if seat.user_id == viewer.pk)
    others = [name for seat, name in seat_names(seats) if seat is not own]
    return MyRow(
        url=reverse("games:table", args=[match.code]),
        title=match.title or (_("With %(names)s") % {"names": joined(others)} if others else table_title(match, seats)),
        said=", ".join(filter(None, (facts(ruleset), _in_series(match)))) + ".",
        scores=_scores(match, ruleset, own),
        is_my_turn=match.turn_seat == own.index or (match.between_rounds and not own.ready),
        is_open=match.state == Stage.OPEN,
    )


def _in_series(match: Match) -> str:
    if match.series is None or match.series_number is None:
        return ""
    return match_number_words(match.series_number, match.series.best_of)


def _seats(match: Match) -> list[Seat]:
    return sorted(match.seats.all(), key=lambda seat: seat.index)


def _scores(match: Match, ruleset: Ruleset, own: Seat) -> str:
    """``145 : 130``, the viewer's side first."""
    if not match.scores:
        return ""
    mine = ruleset.side_of(own.index)
    order = [mine, *(side for side in range(len(match.scores)) if side != mine)]
    return " : ".join(str(match.scores[side]) for side in order)


def table_title(match: Match, seats: Iterable[Seat]) -> str:
    """The table's own name, else whose table it is."""
    first = next((seat for seat in seats if seat.user is not None), None)
    if match.title:
        return match.title
    if first is None or first.user is None:
        return _("A table")
    return _("Table of %(name)s") % {"name": first.user.get_short_name()}


def seat_names(seats: Iterable[Seat]) -> list[tuple[Seat, str]]:
    """Who sits on the seats that are taken; robots of one kind at one table are numbered, as at the table itself."""
    taken = [seat for seat in seats if not seat.is_free]
    kinds = Counter(seat.robot for seat in taken)
    seen: Counter[str] = Counter()
    named = []
    for seat in taken:
        seen[seat.robot] += 1
        number = f" {seen[seat.robot]}" if seat.robot and kinds[seat.robot] > 1 else ""
        named.append((seat, seat_name(seat, number)))
    return named


def seat_name(seat: Seat, number: str = "") -> str:
    """Who sits there; the word robot always stands beside a robot's name."""
    if seat.robot:
        return robot_called(seat.robot, number)
    return seat.user.get_short_name() if seat.user is not None else ""


def _sitting(names: list[str], free: int) -> str:
    places = ngettext("%(count)d seat free", "%(count)d seats free", free) % {"count": free}
    if not names:
        return places
    return ngettext("%(names)s sits; %(places)s", "%(names)s sit; %(places)s", len(names)) % {
        "names": joined(names),
        "places": places,
    }
