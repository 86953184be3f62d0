"""What is said of a robot wherever one is chosen or named: its level, its fixed rating, how it plays."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts import ratings
from games.robots import KINDS
from games.robots.anchors import anchor_of
from games.robots.oracle import ALL_SEEING
from games.rules.families import family_of
from games.rules.ruleset import Ruleset
from games.words import robots as words

_FORMS = {2: "two", 3: "three", 4: "four"}


def robot_name(kind: str) -> str:
    """The shown name of a kind of robot; a kind that is no longer there keeps its own word."""
    robot = KINDS.get(kind)
    return robot.name if robot is not None else kind


def robot_tag(kind: str, ruleset: Ruleset | None = None) -> str:
    """What stands beside a robot's name: its level, or that it sees all; with a ruleset its rating there, too."""
    if kind in ALL_SEEING:
        return words.sees_everything()
    robot = KINDS.get(kind)
    if robot is None or not robot.level:
        return _("robot")
    rating = None if ruleset is None else robot_rating(kind, ruleset)
    said = words.level_words(robot.level)
    return said if rating is None else words.rated_words(said, rating)


def rating_line(kind: str, ruleset: Ruleset) -> str:
    """A robot's rating at such a table in words; "" where it has none."""
    rating = robot_rating(kind, ruleset)
    return words.rating_words(rating) if rating is not None else ""


def robot_called(kind: str, number: str = "") -> str:
    """The name with the word robot, for lists of names; an oracle is called what it is there, too."""
    name = {"name": robot_name(kind) + number}
    if kind in ALL_SEEING:
        return pgettext("seat", "%(name)s (robot, sees every tile)") % name
    return pgettext("seat", "%(name)s (robot)") % name


def robot_rating(kind: str, ruleset: Ruleset) -> int | None:
    """The fixed rating of a robot under this ruleset, as it is shown; None where it was not measured."""
    family = family_of(ruleset)
    form = "partners" if ruleset.partners else _FORMS[ruleset.players]
    anchor = None if family is None else anchor_of(kind, family, form)
    return None if anchor is None else ratings.shown(anchor[0])


def robot_choice(kind: str, ruleset: Ruleset | None = None) -> str:
    """A robot in a list to choose from."""
    rating = None if ruleset is None else robot_rating(kind, ruleset)
    return words.choice_words(robot_name(kind), KINDS[kind].level, rating)


def robots_styles(kinds: Iterable[str], ruleset: Ruleset) -> list[str]:
    """How each of these kinds plays, the weakest first."""
    wanted = set(kinds)
    return [
        words.style_words(robot.name, robot_tag(kind, ruleset), kind) for kind, robot in KINDS.items() if kind in wanted
    ]
