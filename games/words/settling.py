"""The end of a round in sentences: who went out, the sum, the rounding, who takes it and by which rule."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.scoring import Number
from games.words.play import Who
from games.words.tiles import figure, joined, pips, points, signed


def went_out(who: Who, round_no: int, takes: bool) -> str:
    """The heading; *takes* when going out wins the round."""
    if who.me:
        text = _("You went out. Round %(number)d is yours.") if takes else _("You went out: round %(number)d is over.")
    else:
        text = (
            _("%(name)s went out and takes round %(number)d.")
            if takes
            else _("%(name)s went out: round %(number)d is over.")
        )
    return text % {"name": who.name, "number": round_no}


def blocked(drawing: bool) -> str:
    if drawing:
        return _("Blocked: nobody can play and nothing is left to draw.")
    return _("Blocked: nobody can play.")


def reached(who: Who, tile: str, target: int) -> str:
    """The play that reached the target ended it all."""
    text = (
        _("With %(tile)s you reached %(target)d: the match ends at once, and nothing more is counted.")
        if who.me
        else _("With %(tile)s %(name)s reached %(target)d: the match ends at once, and nothing more is counted.")
    )
    return text % {"name": who.name, "tile": tile, "target": target}


def last_tile_made(who: Who, tile: str, amount: Number) -> str:
    text = (
        _("Your last tile, %(tile)s, made %(points)s. Then the tiles still held are counted.")
        if who.me
        else _("%(name)s’s last tile, %(tile)s, made %(points)s. Then the tiles still held are counted.")
    )
    return text % {"name": who.name, "tile": tile, "points": points(amount)}


def match_won(*, ours: bool, partners: bool, name: str, score: str) -> str:
    if ours and partners:
        return _("Your side wins the match, %(score)s.") % {"score": score}
    if ours:
        return _("You win the match, %(score)s.") % {"score": score}
    if partners:
        return pgettext("two players", "%(name)s win the match, %(score)s.") % {"name": name, "score": score}
    return _("%(name)s wins the match, %(score)s.") % {"name": name, "score": score}


def still_hold(names: Sequence[str], held: Sequence[int]) -> str:
    """``Bone still holds 21 pips.`` ``Bone and Carol still hold 21 + 8 = 29 pips.``"""
    total = sum(held)
    if len(names) == 1:
        return _("%(name)s still holds %(pips)s.") % {"name": names[0], "pips": pips(total)}
    terms = " + ".join(str(one) for one in held)
    return _("%(names)s still hold %(sum)s = %(pips)s.") % {"names": joined(names), "sum": terms, "pips": pips(total)}


def rounding(counted: int, rounded: int) -> str:
    if counted == rounded:
        return _("%(counted)d is a multiple of five already.") % {"counted": counted}
    return _("To the nearest five: %(counted)d is %(rounded)d. (Remainders 1 and 2 go down, 3 and 4 go up.)") % {
        "counted": counted,
        "rounded": rounded,
    }


def takes(name: str, amount: Number, *, went_out: bool, per_five: bool) -> str:
    values = {"name": name, "points": points(amount)}
    if went_out and per_five:
        return _("Who goes out takes it, one point for every five: %(points)s for %(name)s.") % values
    if went_out:
        return _("In this ruleset who goes out takes it: %(points)s for %(name)s.") % values
    if per_five:
        return _("The lowest takes it, one point for every five: %(points)s for %(name)s.") % values
    return _("The lowest takes it: %(points)s for %(name)s.") % values


def lowest(names: Sequence[str], held: int) -> str:
    if len(names) == 1:
        return _("%(name)s has the fewest: %(pips)s.") % {"name": names[0], "pips": pips(held)}
    return _("%(names)s have the fewest: %(pips)s each.") % {"names": joined(names), "pips": pips(held)}


def shared(names: Sequence[str], amount: Number) -> str:
    return _("%(names)s share it: %(points)s each.") % {"names": joined(names), "points": points(amount)}


def tied(names: Sequence[str]) -> str:
    return _("%(names)s tie for the fewest pips, so nobody scores.") % {"names": joined(names)}


def own_hand(name: str, counted: int, rounded: int, gain: Number) -> str:
    """One side's own pips, where each side loses them."""
    values = {"name": name, "pips": pips(counted), "rounded": rounded, "change": signed(gain)}
    if not counted:
        return _("%(name)s holds nothing and loses nothing.") % values
    if counted == rounded:
        return _("%(name)s: %(pips)s, so %(change)s.") % values
    return _("%(name)s: %(pips)s, to the nearest five %(rounded)d, so %(change)s.") % values


def past_target(target: int) -> str:
    return _("That would pass %(target)d, which must be reached exactly: it is not credited.") % {"target": target}


def how_reached(start: str, in_play: str, settled: Number) -> str:
    """How the round brought a score where it is."""
    values = {"start": start, "play": in_play, "settled": figure(max(settled, -settled))}
    if settled < 0:
        if in_play:
            return _("%(start)s, then %(play)s in play, less %(settled)s") % values
        return _("%(start)s, less %(settled)s") % values
    if in_play and settled:
        return _("%(start)s, then %(play)s in play, then %(settled)s") % values
    if in_play:
        return _("%(start)s, then %(play)s in play") % values
    if settled:
        return _("%(start)s, then %(settled)s") % values
    return _("%(start)s, nothing this round") % values


def next_round(leader: Who | None) -> str:
    """The label of the one button."""
    if leader is None:
        return _("Next round")
    if leader.me:
        return _("Next round: you lead")
    return _("Next round: %(name)s leads") % {"name": leader.name}
