"""Deals that many play: those of a day, those with a code, and the tries at them."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from games import replay
from games.models import FixedDeal, Match, Prescribed, Prescription, Round
from games.models_fixed import CLASSIC, OTHER
from games.robots import ROBOTS
from games.rules import fairness, matches
from games.rules.ruleset import Ruleset, preset
from games.services import engaged, errors, timing
from games.services.opened import has_opened
from games.services.prescribed import Setting, begin, deal_round, open_prescribed

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import User

GAMES = (CLASSIC, OTHER)
#: The other game of a day, Monday first.
WEEK = (
    ("playelephant", 4),
    ("five_up", 2),
    ("pagat", 3),
    ("muggins", 2),
    ("sniff", 2),
    ("latino", 4),
    ("thoughtco", 2),
)
#: It answers the same sight and lot with the same play, whatever the machine is doing meanwhile.
ROBOT = "careful"
#: So many days ahead are drawn when their page is looked at, and their commitments told.
AHEAD = 1
MOST_CODES = 200
FIRST_DAY = date(2026, 1, 1)


def today() -> date:
    """The day by UTC."""
    return timing.now().astimezone(UTC).date()


def end_of(day: date) -> datetime:
    """The moment at which a day is over."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)


def rules_of(day: date, game: str) -> Ruleset:
    """The rules of a day's deal."""
    return preset("pagat", 2) if game == CLASSIC else preset(*WEEK[day.weekday()])


def name_of(day: date, game: str) -> str:
    """What a day's deal is called where it is promised: it stands for the code of a match."""
    return f"daily-{day.isoformat()}-{game}"


def deals_of(day: date) -> list[FixedDeal]:
    """The deals of a day, drawn now if they have not been; NoSuchDeal for days that are too far off."""
    if not FIRST_DAY <= day <= today() + timedelta(days=AHEAD):
        raise errors.NoSuchDeal
    known = {deal.game: deal for deal in FixedDeal.objects.filter(day=day)}
    if day < today():
        return [known[game] for game in GAMES if game in known]
    return [known.get(game) or _draw_day(day, game) for game in GAMES]


def _draw_day(day: date, game: str) -> FixedDeal:
    """Whoever comes second finds what the first has drawn."""
    ruleset, secret, name = rules_of(day, game), secrets.token_bytes(32).hex(), name_of(day, game)
    try:
        with transaction.atomic():
            return FixedDeal.objects.create(
                day=day,
                game=game,
                commitment=fairness.commitment(secret, name, 1),
                **_drawn(ruleset, secret, name),
                **_seated(ruleset, 0),
            )
    except IntegrityError:
        return FixedDeal.objects.get(day=day, game=game)


def _drawn(ruleset: Ruleset, secret: str, name: str) -> dict[str, object]:
    """The columns of a deal that follows from its secret."""
    key = fairness.order_key(secret, name, 1, [None] * ruleset.players)
    tiles, lot = fairness.drawn(key, ruleset.players)
    leader, leader_by = matches.lead_for(matches.new_match(ruleset), tiles, lot)
    return {"secret": secret, "tiles": " ".join(map(str, tiles)), "leader": leader, "leader_by": leader_by}


def _seated(ruleset: Ruleset, seat: int, robot: str = ROBOT) -> dict[str, object]:
    return {
        "ruleset": ruleset.to_dict(),
        "seat": seat,
        "robots": ["" if index == seat else robot for index in range(ruleset.players)],
        "created_at": timing.now(),
    }


def find(code: str) -> FixedDeal:
    """The deal of a code that somebody shares; NoSuchDeal. A day's deal has no such address."""
    found = FixedDeal.objects.select_related("made_by", "source").filter(code=code, day__isnull=True).first()
    if found is None:
        raise errors.NoSuchDeal
    return found


def new_code(*, user: User, ruleset: Ruleset) -> FixedDeal:
    """A code for a deal that nobody has seen yet, its maker neither. TooManyDeals."""
    with transaction.atomic():
        engaged.hold([user.pk])
        _must_have_room(user)
        secret = secrets.token_bytes(32).hex()
        return FixedDeal.objects.create(
            made_by=user, **_drawn(ruleset, secret, f"code-{secrets.token_hex(8)}"), **_seated(ruleset, 0)
        )


