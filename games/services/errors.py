"""The ways in which a service refuses, each with a code (for the words) and an HTTP status (for the page)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from games.rules.errors import Reason

if TYPE_CHECKING:
    from games.models import Seat


class Refused(Exception):
    """Nothing was changed. `code` names why; `status` is 400, 403, 404, 409 or 429."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409


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


class CannotSit(Refused):
    """Somebody of this table and this person keep apart. The same for both: nobody hears who wished it."""

    code = "cannot_sit"
    status = 403


class NobodyToTalkTo(Refused):
    """Fewer than two persons sit here."""

    code = "nobody_to_talk_to"


class TalkOver(Refused):
    """The match has been over for a while: what was said is left alone."""

    code = "talk_over"


class Silenced(Refused):
    """The staff has muted this person."""

    code = "silenced"
    status = 403


class OnlySeated(Refused):
    """Who watches may not say this here."""

    code = "only_seated"
    status = 403


class WatchersWait(Refused):
    """Who watches says nothing while a rated round is played."""

    code = "watchers_wait"
    status = 403


class PhrasesOnly(Refused):
    """The opener of this table allowed no free text."""

    code = "phrases_only"
    status = 403


class GuestsSayPhrases(Refused):
    code = "guests_say_phrases"
    status = 403


class ConfirmFirst(Refused):
    """Free text of an account without a confirmed address, where the site asks for one."""

    code = "confirm_first"
    status = 403


class PartnersWait(Refused):
    """Free text at a table of partners while a round is played."""

    code = "partners_wait"


class NoSuchPhrase(Refused):
    code = "no_such_phrase"
    status = 400


class UnfitText(Refused):
    """A line that is empty, too long, or holds what cannot be shown; `what` says which."""

    code = "unfit_text"
    status = 400

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class SaidAlready(Refused):
    """The same again, with nothing of his own between."""

    code = "said_already"


class TooMuchTalk(Refused):
    """More lines than fit in a minute; `seconds` until there is room for one more."""

    code = "too_much_talk"
    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(str(seconds))
        self.seconds = seconds


class NotOver(Refused):
    """Only a match that is over, and of which a round was played to its end, can be annulled."""

    code = "not_over"


class AnnulledAlready(Refused):
    code = "annulled_already"


class NotAnnulled(Refused):
    """There is no annulment to take back."""

    code = "not_annulled"


class NoPersonThere(Refused):
    """No person plays on that seat: it is free, a robot's, or a robot stands in already."""

    code = "no_person_there"


class SitsThere(Refused):
    """Whoever has a seat at a table sees no hand of it but his own, on staff or not."""

    code = "sits_there"
    status = 403


class BadReport(Refused):
    """A kind that is none, or words that are too long, or nobody named where somebody must be."""

    code = "bad_report"
    status = 400


class ReportsOneself(Refused):
    code = "reports_oneself"


class ReportsRobot(Refused):
    """On that seat sits no person."""

    code = "reports_robot"


class NeverMet(Refused):
    """Only who sat at a match reports it, and only who sat there is reported."""

    code = "never_met"
    status = 403


class ReportedAlready(Refused):
    """One report a match and person."""

    code = "reported_already"


class TooManyReports(Refused):
    """As many reports as one person may make in a day."""

    code = "too_many_reports"
    status = 429


class ReportClosed(Refused):
    """Somebody has looked at this report already."""

    code = "report_closed"
