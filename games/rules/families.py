"""Families of rulesets: which tables are alike enough for one rating (docs/decisions/0135)."""

from __future__ import annotations

from games.rules.ruleset import Ruleset, change, nearest

CALLING = "calling"
#: The family of each preset. The three readings of the classic spinner game are one game to its players.
OF_PRESETS: dict[str, str] = {
    "playelephant": "classic",
    "pagat": "classic",
    "thoughtco": "classic",
    "muggins": "muggins",
    "five_up": "five_up",
    "sniff": "sniff",
    "latino": "latino",
}
FAMILIES: tuple[str, ...] = (*dict.fromkeys(OF_PRESETS.values()), CALLING)


def family_of(ruleset: Ruleset) -> str | None:
    """The family of a ruleset, None for custom rules (four players each alone among them).

    A preset whose points are called («Muggins!») belongs to a family of its own, whatever the preset, the seconds and
    the penalty: there, attention decides as much as play.

    >>> from games.rules.ruleset import preset
    >>> family_of(preset("pagat", 2)), family_of(change(preset("five_up", 4), calling="muggins"))
    ('classic', 'calling')
    >>> family_of(change(preset("pagat", 2), target=100)) is None
    True
    """
    if ruleset.calling != "automatic":
        counted = change(ruleset, calling="automatic", muggins_seconds=8, overcall_penalty=False)
        return CALLING if family_of(counted) else None
    usual, changes = nearest(ruleset)
    return None if changes else OF_PRESETS[usual.name]