def code_of_round(*, user: User, match: Match, round_number: int, seat: int) -> FixedDeal:
    """A code for a round that has been played: whoever has it plays these tiles from this seat.

    Asked again it is the same code. Whether the person may see the match is the caller's question. NoSuchMove when
    that round is not over, or its match is not; NoSuchSeat; TooManyDeals.
    """
    row = Round.objects.filter(match_id=match.pk, number=round_number).exclude(end="").first()
    if row is None or not match.is_over:
        raise errors.NoSuchMove
    if not 0 <= seat < int(match.ruleset["players"]):
        raise errors.NoSuchSeat
    with transaction.atomic():
        about = {"source": match, "source_round": round_number, "seat": seat, "made_by": user}
        engaged.hold([user.pk])
        known = FixedDeal.objects.filter(**about).first()
        if known is not None:
            return known
        _must_have_room(user)
        kinds = list(match.seats.order_by("index").values_list("robot", flat=True))
        return FixedDeal.objects.create(
            **about,
            ruleset=_led(Ruleset.from_dict(match.ruleset), row.leader_by).to_dict(),
            robots=["" if index == seat else kind if kind in ROBOTS else ROBOT for index, kind in enumerate(kinds)],
            secret=secrets.token_bytes(32).hex(),
            tiles=row.tiles,
            leader=row.leader,
            leader_by="highest_double" if row.leader_by == "highest_double" else "lot",
            created_at=timing.now(),
        )


def _led(ruleset: Ruleset, leader_by: str) -> Ruleset:
    """The rules under which this round can come first: who led it leads it here, by lot if not by his double."""
    first_lead = "highest_double" if leader_by == "highest_double" else "lot"
    if ruleset.first_lead == first_lead:
        return ruleset
    return replace(ruleset, name="custom", first_lead=first_lead)


def _must_have_room(user: User) -> None:
    """TooManyDeals. The person has been locked, so that two tabs cannot pass the limit together."""
    if FixedDeal.objects.filter(made_by=user).count() >= MOST_CODES:
        raise errors.TooManyDeals


def play_deal(*, user: User, deal: FixedDeal) -> Match:
    """A try at this deal: the one that is under way, if there is one, else a new one. The first is the one that counts.

    After its day, a day's deal is played for practice. NoSuchDeal for a day to come; InRatedMatch.
    """
    if deal.day is not None and deal.day > today():
        raise errors.NoSuchDeal
    with transaction.atomic():
        # Two presses, or two tabs: who comes second finds the try of the first.
        deal = FixedDeal.objects.select_for_update().get(pk=deal.pk)
        tries = Prescription.objects.filter(deal=deal, owner=user).exclude(match__prescribed=Prescribed.WHAT_IF)
        under_way = tries.filter(over_at__isnull=True).select_related("match").first()
        if under_way is not None:
            return under_way.match
        first = not (tries.filter(counted=True).exists() or knows(deal, user) or _elsewhere(deal, user).exists())
        return _begin_try(deal, user, counted=first and deal.day in (None, today()))


def knows(deal: FixedDeal, user: User) -> bool:
    """Whether this person has seen the tiles already: he took part in the match that they are from, or played another
    round with the same ones, or has had a try at them opened at the desk.
    """
    if deal.source is not None and (deal.made_by_id == user.pk or deal.source.seats.filter(user=user).exists()):
        return True
    return has_opened(user, deal) or _elsewhere(deal, user).exclude(end="").exists()


def _elsewhere(deal: FixedDeal, user: User) -> QuerySet[Round]:
    """This person's rounds with the same tiles that are no tries at this deal: at another code of it, or a what-if."""
    tries = Prescription.objects.filter(deal=deal).values("match_id")
    return Round.objects.filter(tiles=deal.tiles, match__seats__user=user).exclude(match__in=tries)


def _begin_try(deal: FixedDeal, user: User, *, counted: bool) -> Match:
    robots = {seat: kind for seat, kind in enumerate(deal.robots) if seat != deal.seat}
    kind = Prescribed.CODE if deal.day is None else Prescribed.DAILY
    setting = Setting(str(kind), replay.ruleset_of(deal.ruleset), user, deal.seat, robots)
    table = open_prescribed(setting, secret=robots_secret(deal), deal=deal, counted=counted)
    tiles = replay.tiles_of(Round(tiles=deal.tiles))
    deal_round(table, tiles, deal.leader, deal.leader_by)
    return begin(table)


def robots_secret(deal: FixedDeal) -> str:
    """From this the robots choose. Until a deal is told, nobody can work it out."""
    return hashlib.sha256(f"robots\n{deal.secret}".encode()).hexdigest()
