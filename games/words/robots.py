"""The robots in words: what each is called, how it plays, how it decides."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Text = str | Promise

#: One line of style for each: what its partner should know before the first lead.
STYLES: dict[str, Text] = {
    "beginner": gettext_lazy("likes points, and misses some of them"),
    "scorer": gettext_lazy("takes points, forgets the boneyard"),
    "careful": gettext_lazy("looks at what the next player could score, and slips now and then"),
    "brass": gettext_lazy("thinks the round through in a few ways, and is hurried at times"),
    "ebony": gettext_lazy("remembers who passed on what, and thinks the round through to its end"),
    "oracle": gettext_lazy("sees every tile; for fun only"),
}
#: How each comes to its play, for who asks.
METHODS: dict[str, Text] = {
    "beginner": gettext_lazy(
        "It counts what each play scores now and adds a little for heavy tiles. It looks along the line first and at "
        "the farther arms later. Then it chooses by lot: what is worth less is played more rarely, but it is played."
    ),
    "scorer": gettext_lazy("The most points now; among equals the heaviest tile. It never looks further."),
    "careful": gettext_lazy(
        "What a play scores, less what the next players may be expected to score upon it, as the tiles that it does "
        "not see could lie anywhere; a little for pips laid down and for tiles that will fit. It slips where two plays "
        "are worth nearly the same."
    ),
    "brass": gettext_lazy(
        "It deals the unseen tiles as they may lie, fitting what was drawn and passed, plays those rounds to the end "
        "in its head, and takes what comes out well. It does so for few deals, and slips where plays are close."
    ),
    "ebony": gettext_lazy(
        "The same for many more deals, some 1,300 rounds a move, without slips. Near the target it weighs the chance "
        "to win the match, not the points of the round."
    ),
    "oracle": gettext_lazy(
        "It is shown every hand and the boneyard, and plays the rest of the round out as it lies. It sits at friendly "
        "tables only, where somebody has asked for it, and its matches are rated for nobody."
    ),
}


def style(kind: str) -> str:
    """How this kind plays, as the rest of a sentence; empty for a kind that no table offers."""
    return str(STYLES.get(kind, ""))


def method(kind: str) -> str:
    """How this kind decides."""
    return str(METHODS.get(kind, ""))


def sees_everything() -> str:
    """What is said wherever an oracle is named."""
    return _("robot, sees every tile")


def level_words(level: int) -> str:
    """What is said wherever another robot is named."""
    return _("robot, level %(level)d") % {"level": level}


def rated_words(said: str, rating: int) -> str:
    """``robot, level 3, rating 1710``."""
    return _("%(robot)s, rating %(rating)d") % {"robot": said, "rating": rating}


def rating_words(rating: int) -> str:
    """Beside the level, where there is room for it."""
    return _("rating %(rating)d") % {"rating": rating}


def choice_words(name: str, level: int, rating: int | None) -> str:
    """In a list to choose from."""
    if not level:
        return _("%(name)s, sees every tile (friendly only)") % {"name": name}
    if rating is None:
        return _("%(name)s, level %(level)d") % {"name": name, "level": level}
    return _("%(name)s, level %(level)d, rating %(rating)d") % {"name": name, "level": level, "rating": rating}


def style_words(name: str, tag: str, kind: str) -> str:
    """``Bone (robot, level 3, rating 1710) looks at what the next player could score``."""
    return _("%(name)s (%(robot)s) %(style)s.") % {"name": name, "robot": tag, "style": style(kind)}
