"""Why somebody may not say something, or not sit with somebody; `games.services.errors` has them all."""

from __future__ import annotations

from games.services.refused import Refused


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
