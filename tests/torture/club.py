"""Who plays where: eight accounts at five tables, rated and against robots. Needs Django, set up on the site's data."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password

from accounts.models import User
from games.models import Match
from games.rules.ruleset import preset
from games.services import invites, seating
from tests.torture.player import PASSWORD


def members(names: list[str]) -> dict[str, User]:
    """Accounts with a confirmed address and the one password of this club (hashed once)."""
    hashed = make_password(PASSWORD)
    people = {}
    for name in names:
        user = User.objects.create_user(name, email=f"{name}@club.example")
        User.objects.filter(pk=user.pk).update(password=hashed)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        people[name] = user
    return people


def together(*users: User, rules: str = "five_up", rated: bool = True, robots: tuple[str, ...] = ()) -> Match:
    """A table at which all of these sit, and robots on the other seats. Five Up is over soonest."""
    ruleset = preset(rules, max(2, len(users) + len(robots)))
    match = seating.open_table(user=users[0], ruleset=ruleset, robots=list(robots), rated=rated)
    invite = invites.invitation_of(match)
    for user in users[1:]:
        seating.take_seat(match_id=match.pk, user=user, token=invite.token if invite else "")
    return match


def storm_tables() -> dict[str, str]:
    """The code of each player's table."""
    names = [f"member{number}" for number in range(1, 9)]
    people = members(names)
    one, two, three, four, five, six, seven, eight = (people[name] for name in names)
    tables = {
        together(one, two): [one, two],
        together(three, four): [three, four],
        together(five, six, rules="sniff"): [five, six],
        together(seven, rated=False, robots=("scorer",)): [seven],
        together(eight, rated=False, robots=("scorer", "beginner", "careful")): [eight],
    }
    return {user.username: match.code for match, users in tables.items() for user in users}


def askers(count: int) -> dict[str, str]:
    """So many players, each alone against a robot: each is on turn whatever the others do."""
    people = members([f"asker{number}" for number in range(1, count + 1)])
    return {name: together(user, rated=False, robots=("scorer",)).code for name, user in people.items()}


def writers(count: int) -> dict[str, str]:
    """So many players, two at a table, in usual matches; they play again when one is over."""
    names = [f"writer{number}" for number in range(1, count + 1)]
    people = members(names)
    found = {}
    for first, second in zip(names[::2], names[1::2], strict=True):
        code = together(people[first], people[second], rules="pagat", rated=False).code
        found[first] = found[second] = code
    return found
