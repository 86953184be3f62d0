"""A player's page: ratings, the curve, results, best plays, whom he met; as finished texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts import ratings
from accounts.models import Outcome
from games.presenters.boards import replay_url
from games.presenters.chart import Chart, chart
from games.presenters.linked import Name, profile_url
from games.presenters.robots import robot_called, robot_name
from games.presenters.tally import IN_A_HOUSE, TURNS
from games.rules.notation import parse_number
from games.words import boards as words
from games.words.tiles import figure, strokes_name

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import Rating, RatingEntry, Result, User
    from accounts.profiles import Met
    from games.models import Match

MOST_HOUSES = 60


@dataclass(frozen=True)
class RatingLine:
    """One rating of a player; *key* stands in the address of its curve."""

    key: str
    game: str
    shown: int
    error: int
    matches: str
    provisional: bool
    chosen: bool


@dataclass(frozen=True)
class ResultLine:
    """One match: against whom, with whom, how it went, what it did to the rating."""

    url: str
    against: tuple[Name, ...]
    partner: Name | None
    outcome: str
    won: bool
    scores: str
    change: str
    game: str
    mark: str
    at: datetime


@dataclass(frozen=True)
class BestPlay:
    points: str
    url: str
    game: str
    at: datetime


@dataclass(frozen=True)
class MetLine:
    """How it went with somebody."""

    name: Name
    robot: bool
    matches: str
    score: str


@dataclass(frozen=True)
class LifeHouse:
    """One house of the tally: how far it is turned, and its strokes, counted from 1."""

    turn: int
    full: bool
    strokes: range


@dataclass(frozen=True)
class LifeTally:
    """All points of a life, as strokes: the full houses and the begun one; *more* houses are not drawn."""

    name: str
    houses: tuple[LifeHouse, ...]
    more: int


def rating_lines(rows: Sequence[Rating], chosen: Rating | None) -> list[RatingLine]:
    return [
        RatingLine(
            key=f"{row.family}.{row.format}",
            game=words.game_name(row.family, row.format),
            shown=ratings.shown(row.mu),
            error=ratings.shown_error(row.sigma),
            matches=str(number_format(row.matches, force_grouping=True)),
            provisional=not row.listed,
            chosen=row == chosen,
        )
        for row in rows
    ]


def curve(entries: Sequence[RatingEntry]) -> Chart | None:
    """The curve of these entries, the oldest first; it begins with the rating before the first of them."""
    if not entries:
        return None
    first = entries[0]
    points = [(ratings.shown(first.mu_before), ratings.shown_error(first.sigma_before))]
    points += [(ratings.shown(entry.mu_after), ratings.shown_error(entry.sigma_after)) for entry in entries]
    return chart(points)


def result_line(row: Result, others: Sequence[Result], entry: RatingEntry | None, match: Match | None) -> ResultLine:
    """A row of the list of results. *match* is the stored match, for its scores."""
    against = [_named(other.player) for other in others if other.side != row.side]
    against += [Name(robot_called(kind)) for kind in row.robots.split(",") if kind]
    partner = next((_named(other.player) for other in others if other.side == row.side), None)
    if row.robot_partner:
        partner = Name(robot_called(row.robot_partner))
    change = ""
    if entry is not None:
        change = words.change_of_rating(ratings.shown(entry.mu_before), ratings.shown(entry.mu_after))
    return ResultLine(
        url=reverse("games:replay", args=[row.match]),
        against=tuple(against),
        partner=partner,
        outcome=str(words.OUTCOMES[row.outcome]),
        won=row.outcome == Outcome.WON,
        scores=_scores(match, row.side) if match is not None else "",
        change=change,
        game=words.game_name(row.family, row.format),
        mark=match.fingerprint if match is not None else "",
        at=row.at,
    )


def _named(user: User) -> Name:
    return Name(user.username, profile_url(user))


def _scores(match: Match, side: int) -> str:
    """``255–190``, his own side first."""
    scores = [figure(parse_number(score)) for score in match.scores]
    return "–".join([scores[side], *(score for other, score in enumerate(scores) if other != side)])


def best_play(row: Result) -> BestPlay:
    return BestPlay(
        points=str(row.best),
        url=replay_url(row.match, row.best_round, row.best_move),
        game=words.game_name(row.family, row.format),
        at=row.at,
    )


def met_lines(met: Sequence[Met], users: Mapping[str, User]) -> list[MetLine]:
    """*users*: the accounts by name, for the links."""
    return [met_line(each, users.get(each.name)) for each in met]


def met_line(each: Met, user: User | None) -> MetLine:
    name = Name(robot_name(each.robot)) if each.robot else Name(each.name, profile_url(user) if user else "")
    score = _("%(won)d won, %(lost)d lost") % {"won": each.won, "lost": each.lost}
    return MetLine(
        name=name,
        robot=bool(each.robot),
        matches=str(number_format(each.matches, force_grouping=True)),
        score=score,
    )


def life_tally(strokes: int) -> LifeTally | None:
    """None where there is nothing to draw."""
    if not strokes:
        return None
    count = -(-strokes // IN_A_HOUSE)
    drawn = range(max(0, count - MOST_HOUSES), count)
    return LifeTally(strokes_name(5 * strokes), tuple(_house(index, strokes) for index in drawn), drawn.start)


def _house(index: int, strokes: int) -> LifeHouse:
    drawn = min(IN_A_HOUSE, strokes - index * IN_A_HOUSE)
    return LifeHouse(TURNS[index % len(TURNS)], drawn == IN_A_HOUSE, range(1, drawn + 1))
