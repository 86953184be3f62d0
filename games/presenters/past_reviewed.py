"""A replay with its review: what the robot thinks of the step that is shown, and of the match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.presenters.board import boards
from games.presenters.ends import gives_of
from games.presenters.hand import option
from games.presenters.past import ReplayPage, Step, eye_of, facts_of, hands_around, seat_facts
from games.presenters.reviewed import OpinionView, ReviewPanel, marks, opinion_of, panel
from games.presenters.ways import Better, Chosen, Way, step_query
from games.rules.retrace import Spot
from games.rules.sight import sight_of
from games.words import reviewing

if TYPE_CHECKING:
    from games.models import Review
    from games.past import Past
    from games.reviewed import Reviewed


def with_review(page: ReplayPage, reviewed: Reviewed | None, *, better: bool = False) -> ReplayPage:
    """The page with all that is known of its step; as it is, where nothing is.

    *better*: instead of the play that was made, where it was a mistake, the better one is drawn.
    """
    if reviewed is None:
        return page
    return replace(page, step=_reviewed(page.past, page.step, reviewed, better=better))


def review_panel(past: Past, review: Review | None, reviewed: Reviewed | None) -> ReviewPanel:
    """The part of the page that is about the whole match."""
    return panel(facts_of(past, seat_facts(past)), past, review, reviewed)


def _reviewed(past: Past, step: Step, reviewed: Reviewed, *, better: bool) -> Step:
    known = marks(reviewed)
    log = tuple(
        line._replace(mark=known.get(Spot(step.spot.round_no, line.entry.version))) for line in step.log
    )  # fmt: skip
    ways = Better(
        toggle=Way(""),
        back=_flagged(reviewed, step, -1),
        next=_flagged(reviewed, step, 1),
    )
    step = replace(step, log=log, better=ways)
    at = past.positions[step.index]
    eye = eye_of(step.view)
    if eye is not None and getattr(at.move, "seat", None) != eye:
        return step  # what another could play is not seen through these eyes
    found = opinion_of(facts_of(past, seat_facts(past)), past, reviewed, at)
    if isinstance(found, str):
        return replace(step, only_play=found)
    step = replace(step, opinion=found)
    return _drawn_better(past, step, found, shown=better) if found is not None and found.better is not None else step


def _flagged(reviewed: Reviewed, step: Step, way: int) -> Way:
    spot = reviewed.flagged(step.spot, way)
    return Way(step_query(spot, step.view) if spot is not None else "")


def _drawn_better(past: Past, step: Step, opinion: OpinionView, *, shown: bool) -> Step:
    """Either with the link to the better play, or the better play itself on the board before the move."""
    assert step.better is not None
    assert opinion.better is not None
    here = step_query(step.spot, step.view)
    if not shown:
        toggle = Way(f"{here}&better=1", reviewing.show_better())
        return replace(step, better=step.better._replace(toggle=toggle))
    before = past.positions[step.index - 1]
    assert before.match.round is not None
    sight = sight_of(before.match, before.events, before.match.round.turn)
    ghost = option(sight, opinion.better)
    after = sight.layout.lay(opinion.better)
    seats = seat_facts(past)
    above, below = hands_around(past, facts_of(past, seats, before, step.view), before, step.view)
    return replace(
        step,
        above=above,
        below=below,
        boards=boards(sight, (ghost,)),
        gives=gives_of(after),
        total=after.count,
        says=reviewing.better_shown(opinion.better_said),
        better=step.better._replace(toggle=Way(here, reviewing.show_played(), here=True)),
        hand=Chosen(ghost.tile),
    )
