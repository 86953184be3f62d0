"""What stays of a match: its format and results in words, and records that people have brought along."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models_rules import new_code


class Format(models.TextChoices):
    """How many play, and with whom."""

    TWO = "two", _("two players")
    THREE = "three", _("three players")
    PARTNERS = "partners", _("partners, two against two")
    FOUR = "four", _("four, each alone")


class Result(models.TextChoices):
    """How a match went for a seat."""

    WON = "won", _("won")
    LOST = "lost", _("lost")
    UNFINISHED = "unfinished", _("unfinished")


class StudyRecord(models.Model):
    """A record that a person uploaded: checked before it was stored, seen by whoever has the link, no part of history.

    `record` is what the check understood of it (see `games.services.studies`), never the bytes that were sent.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies")
    token = models.CharField(max_length=22, unique=True, default=new_code, editable=False)
    record = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("study")
        verbose_name_plural = _("studies")
        ordering = ["-created_at", "-pk"]
        indexes = [
            # "My studies", newest first. EXPLAIN: SEARCH games_studyrecord USING INDEX study_mine (owner_id=?)
            models.Index(name="study_mine", fields=["owner", "-created_at", "-id"]),
        ]

    def __str__(self) -> str:
        return self.token
