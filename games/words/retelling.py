"""A match that is looked back at, in sentences: what every end gave, what came of it, where one is."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.layout import Place
from games.rules.ports import End
from games.rules.scoring import Number
from games.rules.tiles import Tile
from games.words import places
from games.words.tiles import capital, figure, joined, number_word, points, tile_name, tile_said


def move_title(number: int) -> str:
    """The heading of the explanation."""
    return _("Move %(number)d") % {"number": number} if number else _("The deal")


def round_title(number: int) -> str:
    return _("Round %(number)d") % {"number": number}


def move_of(number: int, last: int) -> str:
    """``Move 7 of 17``: where one is in the round."""
    if not number:
        return ngettext("Deal, %(count)d move", "Deal, %(count)d moves", last) % {"count": last}
    return _("Move %(number)d of %(last)d") % {"number": number, "last": last}


def heading(names: list[str]) -> str:
    """Who played: ``Alice and Bone``."""
    return joined(names)


def heading_of(names: str, round_no: int) -> str:
    return _("%(names)s, round %(round)d") % {"names": names, "round": round_no}


def drew_tile(name: str, me: bool, tile: Tile, fits: bool) -> str:
    """A drawn tile, face up."""
    values = {"name": name, "tile": tile_said(tile)}
    if fits:
        mine = pgettext("draw", "You drew %(tile)s: it fits and must be played.")
        other = pgettext("draw", "%(name)s drew %(tile)s: it fits and must be played.")
    else:
        mine = pgettext("draw", "You drew %(tile)s: it does not fit.")
        other = pgettext("draw", "%(name)s drew %(tile)s: it does not fit.")
    return (mine if me else other) % values


def drew_unseen(name: str, me: bool) -> str:
    """A drawn tile that one cannot see."""
    return pgettext("draw", "You drew a tile.") if me else pgettext("draw", "%(name)s drew a tile.") % {"name": name}


def drawn_so_far(tiles: list[Tile], unseen: int) -> str:
    """Beside a hand: ``drew six-five and four-one``."""
    if tiles:
        return pgettext("beside a hand", "drew %(tiles)s") % {"tiles": joined([tile_name(tile) for tile in tiles])}
    return ngettext("drew %(count)d tile", "drew %(count)d tiles", unseen) % {"count": unseen} if unseen else ""


def published(seal: str, secret: str, numbers: tuple[tuple[str, str | None], ...]) -> tuple[tuple[str, str], ...]:
    """What was published of a deal, each with its name: the seal, the secret, the number of each player."""
    told = [(_("The seal, shown before the deal"), seal), (_("The secret, published after the round"), secret)]
    told += [(_("The number of %(name)s") % {"name": name}, value or _("none")) for name, value in numbers]
    return tuple(told)


# --- what every end gave ---


def end_gives(place: Place, end: End, crosswise_side: bool) -> str:
    """One counting end: where, which tile, why so much. *crosswise_side*: a free side of a double that counts once."""
    values = {
        "place": places.label(place),
        "tile": tile_name(end.tile),
        "number": number_word(end.tile.high),
        "gives": end.gives,
    }
    if end.double:
        return _("%(place)s, %(tile)s lies crosswise: twice %(number)s, %(gives)d.") % values
    if crosswise_side:
        return _("%(place)s, %(tile)s: a side that is free, %(gives)d.") % values
    if end.tile.is_double:
        return _("%(place)s, %(tile)s lies lengthwise: one half, %(gives)d.") % values
    return _("%(place)s, %(tile)s: its free half, %(gives)d.") % values


def alone(tile: Tile) -> str:
    """The first tile."""
    values = {"tile": tile_name(tile), "high": tile.high, "low": tile.low}
    return capital(_("%(tile)s lies alone, so both halves count: %(high)d and %(low)d.") % values)


def gives_nothing(double: Tile) -> str:
    """A double that both sides of the line are joined to, and which is still open across."""
    text = _("%(double)s has a tile on both sides: it gives nothing, though a tile may still join it.")
    return capital(text % {"double": tile_name(double)})


def verdict(count: int, credited: Number, worth: Number, name: str, *, per_five: int) -> str:
    """What the count earned, and why. *worth* is what a play with this count is worth before the target is asked."""
    values = {"count": count, "points": points(credited), "name": name}
    if not count:
        return _("The ends add up to 0, and that scores nothing.")
    if not worth:
        return _("%(count)d is no multiple of five: no points.") % values
    if not credited:
        return _("%(count)d would pass the target, which must be met exactly: no points.") % values
    if per_five == 1:
        return _("%(count)d is a multiple of five, one point for each five: %(points)s for %(name)s.") % values
    return _("%(count)d is a multiple of five: %(points)s for %(name)s.") % values


def worth(count: int, amount: Number) -> str:
    """The same where points are called: nobody has them yet."""
    if not count:
        return _("The ends add up to 0, and that scores nothing.")
    if not amount:
        return _("%(count)d is no multiple of five: no points.") % {"count": count}
    return _("%(count)d is a multiple of five: it is worth %(points)s.") % {"count": count, "points": points(amount)}


# --- who chose, whose view ---


def chosen_by_robot(name: str, level: int | None) -> str:
    if level is None:
        return _("Chosen by %(name)s, a robot.") % {"name": name}
    return _("Chosen by %(name)s, a robot of level %(level)d.") % {"name": name, "level": level}


def chosen_by_clock(name: str) -> str:
    return _("The time of %(name)s had run out, so the table played.") % {"name": name}


def chosen_by_stand_in(robot: str, name: str) -> str:
    return _("%(robot)s, a robot, stood in for %(name)s.") % {"robot": robot, "name": name}


def forced() -> str:
    """A draw or a pass is nobody's choice."""
    return _("There was nothing to choose.")


def all_hands() -> str:
    return pgettext("view of a replay", "All hands")


def seen_by(name: str) -> str:
    return pgettext("view of a replay", "As %(name)s saw it") % {"name": name}


def credit_of(round_no: int, move: int, amount: Number, settled: bool) -> str:
    """Where points of a side came from."""
    values = {"round": round_no, "move": move, "points": points(amount) if amount > 0 else figure(amount)}
    if settled:
        return _("Round %(round)d, at its end: %(points)s") % values
    return _("Round %(round)d, move %(move)d: %(points)s") % values


def where_from(name: str) -> str:
    return _("Where the points of %(name)s came from") % {"name": name}


def position_title(names: str, round_no: int, move: int) -> str:
    """The title of a page and of a link to it."""
    values = {"names": names, "round": round_no, "move": move}
    if not move:
        return _("%(names)s: round %(round)d, the deal") % values
    return _("%(names)s: round %(round)d, move %(move)d") % values


def scale(sides: list[str]) -> str:
    """What the bars over the scrubber mean."""
    if len(sides) == 2:
        values = {"above": sides[0], "below": sides[1]}
        return _("Points as they were made: %(above)s above the line, %(below)s below.") % values
    return _("Points as they were made, a line each: %(names)s.") % {"names": joined(sides)}


def boneyard(count: int) -> str:
    """What is left to draw from."""
    return ngettext("Boneyard: %(count)d tile", "Boneyard: %(count)d tiles", count) % {"count": count}


def no_tiles() -> str:
    return _("no tiles left")


def card(rules: str, sides: list[str], scores: list[str]) -> str:
    """What a link preview says below the title: no tile is named."""
    standing = " · ".join(f"{name} {score}" for name, score in zip(sides, scores, strict=True))
    return _("Dominoes by fives: %(rules)s. %(standing)s. Every move, with what each end gave.") % {
        "rules": rules,
        "standing": standing,
    }
