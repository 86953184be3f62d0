"""Questions that a profile asks about one player. A viewer who is not he sees public matches only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Max, Q, QuerySet, Sum

from accounts import names
from accounts.models import Outcome, Rating, RatingEntry, Result, User

RESULTS_PAGE = 10
CURVE = 100
BEST_PLAYS = 5
FAVOURITES = 8
#: Whom one met is told of so many of the newest matches.
MET_IN = 5000


def player_called(name: str) -> User | None:
    """The account of this name; guests have no page."""
    if "\x00" in name or len(name) > names.LONGEST:
        return None
    return User.objects.filter(username=names.normal(name), is_guest=False, is_active=True).first()


def may_see_history(player: User, viewer: object) -> bool:
    """Whether a viewer may see more of a player than his name and ratings."""
    return not player.hide_history or viewer == player


def ratings_of(player: User) -> list[Rating]:
    """All his ratings, the one with the most matches first."""
    return list(Rating.objects.filter(player=player).order_by("-matches", "family", "format"))


def curve_of(rating: Rating) -> list[RatingEntry]:
    """The newest entries of one rating, the oldest of them first."""
    entries = RatingEntry.objects.filter(player=rating.player_id, family=rating.family, format=rating.format)
    return list(entries.order_by("-at")[:CURVE])[::-1]


def results_of(player: User, *, own: bool) -> QuerySet[Result]:
    """His results, newest first. For others without private matches, and without those of players who hide theirs."""
    results = Result.objects.filter(player=player).order_by("-at")
    if own:
        return results
    # Asked once, not within each of the questions that are built upon this.
    mine = Result.objects.filter(player=player).values("match")
    shy = Result.objects.filter(match__in=mine, player__hide_history=True).exclude(player=player)
    return results.filter(private=False).exclude(match__in=list(shy.values_list("match", flat=True)))


@dataclass(frozen=True)
class Totals:
    """Sums over results."""

    matches: int = 0
    won: int = 0
    left: int = 0
    strokes: int = 0
    rounds: int = 0
    best: int = 0
    claimed: int = 0
    missed: int = 0
    taken: int = 0
    streak: int = 0
    run: int = 0


def totals_of(results: QuerySet[Result]) -> Totals:
    """The sums, and the longest and the present run of wins."""
    found = results.aggregate(
        matches=Count("pk"),
        won=Count("pk", filter=Q(outcome=Outcome.WON)),
        left=Count("pk", filter=Q(outcome=Outcome.LEFT)),
        strokes=Sum("strokes"),
        rounds=Sum("rounds"),
        best=Max("best"),
        claimed=Sum("claimed"),
        missed=Sum("missed"),
        taken=Sum("taken"),
    )
    run = streak = 0
    for outcome in results.order_by("at").values_list("outcome", flat=True):
        run = run + 1 if outcome == Outcome.WON else 0
        streak = max(streak, run)
    return Totals(**{name: value or 0 for name, value in found.items()}, streak=streak, run=run)


def best_plays(results: QuerySet[Result]) -> list[Result]:
    """The results with his best plays, the newest first among equals."""
    return list(results.filter(best__gt=0).order_by("-best", "-at")[:BEST_PLAYS])


@dataclass
class Met:
    """How it went with somebody: as his opponent or as his partner."""

    name: str = ""
    robot: str = ""
    matches: int = 0
    won: int = 0
    lost: int = 0

    def add(self, outcome: str) -> None:
        self.matches += 1
        self.won += outcome == Outcome.WON
        self.lost += outcome in (Outcome.LOST, Outcome.LEFT)


@dataclass
class Company:
    """Everybody he met, those most often met first."""

    opponents: list[Met] = field(default_factory=list)
    partners: list[Met] = field(default_factory=list)


def company_of(results: QuerySet[Result]) -> Company:
    """Opponents and partners, persons and robots, over his newest matches."""
    mine = {row.match: row for row in results[:MET_IN]}
    opponents: dict[str, Met] = {}
    partners: dict[str, Met] = {}
    for other in _others(mine):
        row = mine[other.match]
        met = partners if other.side == row.side else opponents
        name = other.player.username if not other.player.is_guest else ""
        if name:
            met.setdefault(name, Met(name=name)).add(row.outcome)
    for row in mine.values():
        for kind in sorted({*row.robots.split(",")} - {""}):
            opponents.setdefault(f"\x00{kind}", Met(robot=kind)).add(row.outcome)
        if row.robot_partner:
            partners.setdefault(f"\x00{row.robot_partner}", Met(robot=row.robot_partner)).add(row.outcome)
    return Company(_favourites(opponents), _favourites(partners))


def _others(mine: dict[str, Result]) -> list[Result]:
    """The results of the others in the same matches; asked for in parts, as databases limit the length of a list."""
    if not mine:
        return []
    codes, me = list(mine), next(iter(mine.values())).player_id
    found: list[Result] = []
    for start in range(0, len(codes), 500):
        others = Result.objects.filter(match__in=codes[start : start + 500]).exclude(player=me)
        found += others.select_related("player").only("match", "side", "player__username", "player__is_guest")
    return found


def _favourites(met: dict[str, Met]) -> list[Met]:
    return sorted(met.values(), key=lambda each: (-each.matches, each.name, each.robot))[:FAVOURITES]


def head_to_head(player: User, other: User) -> tuple[Met, Met]:
    """How it went between two: against one another, and as partners."""
    against, together = Met(name=other.username), Met(name=other.username)
    theirs = dict(Result.objects.filter(player=other).values_list("match", "side"))
    for match, side, outcome in Result.objects.filter(player=player).values_list("match", "side", "outcome"):
        if match in theirs:
            (together if theirs[match] == side else against).add(outcome)
    return against, together


def changes_in(codes: Sequence[str], player: User) -> dict[str, RatingEntry]:
    """What these matches did to a player's rating."""
    return {entry.match: entry for entry in RatingEntry.objects.filter(match__in=codes, player=player)}


def entries_in(code: str) -> QuerySet[RatingEntry]:
    """What a match did to the ratings of all its players."""
    return RatingEntry.objects.filter(match=code)


def opponents_in(codes: Sequence[str], player: User) -> dict[str, list[Result]]:
    """The other persons' results in these matches, by match."""
    found: dict[str, list[Result]] = {}
    for row in Result.objects.filter(match__in=codes).exclude(player=player).select_related("player").order_by("pk"):
        found.setdefault(row.match, []).append(row)
    return found


def plays(results: QuerySet[Result]) -> list[str]:
    """The families of what he plays, the most played first."""
    counted = Counter(results.exclude(family="").values_list("family", flat=True)[:MET_IN])
    return [family for family, _count in counted.most_common(3)]
