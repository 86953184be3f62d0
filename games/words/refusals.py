"""Why something was refused, in one sentence that says what to do next."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.services import errors
from games.words.hints import hint_refusals
from games.words.play import refused as refused_by_rules
from games.words.reports import report_refusals
from games.words.talk import talk_refusals, too_much_words, unfit_words


def refusal(error: errors.Refused) -> str:
    """The sentence for a refusal of a service."""
    if isinstance(error, errors.IllegalPlay):
        return refused_by_rules(error.reason)
    if isinstance(error, errors.UnfitText):
        return unfit_words(error.what)
    if isinstance(error, errors.TooMuchTalk):
        return too_much_words(error.seconds)
    return {
        "not_seated": _("You have no seat at this table. You are watching."),
        "not_your_turn": _("It is not your turn yet. This is the table now."),
        "not_running": _("Nothing can be played just now. This is the table now."),
        "match_over": _("The match is over."),
        "stand_in_plays": _("A robot holds your seat. Take it back first."),
        "stale": _("The table has moved on. Your tile is back in your hand; this is the table now."),
        "key_reused": _("This move was sent twice with different tiles. The first one stands."),
        "bad_key": _("The move came without its key. Choose the tile again."),
        "bad_version": _("The move came from a page that is not this table’s. Choose the tile again."),
        "bad_move": _("That is not a move. Choose a tile, then an end."),
        "seat_taken": _("Somebody has just taken that seat. Choose another."),
        "table_full": _("All seats are taken. You can watch."),
        "already_seated": _("You have a seat here already."),
        "not_invited": _("This table is private: to sit down you need its invitation. Ask who sits here for the link."),
        "unknown_invite": _("This invitation is not good any more, or its link is not whole. Ask for a new one."),
        "not_your_table": _("Only who opened the table can withdraw its link."),
        "elsewhere": _("No rematch now: somebody of this table is in another rated match. Open a new table."),
        "too_many_tables": _("You sit at 50 tables that are not over; that is the most. Leave one of them first."),
        "not_open": _("This table is not gathering players any more."),
        "no_such_seat": _("There is no such seat."),
        "only_friendly": _("The oracle sees every tile: it sits at friendly tables only. Choose another robot."),
        "no_such_robot": _("There is no such robot. Choose another."),
        "unknown_rules": _("These rules are not on your list."),
        "name_taken": _("You keep rules of that name already. Choose another name."),
        "shelf_full": _("You keep 50 sets of rules; that is the most. Delete one first."),
        "not_calling": _("At this table the server counts: nothing is claimed or called."),
        "bad_claim": _("That is not a number of points. Choose one, and try again."),
        "window_closed": _("Too late: the points of that play have been told."),
        "own_side": _("The points of your own side’s play are not yours to call."),
        "already_tried": _("You have called on this play already: one try each."),
        "window_ended": _("The points of the play before yours were told first, and they ended the round."),
        "bad_number": _("That is not a number that a deal can use."),
        "dealt_already": _("The tiles of that round are dealt already."),
        "already_mixed": _("Your number is in this deal already."),
        "cannot_sit": _("You cannot sit down at this table. Choose another, or open one of your own."),
        **talk_refusals(),
        **report_refusals(),
        **hint_refusals(),
        "no_such_move": _("There is no such move, or its match is not over yet."),
        "no_such_deal": _("There is no deal of that code. Look at it again: it has 8 signs."),
        "not_played": _("Play this deal first: until then it is not told."),
        "too_many_deals": _("You have made 200 codes; that is the most."),
        "no_rematch": _("No rematch: somebody has left. Open a new table."),
    }.get(error.code, _("That is not possible now. This is the table now."))
