"""What the guided first round says: what was done and made, what is new in it, and what to do now."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.scoring import Number
from games.rules.tiles import Tile
from games.words.tiles import capital, count_of_tiles, figure, pips, points, tile_said

#: What is new at each step lies in `notes`; the last step is the end of the round.
LEAD, SPINNER, BOTH_SIDES, BLANK, ARM, DRAWN, PASSED, OUT = range(1, 9)


def notes(step: int) -> list[str]:
    """What a step has to teach, without figures: these come from the table."""
    return {
        LEAD: [
            _("Alone on the table, a tile counts both halves. A count of 5, 10, 15, 20 … scores that many points."),
        ],
        SPINNER: [
            _("A double lies across the line. At an end it counts both halves."),
            _("It is the first double of the round, the spinner: four arms can grow from it."),
        ],
        BOTH_SIDES: [
            _("The double is joined on both sides now and counts nothing. Its short sides are open: see the brackets."),
            _("Nothing you hold scores here, but who can play must play."),
        ],
        BLANK: [_("A blank counts 0. Your five-blank fits at both ends: choose the end that scores.")],
        ARM: [
            _("An arm has begun at the short side of the spinner. Its last tile counts like any end."),
            _("Nothing you hold fits. Who cannot play draws until a tile fits; at a table this happens by itself."),
        ],
        DRAWN: [_("It fits, so it must be played at once: at the other short side of the spinner.")],
        PASSED: [
            _("Nothing more may be drawn, so who cannot play passes. A pass costs nothing."),
            _("Whoever lays the last tile of a hand goes out and ends the round."),
        ],
        OUT: [_("You have laid your last tile: you went out, and the round is over. Now the tiles left are counted.")],
    }[step]


def start(robot: str, tiles: int) -> str:
    return _("You and %(robot)s, a robot, hold %(tiles)s each. You lead.") % {
        "robot": robot,
        "tiles": count_of_tiles(tiles),
    }


def you_made(sum_text: str, earned: Number) -> str:
    if not earned:
        return _("You made %(sum)s: no points.") % {"sum": sum_text}
    return _("You made %(sum)s: %(points)s.") % {"sum": sum_text, "points": points(earned)}


def you_drew(tile: Tile) -> str:
    return _("You drew %(tile)s.") % {"tile": tile_said(tile)}


def robot_made(robot: str, play: str, sum_text: str, earned: Number) -> str:
    values = {"robot": robot, "play": play, "sum": sum_text, "points": points(earned)}
    if not earned:
        return _("%(robot)s played %(play)s and made %(sum)s: no points.") % values
    return _("%(robot)s played %(play)s and made %(sum)s: %(points)s.") % values


def robot_passed(robot: str) -> str:
    return _("%(robot)s passed: nothing fits.") % {"robot": robot}


def ask(play: str, sum_text: str, *, leads: bool) -> str:
    values = {"play": play, "sum": sum_text}
    if leads:
        return _("Lead %(play)s: it makes %(sum)s.") % values
    return _("Play %(play)s: it makes %(sum)s.") % values


def ask_draw() -> str:
    return _("Draw a tile.")


def not_asked(play: str, sum_text: str, earned: Number) -> str:
    """The rules would allow this play, but the lesson asks for another."""
    values = {"play": capital(play), "sum": sum_text, "points": points(earned)}
    if not earned:
        return _("%(play)s would make %(sum)s: no points. Try the play that is asked for.") % values
    return _("%(play)s would make %(sum)s: %(points)s. Here another play is asked for.") % values


def held(name: str, tiles: int) -> str:
    return _("%(name)s holds %(tiles)s") % {"name": name, "tiles": count_of_tiles(tiles)}


def score(robot: str, scores: Sequence[Number]) -> str:
    return _("You %(yours)s, %(robot)s %(other)s") % {
        "yours": figure(scores[0]),
        "robot": robot,
        "other": figure(scores[1]),
    }


def settlement(robot: str, tiles: Sequence[Tile], rounded: int) -> list[str]:
    """The sum, the rounding, and who takes it."""
    left = sum(tile.pips for tile in tiles)
    return [
        ngettext(
            "%(robot)s still holds %(count)d tile: %(pips)s.",
            "%(robot)s still holds %(count)d tiles: %(pips)s.",
            len(tiles),
        )
        % {"robot": robot, "count": len(tiles), "pips": pips(left)},
        _("%(pips)s are %(rounded)d to the nearest five.") % {"pips": capital(pips(left)), "rounded": rounded},
        _("Whoever went out scores them: %(points)s for you.") % {"points": points(rounded)},
    ]


def goes_on(target: int) -> str:
    return _("So a match goes on, round by round, until somebody has %(target)d.") % {"target": target}


def step_of(number: int, of: int) -> str:
    return _("Step %(number)d of %(of)d") % {"number": number, "of": of}
