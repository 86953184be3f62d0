"""What is said at a table, and what is said about it. A phrase is stored as a code: each reads it in his language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

#: The words of `games.models_talk.PHRASES`.
PHRASES: dict[str, str | Promise] = {
    "hello": pgettext_lazy("said at the table", "Hello"),
    "good_luck": gettext_lazy("Good luck"),
    "well_played": gettext_lazy("Well played"),
    "muggins": gettext_lazy("Muggins!"),
    "thanks": gettext_lazy("Thank you"),
    "moment": gettext_lazy("One moment"),
    "back": gettext_lazy("I am back"),
    "sorry": gettext_lazy("Sorry"),
    "good_game": gettext_lazy("Good game"),
    "bye": gettext_lazy("Good bye"),
}


def phrase_words(code: str) -> str:
    """The phrase in the active language; a code that is no longer offered stands for itself."""
    return str(PHRASES.get(code, code))


def unread_words(count: int) -> str:
    """How many new lines there are, for those who do not see the number."""
    return ngettext("%(count)d new line", "%(count)d new lines", count) % {"count": count}


def rule_words(*, free: bool, partners: bool) -> str:
    """What may be said at this table, in one sentence."""
    if not free:
        return _("Phrases only: each reads them in his own language.")
    if partners:
        return _("Phrases at any time; words of your own between rounds and after the match.")
    return _("Phrases, and words of your own.")


def talk_sentence(partners: bool) -> str:
    """For the words of a new table whose opener allows texts."""
    if partners:
        return _("Players may write to one another, but not during a round: partners do not talk then.")
    return _("Players may write to one another.")


def talk_refusals() -> dict[str, str]:
    """Why a line was not taken, by the code of the refusal."""
    return {
        "nobody_to_talk_to": _("Nobody else is at this table who could read it."),
        "talk_over": _("This match has been over for a while. What was said stands as it is."),
        "silenced": _("You may not write at tables just now. You can still play."),
        "only_seated": _("Only who sits at this table can say that here."),
        "watchers_wait": _("While a rated round is played, who watches says nothing. Wait for its end."),
        "phrases_only": _("At this table there are phrases only. Choose one of them."),
        "guests_say_phrases": _("Guests say phrases. With an account of your own you can write."),
        "confirm_first": _("To write you need a confirmed e-mail address: see the settings. Phrases need none."),
        "partners_wait": _("Partners do not write during a round. Wait for its end, or choose a phrase."),
        "no_such_phrase": _("There is no such phrase. Choose one of them."),
        "said_already": _("You have just said that."),
    }


def unfit_words(what: str) -> str:
    """What is wrong with a text."""
    return {
        "empty": _("Nothing is written yet."),
        "long": _("A line has 200 characters at most. Make it shorter."),
        "unseen": _("A line holds no line breaks and no characters that nobody sees. Type it anew."),
        "marks": _("Too many marks on one letter."),
        "link": _("No addresses of other pages here. Say it in words."),
    }[what]


def too_much_words(seconds: int) -> str:
    """How long to wait before the next line."""
    return ngettext(
        "That was a lot at once. You can go on in %(count)d second.",
        "That was a lot at once. You can go on in %(count)d seconds.",
        seconds,
    ) % {"count": seconds}
