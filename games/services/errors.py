"""The ways in which a service refuses, each with a code (for the words) and an HTTP status (for the page)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.errors import Reason
from games.services.errors_desk import AnnulledAlready as AnnulledAlready
from games.services.errors_desk import BadReport as BadReport
from games.services.errors_desk import NeverMet as NeverMet
from games.services.errors_desk import NoPersonThere as NoPersonThere
from games.services.errors_desk import NotAnnulled as NotAnnulled
from games.services.errors_desk import NotOver as NotOver
from games.services.errors_desk import OwnMatch as OwnMatch
from games.services.errors_desk import ReportClosed as ReportClosed
from games.services.errors_desk import ReportedAlready as ReportedAlready
from games.services.errors_desk import ReportsOneself as ReportsOneself
from games.services.errors_desk import ReportsRobot as ReportsRobot
from games.services.errors_desk import SitsThere as SitsThere
from games.services.errors_desk import TooManyReports as TooManyReports
from games.services.errors_fixed import NoSuchDeal as NoSuchDeal
from games.services.errors_fixed import NoSuchMove as NoSuchMove
from games.services.errors_fixed import NotPlayed as NotPlayed
from games.services.errors_fixed import TooManyDeals as TooManyDeals
from games.services.errors_hints import HintBusy as HintBusy
from games.services.errors_hints import NoHintNow as NoHintNow
from games.services.errors_hints import NoHints as NoHints
from games.services.errors_hints import RatedNoHints as RatedNoHints
from games.services.errors_hints import TooManyHints as TooManyHints
from games.services.errors_talk import CannotSit as CannotSit
from games.services.errors_talk import ConfirmFirst as ConfirmFirst
from games.services.errors_talk import GuestsSayPhrases as GuestsSayPhrases
from games.services.errors_talk import NobodyToTalkTo as NobodyToTalkTo
from games.services.errors_talk import NoSuchPhrase as NoSuchPhrase
from games.services.errors_talk import OnlySeated as OnlySeated
from games.services.errors_talk import PartnersWait as PartnersWait
from games.services.errors_talk import PhrasesOnly as PhrasesOnly
from games.services.errors_talk import SaidAlready as SaidAlready
from games.services.errors_talk import Silenced as Silenced
from games.services.errors_talk import TalkOver as TalkOver
from games.services.errors_talk import TooMuchTalk as TooMuchTalk
from games.services.errors_talk import UnfitText as UnfitText
from games.services.errors_talk import WatchersWait as WatchersWait
from games.services.refused import Refused as Refused

if TYPE_CHECKING:
    from games.models import Seat


class UnknownTable(Refused):
    code = "unknown_table"
    status = 404


class NotSeated(Refused):
    """A spectator, a seat of another table, a person who never sat here."""

    code = "not_seated"
    status = 403


class NotYourTurn(Refused):
    code = "not_your_turn"


class NotRunning(Refused):
    """The match has not begun, or a round's end is being looked at."""

    code = "not_running"


class MatchOver(Refused):
    code = "match_over"


class StandInPlays(Refused):
    """A robot holds this person's seat; it has to be taken back first."""

    code = "stand_in_plays"


class Stale(Refused):
    """The game has gone on since the page that the move was made on."""

    code = "stale"


class KeyReused(Refused):
    """The one-time key is known with another content."""

    code = "key_reused"


class BadKey(Refused):
    code = "bad_key"
    status = 400


class BadVersion(Refused):
    """A version that this match has not reached."""

    code = "bad_version"
    status = 400


class BadMove(Refused):
    """A text that is no move."""

    code = "bad_move"
    status = 400


class IllegalPlay(Refused):
    """The rules refuse the move; `reason` says why (one and the same for every tile that is not in the hand)."""

    code = "illegal_play"

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class SeatTaken(Refused):
    code = "seat_taken"


class TableFull(Refused):
    code = "table_full"


class AlreadySeated(Refused):
    code = "already_seated"


class NotInvited(Refused):
    """A private table: who has no good invitation can look, and not sit down."""

    code = "not_invited"
    status = 403


class UnknownInvite(Refused):
    """No invitation has this token, or it has been withdrawn: the same answer, so that trying tells nothing."""

    code = "unknown_invite"
    status = 404


class NotYourTable(Refused):
    """Only who opened the table withdraws its invitation."""

    code = "not_your_table"
    status = 403


class InRatedMatch(Refused):
    """A rated match is under way for this person, who has not left it: `seat` is his own there."""

    code = "in_rated_match"

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat.match.code)
        self.seat = seat


class TooManyTables(Refused):
    """This person holds seats at as many tables that are not over as one may."""

    code = "too_many_tables"


class Elsewhere(Refused):
    """Somebody who would have to play is in a rated match at another table by now."""

    code = "elsewhere"


class NotOpen(Refused):
    """The table is not gathering players (any more)."""

    code = "not_open"


class NoSuchSeat(Refused):
    code = "no_such_seat"
    status = 400


class NoSuchRobot(Refused):
    code = "no_such_robot"
    status = 400


class OnlyFriendly(Refused):
    """A robot that sees every tile, where ratings are at stake."""

    code = "only_friendly"


class BadSetting(Refused):
    """A table setting out of its range."""

    code = "bad_setting"
    status = 400


class UnknownRules(Refused):
    """Saved rules that are not there, or are somebody else's."""

    code = "unknown_rules"
    status = 404


class NameTaken(Refused):
    """This person has rules of that name already."""

    code = "name_taken"


class ShelfFull(Refused):
    """This person keeps as many rules as one may."""

    code = "shelf_full"


class NoRematch(Refused):
    """The match is not over, or somebody who would have to agree has left."""

    code = "no_rematch"


class CorruptMatch(Refused):
    """The stored rows do not fold: shown as an error on this table alone, flagged for the administrator."""

    code = "corrupt_match"


class NotCalling(Refused):
    """At this table the server counts; nothing is claimed or called."""

    code = "not_calling"


class BadClaim(Refused):
    """What was claimed or called is no number of points that a play could have."""

    code = "bad_claim"
    status = 400


class WindowClosed(Refused):
    """The points of that play cannot be called any more: they have been told."""

    code = "window_closed"


class OwnSide(Refused):
    """A call upon one's own play or the partner's."""

    code = "own_side"


class AlreadyTried(Refused):
    """A second call upon the same play."""

    code = "already_tried"


class WindowEnded(Refused):
    """Before a move could be made, the window of the play before it closed, and that ended the round or the match.

    The one refusal upon which something has changed: the window is closed, the move is not stored.
    """

    code = "window_ended"


class BadNumber(Refused):
    """What a browser adds to a deal is 32 bytes in hexadecimal."""

    code = "bad_number"
    status = 400


class DealtAlready(Refused):
    """A number for a deal that is made, or that is not the next one."""

    code = "dealt_already"


class AlreadyMixed(Refused):
    """Another number of this seat is in this deal: one for each."""

    code = "already_mixed"
