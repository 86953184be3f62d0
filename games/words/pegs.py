"""A peg board by ear: every score as a figure."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.rules.scoring import Number
from games.words.tiles import figure


def board(target: int, names: Sequence[str], scores: Sequence[Number], before: Sequence[Number]) -> str:
    """``Peg board to 61. Alice: 23, before that 18. Bone: 40.``; without scores only what it is."""
    said = [_("Peg board to %(target)d.") % {"target": target}]
    for name, score, earlier in zip(names, scores, before, strict=False):
        values = {"name": name, "score": figure(score), "earlier": figure(earlier)}
        if earlier == score:
            said.append(_("%(name)s: %(score)s.") % values)
        else:
            said.append(_("%(name)s: %(score)s, before that %(earlier)s.") % values)
    return " ".join(said)
