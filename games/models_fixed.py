"""Rows of matches whose deal is given in advance: deals that many play, and what a prescribed match was made from."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT

#: No two of them look or sound alike: a deal code is read aloud, and typed on a phone.
SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_SIZE = 8
#: Every day has these deals: the classic game for two, and another by the day of the week.
CLASSIC, OTHER = "classic", "other"


def new_deal_code() -> str:
    """A deal code: 8 signs of 30, which nobody guesses before he runs into the limits."""
    return "".join(secrets.choice(SIGNS) for _sign in range(CODE_SIZE))


class Prescribed(models.TextChoices):
    """Why the deal of a match was given in advance."""

    WHAT_IF = "what_if", _("what if")
    DAILY = "daily", _("daily deal")
    CODE = "code", _("deal code")


class FixedDeal(models.Model):
    """One round that many may play: everybody from the same seat, with the same tiles, against the same robots.

    `tiles` and `secret` never leave the server before its viewer has played it (`games.fixed`); robots draw their
    choices from the secret. `commitment` stands where the tiles follow from the secret, and is told beforehand.
    """

    code = models.CharField(max_length=CODE_SIZE, unique=True, default=new_deal_code, editable=False)
    # Of a daily deal: the day by UTC, and which of the day's deals it is.
    day = models.DateField(null=True, blank=True)
    game = models.CharField(max_length=8, blank=True)
    ruleset = models.JSONField(help_text=_("All settings, with the keys of a record."))
    seat = models.PositiveSmallIntegerField()
    robots = models.JSONField(help_text=_("The kind of robot on each seat; empty on the player's."))
    tiles = models.CharField(max_length=83, editable=False)
    leader = models.PositiveSmallIntegerField()
    leader_by = models.CharField(max_length=14)
    secret = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64, blank=True)
    source = models.ForeignKey("games.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    source_round = models.PositiveIntegerField(null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="made_deals"
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("fixed deal")
        verbose_name_plural = _("fixed deals")
        ordering = ["created_at", "pk"]
        constraints = [
            # Also serves the page of a day, and the archive.
            models.UniqueConstraint(name="fixed_day_once", fields=["day", "game"], condition=Q(day__isnull=False)),
            # One code for each round that a person shares. Also serves the look-up.
            models.UniqueConstraint(
                name="fixed_source_once",
                fields=["source", "source_round", "seat", "made_by"],
                condition=Q(source__isnull=False, made_by__isnull=False),
            ),
            models.CheckConstraint(name="fixed_seat_range", condition=Q(seat__lte=LAST_SEAT, leader__lte=LAST_SEAT)),
            models.CheckConstraint(
                name="fixed_day_is_promised",
                condition=Q(day__isnull=True, game="") | (Q(day__isnull=False) & ~Q(game="") & ~Q(commitment="")),
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Prescription(models.Model):
    """What a prescribed match was made from, and how its one round went for the person who plays it."""

    match = models.OneToOneField("games.Match", on_delete=models.CASCADE, primary_key=True, related_name="prescription")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="prescriptions")
    seat = models.PositiveSmallIntegerField()
    # From this the robots' choices follow: equal play meets equal replies.
    secret = models.CharField(max_length=64, editable=False)
    # A deal that many play, also where a what-if goes on from one: who may see it follows from this.
    deal = models.ForeignKey(FixedDeal, on_delete=models.PROTECT, null=True, blank=True, related_name="tries")
    # The first try of this person at this deal; what comes after is practice.
    counted = models.BooleanField(default=False)
    # A what-if: the match and the move before which it leaves it, and whether unseen tiles were dealt anew.
    source = models.ForeignKey("games.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="what_ifs")
    # Or a record that somebody brought along.
    study = models.ForeignKey(
        "games.StudyRecord", on_delete=models.SET_NULL, null=True, blank=True, related_name="what_ifs"
    )
    round_number = models.PositiveIntegerField(default=1)
    move_number = models.PositiveSmallIntegerField(default=1)
    anew = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    # When it was over, however that came; and for a round that was played to its end, in half points: what the person's
    # side gained in it (from the fork on), and by how much that is more than the best of the others.
    over_at = models.DateTimeField(null=True, blank=True)
    gained = models.IntegerField(null=True, blank=True)
    margin = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("prescribed match")
        verbose_name_plural = _("prescribed matches")
        ordering = ["created_at", "match"]
        indexes = [
            # The table of a deal's results, best first.
            models.Index(name="prescription_table", fields=["deal", "-margin", "-gained"], condition=Q(counted=True)),
        ]
        constraints = [
            # A person has one try that counts. Also serves the look-up of his try, and his days in a row.
            models.UniqueConstraint(name="prescription_try_once", fields=["owner", "deal"], condition=Q(counted=True)),
            models.CheckConstraint(name="prescription_of_a_deal", condition=Q(counted=False) | Q(deal__isnull=False)),
            models.CheckConstraint(name="prescription_seat_range", condition=Q(seat__lte=LAST_SEAT)),
            models.CheckConstraint(
                name="prescription_result_whole",
                condition=Q(gained__isnull=True, margin__isnull=True)
                | Q(gained__isnull=False, margin__isnull=False, over_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}"
