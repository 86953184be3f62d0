"""The way to the review of a match, for places outside of its replay: the panel at its end, lists of matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.models import ReviewState
from games.words import reviewing as words

if TYPE_CHECKING:
    from games.presenters.facts import ReviewFacts


@dataclass(frozen=True)
class ReviewWay:
    """*text* of the link, or of the button that asks for the review where nobody has (*asks*).

    *goes_on*: it is being made, and the text says how far it has come.
    """

    code: str
    text: str
    asks: bool = False
    goes_on: bool = False


def review_way(code: str, found: ReviewFacts) -> ReviewWay:
    """The way to the review of the match with this code."""
    if found.state in ("", ReviewState.FAILED):
        return ReviewWay(code, words.ask_for_it(), asks=True)
    if found.state == ReviewState.DONE:
        return ReviewWay(code, words.its_review())
    return ReviewWay(code, words.review_so_far(found.done, found.choices), goes_on=True)
