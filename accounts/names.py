"""Names that cannot be mistaken for one another.

`key_of` folds a name to what the eye takes it for (Unicode NFKC, case, look-alike letters, marks between words); two
people never share a key, on any database. Look-alikes after Unicode Technical Standard 39, for the scripts typed here.
"""

import re
import unicodedata
from collections.abc import Callable
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
    webmaster ws you chalk boxwood bone brass ebony oracle random
"""
RESERVED = frozenset(_KEPT.split())
_RESERVED_STARTS = ("admin", "deleted", "guest", "moderator", "muggins", "robot")
# These words speak for the site wherever they stand in a name.
_SPEAK_FOR_IT = """
    admin administrator arbiter bot moderator muggins official referee robot staff support
"""
_OFFICES = frozenset(_SPEAK_FOR_IT.split())
#: Alphabets that languages of today are written in (Unicode Standard Annex 31), by the first words of their letters'
#: names. Others have letters that look like ours, and nobody who needs them.
_ALPHABETS = frozenset(
    """
    arabic armenian bengali bopomofo cjk cyrillic devanagari ethiopic georgian greek gujarati gurmukhi hangul hebrew
    hiragana kannada katakana khmer lao latin malayalam myanmar oriya sinhala tamil telugu thaana thai tibetan
    """.upper().split()
)
#: Letters of Latin alphabets besides a to z with marks.
_MORE_LATIN = frozenset("æœøđðþßłıħŋəɛɔ")
#: Greek and Armenian letters that look like ours, small or large: a name of these alone is none ("ΝΙΝΑ", "ուս").
_LOOK_ALIKES = (frozenset("αβεζηικμνορτυχωγ"), frozenset("օոսհքզցյլղ"))
_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5")
_TAILS = re.compile(r"[\W\d_]+$")


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
    if _is_whole_look_alike(name):
        raise ValidationError(_("All letters of this name look like Latin ones. Choose another one."))
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the site itself. Choose another one."))
    return name


def is_reserved(name: str) -> bool:
    """True for names that would speak for the site, its robots or its guests; marks, numbers and "rn" for m or not."""
    words = [_bare_key(word) for word in re.split(f"[{re.escape(_BETWEEN)}]", _TAILS.sub("", name))]
    key = "".join(words)
    return key in _RESERVED_KEYS or key.startswith(_RESERVED_START_KEYS) or not _OFFICE_KEYS.isdisjoint(words)


def keys_like(name: str) -> set[str]:
    """The key of a name, and that without the marks below its letters, which are overlooked."""
    return {key_of(name), key_of(_without_marks(name, lambda mark: unicodedata.combining(mark) == _BELOW))}


def _bare_key(name: str) -> str:
    """What is taken for the name at a glance: without any mark, "m" for "rn" and "w" for "vv"."""
    return key_of(_without_marks(name, lambda mark: True)).replace("rn", "m").replace("vv", "w")


def _without_marks(name: str, is_left_out: Callable[[str], bool]) -> str:
    taken_apart = unicodedata.normalize("NFD", name)
    kept = (char for char in taken_apart if unicodedata.category(char) != "Mn" or not is_left_out(char))
    return unicodedata.normalize("NFC", "".join(kept))


def _is_allowed(char: str) -> bool:
    category = unicodedata.category(char)
    if char in _BETWEEN or char in "0123456789":
        return True
    return (category[0] == "L" or category in {"Mn", "Mc"}) and char not in _UNSEEN and _is_of_today(char)


def _is_of_today(char: str) -> bool:
    """A letter of an alphabet of today; of the Latin one no small capitals, clicks, or letters of phoneticians."""
    alphabet = _alphabet(char)
    if alphabet == "LATIN":
        base = unicodedata.normalize("NFD", char)[0].lower()
        return base.isascii() or base in _MORE_LATIN
    # A mark that goes with letters of many alphabets stands in a name of its own alphabet's only: see `_scripts`.
    return alphabet in _ALPHABETS or unicodedata.category(char)[0] == "M"


def _is_whole_look_alike(name: str) -> bool:
    letters = {char for char in name.lower() if unicodedata.category(char)[0] == "L"}
    return any(letters <= look_alikes for look_alikes in _LOOK_ALIKES)


def _scripts(name: str) -> set[str]:
    """The alphabets of the letters; a mark counts as its own alphabet's."""
    return {_alphabet(char) for char in name if unicodedata.category(char)[0] in "LM"}


def _alphabet(char: str) -> str:
    """The first word of the letter's Unicode name."""
    return unicodedata.name(char, "?").split()[0].partition("-")[0]


_BELOW = 220  # Unicode's combining class of what stands below a letter
_RESERVED_KEYS = frozenset(_bare_key(word) for word in RESERVED)
_RESERVED_START_KEYS = tuple(_bare_key(word.replace(" ", "")) for word in _RESERVED_STARTS)
_OFFICE_KEYS = frozenset(_bare_key(word) for word in _OFFICES)
