"""A person against a task: values in, values out. Who knows is right: luck has a smaller part in it than in a match.

The same model as for matches (`accounts.ratings`), Weng and Lin's Plackett–Luce of `openskill`, with the beta that the
library takes by itself. Shown is 1500 + 30·(mu − 25): who stands 400 above a task solves it about ten times of eleven.
"""

from __future__ import annotations

from openskill.models import PlackettLuce

Skill = tuple[float, float]

START: Skill = (25.0, 25.0 / 3.0)
SHOWN_AT_START = 1500
SHOWN_PER_MU = 30
#: Rated answers until a rating is no longer provisional.
SETTLED = 20
_model = PlackettLuce(mu=START[0], sigma=START[1])


def duel(person: Skill, task: Skill, *, solved: bool) -> tuple[Skill, Skill]:
    """The skills of a person and of a task after an answer.

    >>> person, task = duel(START, START, solved=True)
    >>> person[0] > START[0] > task[0]
    True
    """
    teams = [[_model.rating(mu=mu, sigma=sigma)] for mu, sigma in (person, task)]
    (after,), (other,) = _model.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return (after.mu, after.sigma), (other.mu, other.sigma)


def shown(mu: float) -> int:
    """The figure that people see."""
    return round(SHOWN_AT_START + SHOWN_PER_MU * (mu - START[0]))


def shown_error(sigma: float) -> int:
    """Give or take: one sigma, in the same figures."""
    return round(SHOWN_PER_MU * sigma)
