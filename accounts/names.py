"""Names that cannot be mistaken for one another.

`key_of` folds a name to what the eye takes it for (Unicode NFKC, case, look-alike letters, marks between words); two
people never share a key, on any database. Look-alikes after Unicode Technical Standard 39, for the scripts typed here.
"""

import unicodedata
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 24
_BETWEEN = " ._-'"
_LOOKS_LIKE = str.maketrans(
    "аеорсухіјѕԁԛԝһьвкмнтгпι" + "αβεζηικμνορτυχωγ" + "01ıłøđ|",
    "aeopcyxijsdqwhbbkmhtrni" + "abezhikuvoptuxwy" + "olilod" + "l",
)
_KEPT = """
    account accounts admin administrator anonymous api arbiter boneyard bot everyone guest help host house login
    logout me mod moderator muggins nobody null official owner play player postmaster referee robot robots root rules
    security server settings spectator staff static stats superuser support system table tables undefined user users
    webmaster ws you chalk boxwood bone brass ebony
"""
RESERVED = frozenset(_KEPT.split())
_RESERVED_STARTS = ("admin", "deleted player", "guest", "moderator", "muggins", "robot")


def normal(text: str) -> str:
    """The name as it is stored: NFKC, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def key_of(name: str) -> str:
    """What the eye takes the name for; equal keys, equal names."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    shown = "".join(char for char in folded if char.isalnum() or unicodedata.category(char)[0] == "M")
    return shown.translate(_LOOKS_LIKE).replace("i", "l")


def clean_name(text: str) -> str:
    """The stored form of a name that a person chose; ValidationError, with a sentence, when it cannot be had."""
    name = normal(text)
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has from %(least)d to %(most)d characters.") % {"least": SHORTEST, "most": LONGEST}
        )
    if not all(_is_allowed(char) for char in name) or not (name[0].isalnum() and name[-1].isalnum()):
        raise ValidationError(
            _("A name is made of letters and digits; single spaces, dots, hyphens and apostrophes may stand between.")
        )
    if any(first in _BETWEEN and second in _BETWEEN for first, second in pairwise(name)):
        raise ValidationError(_("Only one space, dot, hyphen or apostrophe may stand between two letters."))
    if len(_scripts(name)) != 1:
        raise ValidationError(_("A name needs a letter, and all its letters come from one alphabet."))
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the site itself. Choose another one."))
    return name


def is_reserved(name: str) -> bool:
    """True for names that would speak for the site, its robots or its guests."""
    key = key_of(name)
    return key in _RESERVED_KEYS or key.startswith(_RESERVED_START_KEYS)


def _is_allowed(char: str) -> bool:
    category = unicodedata.category(char)
    return char in _BETWEEN or category[0] == "L" or category in {"Mn", "Mc"} or char in "0123456789"


def _scripts(name: str) -> set[str]:
    """The alphabets of the letters, by the first word of their Unicode names; a mark counts as its own alphabet's."""
    return {unicodedata.name(char, "?").split()[0] for char in name if unicodedata.category(char)[0] in "LM"}


_RESERVED_KEYS = frozenset(key_of(word) for word in RESERVED)
_RESERVED_START_KEYS = tuple(key_of(word) for word in _RESERVED_STARTS)
