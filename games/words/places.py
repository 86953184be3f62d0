"""Where a tile lies or would lie, in words: left, right, top arm, lower arm, as drawn, for eyes and ears alike.

Where several arms share a direction (every double a spinner), the double that bears the arm is named.
"""

from __future__ import annotations

from django.utils.translation import pgettext

from games.rules.layout import Place
from games.words.remembered import remembered
from games.words.tiles import tile_name


@remembered
def label(place: Place) -> str:
    """The name of a place on a button: ``Left``, ``Top arm``, ``Above the double five``."""
    if place.host is not None:
        return _at_host(place, "button") % {"double": tile_name(place.host)}
    return {
        "left": pgettext("place, button", "Left"),
        "right": pgettext("place, button", "Right"),
        "up": pgettext("place, button", "Top arm"),
        "down": pgettext("place, button", "Lower arm"),
    }[place.direction]


@remembered
def phrase(place: Place) -> str:
    """Where something happened: ``on the left``, ``on the top arm``, ``above the double five``."""
    if place.host is not None:
        return _at_host(place, "phrase") % {"double": tile_name(place.host)}
    return {
        "left": pgettext("place, played …", "on the left"),
        "right": pgettext("place, played …", "on the right"),
        "up": pgettext("place, played …", "on the top arm"),
        "down": pgettext("place, played …", "on the lower arm"),
    }[place.direction]


@remembered
def subject(place: Place) -> str:
    """The place at the head of a sentence about its count: ``Left makes …``."""
    if place.host is not None:
        return _at_host(place, "subject") % {"double": tile_name(place.host)}
    return {
        "left": pgettext("place, makes …", "Left"),
        "right": pgettext("place, makes …", "Right"),
        "up": pgettext("place, makes …", "Top arm"),
        "down": pgettext("place, makes …", "Lower arm"),
    }[place.direction]


@remembered
def arm(place: Place) -> str:
    """The arm itself, as what was opened: ``the top arm``."""
    if place.host is not None:
        return _at_host(place, "arm") % {"double": tile_name(place.host)}
    return {
        "left": pgettext("arm, opened …", "the left arm"),
        "right": pgettext("arm, opened …", "the right arm"),
        "up": pgettext("arm, opened …", "the top arm"),
        "down": pgettext("arm, opened …", "the lower arm"),
    }[place.direction]


@remembered
def fits(place: Place) -> str:
    """One item of ``fits left, right and on top``."""
    if place.host is not None:
        return phrase(place)
    return {
        "left": pgettext("place, fits …", "left"),
        "right": pgettext("place, fits …", "right"),
        "up": pgettext("place, fits …", "on top"),
        "down": pgettext("place, fits …", "below"),
    }[place.direction]


def lead_label(tile: str) -> str:
    """The button that leads a tile: ``Lead double five``."""
    return pgettext("place, button", "Lead %(tile)s") % {"tile": tile}


def way_label(label: str, lengthwise: bool) -> str:
    """A button's label where a double may lie both ways."""
    if lengthwise:
        return pgettext("place, button", "%(place)s, lengthwise") % {"place": label}
    return pgettext("place, button", "%(place)s, crosswise") % {"place": label}


def _at_host(place: Place, use: str) -> str:
    sentences = {
        "button": {
            "left": pgettext("place, button", "Left of the %(double)s"),
            "right": pgettext("place, button", "Right of the %(double)s"),
            "up": pgettext("place, button", "Above the %(double)s"),
            "down": pgettext("place, button", "Below the %(double)s"),
        },
        "phrase": {
            "left": pgettext("place, played …", "left of the %(double)s"),
            "right": pgettext("place, played …", "right of the %(double)s"),
            "up": pgettext("place, played …", "above the %(double)s"),
            "down": pgettext("place, played …", "below the %(double)s"),
        },
        "subject": {
            "left": pgettext("place, makes …", "Left of the %(double)s"),
            "right": pgettext("place, makes …", "Right of the %(double)s"),
            "up": pgettext("place, makes …", "Above the %(double)s"),
            "down": pgettext("place, makes …", "Below the %(double)s"),
        },
        "arm": {
            "left": pgettext("arm, opened …", "the arm left of the %(double)s"),
            "right": pgettext("arm, opened …", "the arm right of the %(double)s"),
            "up": pgettext("arm, opened …", "the arm above the %(double)s"),
            "down": pgettext("arm, opened …", "the arm below the %(double)s"),
        },
    }
    return sentences[use][place.direction]
