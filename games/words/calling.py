"""«Muggins!» in sentences: what was claimed, how long it may be called, and who took what when it was told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.scoring import Number
from games.words.play import Who
from games.words.tiles import figure, joined, points


@dataclass(frozen=True)
class Told:
    """What is told when a window closes: *worth* is what the play was worth, *credited* what its side got for it.

    *taken* is what *taker* got, *penalty* what a wrong claim gave to each of *others*.
    """

    mover: Who
    claim: int | None
    worth: Number
    credited: Number
    taker: Who | None = None
    taken: Number = 0
    penalty: Number = 0
    others: Sequence[str] = ()


# --- while the window is open ---


def claims(who: Who, claim: int | None) -> str:
    """What the mover has said aloud."""
    values = {"name": who.name, "claim": claim}
    if claim is None:
        return _("You claim nothing.") if who.me else _("%(name)s claims nothing.") % values
    return (_("You claim %(claim)d.") if who.me else _("%(name)s claims %(claim)d.")) % values


def open_for(seconds: int) -> str:
    """Said once, when the window opens."""
    return ngettext(
        "«Muggins!» can be called for %(count)d second.", "«Muggins!» can be called for %(count)d seconds.", seconds
    ) % {"count": seconds}


def you_called(amount: Number) -> str:
    return _("You called %(points)s. The true points are not told yet.") % {"points": figure(amount)}


def called_wrongly(who: Who, amount: Number) -> str:
    """What an opponent has called in vain."""
    if who.me:
        return _("You called %(points)s, in vain.") % {"points": figure(amount)}
    return _("%(name)s called %(points)s, in vain.") % {"name": who.name, "points": figure(amount)}


def playing_closes() -> str:
    return _("Once you play, «Muggins!» can no longer be called.")


def nothing_fits(draw: bool) -> str:
    """To who is on turn and has no choice."""
    if draw:
        return _("Nothing fits: you draw. After that «Muggins!» can no longer be called.")
    return _("Nothing fits: you pass. After that «Muggins!» can no longer be called.")


def go_on(draw: bool) -> str:
    """The button that does it."""
    return pgettext("button", "Draw") if draw else pgettext("button", "Pass")


def last_tile(who: Who, out: bool) -> str:
    """The heading when the round ends with the play whose window is open."""
    if not out:
        return _("Nobody can play")
    return _("You went out") if who.me else _("%(name)s went out") % {"name": who.name}


def hands_wait() -> str:
    return _("The hands are counted once «Muggins!» can no longer be called.")


# --- once it is told ---


def told(what: Told) -> str:
    """Who claimed, missed and took what. The sum stands before it."""
    return " ".join(filter(None, (_outcome(what), _penalty(what))))


def _outcome(what: Told) -> str:
    if what.taker is not None:
        return f"{_claimed(what)} {_took(what.taker, what.worth, what.taken)}"
    if what.worth and what.claim == what.worth:
        return _not_credited(what) if not what.credited else ""
    if what.worth:
        return _missed(what)
    return "" if what.claim is None else f"{_claimed(what)} {_('No points.')}"


def _claimed(what: Told) -> str:
    values = {"name": what.mover.name, "claim": what.claim}
    if what.claim is None:
        return (_("You claimed nothing.") if what.mover.me else _("%(name)s claimed nothing.")) % values
    return (_("You claimed %(claim)d.") if what.mover.me else _("%(name)s claimed %(claim)d.")) % values


def _missed(what: Told) -> str:
    values = {"name": what.mover.name, "claim": what.claim, "points": figure(what.worth)}
    if what.claim is None:
        mine, other = (
            _("You claimed nothing and missed %(points)s."),
            _("%(name)s claimed nothing and missed %(points)s."),
        )
    else:
        mine = _("You claimed %(claim)d and missed %(points)s.")
        other = _("%(name)s claimed %(claim)d and missed %(points)s.")
    return (mine if what.mover.me else other) % values


def _not_credited(what: Told) -> str:
    values = {"name": what.mover.name, "claim": what.claim}
    text = (
        _("You claimed %(claim)d, which would pass the target: nothing is credited.")
        if what.mover.me
        else _("%(name)s claimed %(claim)d, which would pass the target: nothing is credited.")
    )
    return text % values


def _took(who: Who, worth: Number, taken: Number) -> str:
    values = {"name": who.name, "points": figure(worth)}
    if not taken:
        text = (
            _("You called %(points)s: «Muggins!» It would pass the target and is not credited.")
            if who.me
            else _("%(name)s called %(points)s: «Muggins!» It would pass the target and is not credited.")
        )
        return text % values
    return (_("You took %(points)s: «Muggins!»") if who.me else _("%(name)s took %(points)s: «Muggins!»")) % values


def _penalty(what: Told) -> str:
    if not what.penalty:
        return ""
    return _("The wrong claim gives %(points)s to %(names)s.") % {
        "points": figure(what.penalty),
        "names": joined(list(what.others)),
    }


def reached(taker: Who, target: int) -> str:
    """Points that were called ended the match."""
    text = (
        _("With «Muggins!» you reached %(target)d: the match ends at once, and nothing more is counted.")
        if taker.me
        else _("With «Muggins!» %(name)s reached %(target)d: the match ends at once, and nothing more is counted.")
    )
    return text % {"name": taker.name, "target": target}


def reached_by_claim(name: str, target: int) -> str:
    """A wrong claim of the others ended the match."""
    return _("A wrong claim brought %(name)s to %(target)d: the match ends at once, and nothing more is counted.") % {
        "name": name,
        "target": target,
    }


# --- statistics ---


@dataclass(frozen=True)
class Calls:
    """What a side, or a person, claimed rightly, missed, lost of that to others, and took from them."""

    claimed: int = 0
    missed: int = 0
    missed_points: Number = 0
    lost: int = 0
    lost_points: Number = 0
    took: int = 0
    took_points: Number = 0


def calls_line(calls: Calls) -> str:
    """``6 right claims. Missed 2, 15 points: 10 of them were taken. Took 10 points.``"""
    return " ".join((right_claims(calls.claimed), missed(calls), took(calls)))


def right_claims(count: int) -> str:
    return ngettext("%(count)d right claim.", "%(count)d right claims.", count) % {"count": count}


def missed(calls: Calls) -> str:
    values = {
        "count": calls.missed,
        "points": points(calls.missed_points),
        "lost": figure(calls.lost_points),
    }
    if not calls.missed:
        return _("Missed nothing.")
    if not calls.lost:
        return _("Missed %(count)d, %(points)s: nobody took them.") % values
    if calls.lost == calls.missed:
        return _("Missed %(count)d, %(points)s: all were taken.") % values
    return _("Missed %(count)d, %(points)s: %(lost)s of them were taken.") % values


def took(calls: Calls) -> str:
    if not calls.took:
        return _("Took nothing.")
    return _("Took %(points)s.") % {"points": points(calls.took_points)}
