"""Whether a match may be rated: the rules, the door, and who sits at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.confirmed import is_confirmed
from games.robots.anchors import anchor_of
from games.robots.oracle import ALL_SEEING
from games.rules.families import family_of
from games.services.archive import format_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.models import Seat
    from games.rules.ruleset import Ruleset

#: Reasons, in the order in which they are said.
ORACLE, CUSTOM, PRIVATE, GUEST, ADDRESS, ROBOT = "oracle", "custom", "private", "guest", "address", "robot"


def why_friendly(
    ruleset: Ruleset, *, private: bool, guest: bool = False, confirmed: bool = True, robots: Iterable[str] = ()
) -> str:
    """Why a table like this cannot be rated; "" when it can.

    `oracle`: one at it sees every tile, `custom`: rules that have no rating, `private`: only who has the link sits
    down, `guest`: somebody at it has no account, `address`: none that is confirmed,
    where the site asks for that, `robot`: a robot at it has no measured strength.
    """
    robots = tuple(robots)
    if not ALL_SEEING.isdisjoint(robots):
        return ORACLE
    family = family_of(ruleset)
    if family is None:
        return CUSTOM
    if private:
        return PRIVATE
    if guest:
        return GUEST
    if not confirmed:
        return ADDRESS
    form = str(format_of(ruleset.to_dict()))
    return ROBOT if any(anchor_of(kind, family, form) is None for kind in robots) else ""


def is_rated_with(ruleset: Ruleset, seats: Iterable[Seat], *, private: bool) -> bool:
    """Whether a match that was opened as rated is so with these people, as it starts.

    Nobody may have left a series before: who is not there from the start is not in it.
    """
    seats = list(seats)
    people = [seat.user for seat in seats if seat.user is not None]
    guest = any(user.is_guest for user in people)
    confirmed = guest or all(is_confirmed(user) for user in people)
    robots = [seat.robot for seat in seats if seat.robot]
    absent = any(seat.left or seat.stand_in for seat in seats)
    return not absent and not why_friendly(ruleset, private=private, guest=guest, confirmed=confirmed, robots=robots)
