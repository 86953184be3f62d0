"""The ways in which playing on, and playing a deal that others play too, are refused. A part of `errors`."""

from __future__ import annotations

from games.services.refused import Refused


class NoSuchMove(Refused):
    """A match that is not over, or a place in it after which nobody chose anything."""

    code = "no_such_move"
    status = 404


class NoSuchDeal(Refused):
    """No deal has this code, or bears this name on this day."""

    code = "no_such_deal"
    status = 404


class NotPlayed(Refused):
    """A deal is told to those who have played it, and shared by those who have."""

    code = "not_played"


class TooManyDeals(Refused):
    code = "too_many_deals"
