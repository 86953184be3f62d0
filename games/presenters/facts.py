"""What a presenter is given: the viewer's sight of the match and the plain facts of the table round it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.proofs import FairDeals
from games.rules.ruleset import Ruleset
from games.rules.sight import Sight
from games.words.calling import Calls

if TYPE_CHECKING:
    from games.presenters.given import Given
    from games.services.standings import Standing


@dataclass(frozen=True)
class SeatFacts:
    """One seat. *robot* is the kind that plays here by design, *stand_in* the kind that plays for an absent person."""

    index: int
    name: str = ""
    robot: str = ""
    stand_in: str = ""
    person: bool = False
    away: bool = False
    left: bool = False
    ready: bool = False
    wants_rematch: bool = False
    #: A person with an account, who has a page.
    has_page: bool = False
    #: The rating before and after the match, once it is over.
    rating: tuple[int, int] | None = None
    #: Once the match is over: whether the viewer follows him; None where he cannot.
    followed: bool | None = None

    @property
    def free(self) -> bool:
        return not self.person and not self.robot

    @property
    def player(self) -> str:
        """The kind of robot that plays this seat now; empty when a person does."""
        return self.robot or self.stand_in


@dataclass(frozen=True)
class ClockFacts:
    """The time that runs now, in seconds: for a turn, or until the next round is dealt."""

    left: float
    total: float


@dataclass(frozen=True)
class MoveFacts:
    """About one move of this round, in the order of the sight's move events: its version, and who chose it.

    *hinted*: with a hint.
    """

    version: int
    by: str
    hinted: bool = False


@dataclass(frozen=True)
class HintFacts:
    """The viewer's own hint for this turn: a play as in records, its worth in raw points, from so many deals."""

    move: str
    points: float
    error: float
    deals: int


@dataclass(frozen=True)
class ReviewFacts:
    """The review of a match that is over: *done* of *choices*; *state* is empty where nobody has asked for it."""

    state: str = ""
    done: int = 0
    choices: int = 0


@dataclass(frozen=True)
class TableFacts:
    """One table as one viewer may know it. *me* is the viewer's seat, None for a spectator."""

    code: str
    version: int
    state: str
    ruleset: Ruleset
    seats: tuple[SeatFacts, ...]
    me: int | None
    #: The result changes ratings: so it was chosen, and no guest sits here.
    rated: bool = False
    #: It would be, but for a guest.
    friendly_by_guest: bool = False
    sight: Sight | None = None
    moves: tuple[MoveFacts, ...] = ()
    #: The version at which each window of this round was closed, in the order of the sight's events.
    closings: tuple[int, ...] = ()
    #: What is left of the open window, where points are called.
    window_clock: ClockFacts | None = None
    #: Once the match is over: for each side, what it claimed, missed and took in all of it.
    calls: tuple[Calls, ...] = ()
    #: Hints may be taken here; who took one in the turn that is going on; the viewer's own.
    hints: bool = False
    hinted: int | None = None
    hint: HintFacts | None = None
    dealt_version: int = 0
    turn_version: int = 0
    clock: ClockFacts | None = None
    turn_seconds: int | None = None
    private: bool = False
    title: str = ""
    signed_in: bool = False
    sort: str = "number"
    one_tap: bool = False
    single_keys: bool = True
    chosen: str = ""
    why: str = ""
    rematch_code: str = ""
    #: How the series of this match stands; whether another match follows by itself; the last round, if any;
    #: why the match ended without a winner.
    standing: Standing | None = None
    goes_on: bool = False
    round_limit: int | None = None
    ended_why: str = ""
    #: The token of the table's invitation, for who sits there; whether he may withdraw it; whether the viewer has it.
    invite: str = field(default="", repr=False)
    may_renew: bool = False
    invited: bool = False
    #: What may be told of the deals of the next round and of this one.
    fair: FairDeals = field(default_factory=FairDeals)
    #: Where the deal was given in advance: what that is.
    given: Given | None = None
    #: Once the match is over, with a round that was played to its end.
    review: ReviewFacts | None = None
    key: str = field(default="", repr=False)
    call_key: str = field(default="", repr=False)

    @property
    def seated(self) -> bool:
        return self.me is not None

    def my_side(self) -> int | None:
        return None if self.me is None else self.ruleset.side_of(self.me)
