"""What a viewer likes: kept with the user, or in a cookie for those who have no account."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

COOKIE = "prefs"
THEMES = ("system", "day", "night")
SORTS = ("number", "weight")


@dataclass(frozen=True)
class Prefs:
    """One viewer's choices; anything unknown falls back to the default."""

    theme: str = "system"  # system, day, night
    sort: str = "number"  # the hand: by number, by weight
    one_tap: bool = False  # one tap plays a tile that fits one end only
    single_keys: bool = True  # M and digits where points are called, comma and full stop in a replay

    def changed(self, **choices: Any) -> "Prefs":
        """These choices with some replaced; values that mean nothing are left out."""
        theme, sort = choices.get("theme"), choices.get("sort")
        return Prefs(
            theme=theme if theme in THEMES else self.theme,
            sort=sort if sort in SORTS else self.sort,
            one_tap=choices["one_tap"] in (True, "1") if "one_tap" in choices else self.one_tap,
            single_keys=choices["single_keys"] not in (False, "0") if "single_keys" in choices else self.single_keys,
        )

    def to_cookie(self) -> str:
        """The text that `from_cookies` reads back."""
        return urlencode({key: int(value) if isinstance(value, bool) else value for key, value in asdict(self).items()})


def from_cookies(cookies: Mapping[str, str]) -> Prefs:
    """The choices of a viewer without an account."""
    text = cookies.get(COOKIE, "")
    return Prefs().changed(**dict(parse_qsl(text[:200])))
