"""Players whom the viewer follows and where they are; and what is said to who is sent back to his rated match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, Seat, Stage
from games.presenters.boards import profile_url
from games.presenters.lobby import seat_names
from games.rules.errors import RulesetError
from games.rules.ruleset import Ruleset
from games.words.rules import facts
from games.words.tiles import joined

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True)
class FriendRow:
    """A player whom one follows, at a table. *is_open*: one can sit down there; else one can watch."""

    name: str
    profile: str
    url: str
    title: str
    said: str
    is_open: bool


@dataclass(frozen=True)
class Followed:
    """One line of the list of whom one follows; *rows*: where he is now."""

    name: str
    profile: str
    rows: tuple[FriendRow, ...]


def friend_rows(seats: Iterable[Seat], viewer: User) -> list[FriendRow]:
    """A row for each seat, without the tables at which the viewer sits himself."""
    rows = (_row(seat) for seat in seats if not any(other.user_id == viewer.pk for other in seat.match.seats.all()))
    return [row for row in rows if row is not None]


def _row(seat: Seat) -> FriendRow | None:
    assert seat.user is not None
    match = seat.match
    try:
        ruleset = Ruleset.from_dict(match.ruleset)
    except RulesetError:
        return None  # logged where the open tables are listed
    return FriendRow(
        name=seat.user.username,
        profile=profile_url(seat.user),
        url=reverse("games:table", args=[match.code]),
        title=_where(match, seat),
        said=facts(ruleset) + ".",
        is_open=match.state == Stage.OPEN,
    )


def _where(match: Match, seat: Seat) -> str:
    """What he does there, and with whom."""
    others = [name for other, name in seat_names(match.seats.all()) if other.pk != seat.pk and name]
    if match.state != Stage.OPEN:
        return _("plays with %(names)s") % {"names": joined(others)}
    if others:
        return _("waits for players, with %(names)s") % {"names": joined(others)}
    return _("waits for players")


def followed_lines(users: Iterable[User], rows: Iterable[FriendRow]) -> list[Followed]:
    """Everybody, with where he is; those at a table first."""
    by_name: dict[str, list[FriendRow]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    lines = [Followed(user.username, profile_url(user), tuple(by_name.get(user.username, ()))) for user in users]
    return sorted(lines, key=lambda line: not line.rows)


def sent_back(seat: Seat) -> str:
    """To who would sit down elsewhere while his rated match at this seat is under way."""
    names = [name for other, name in seat_names(seat.match.seats.all()) if other.pk != seat.pk]
    return _("You are in a rated match with %(names)s: finish it or leave it first.") % {"names": joined(names)}
