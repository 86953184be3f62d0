"""Records that people bring along: checked by the rules, stored as the check understood them, deleted by the owner."""

from __future__ import annotations

import io
import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction

from games.models import StudyRecord
from games.rules.errors import RecordError
from games.rules.reading import read_records
from games.rules.record import Checked, SeatLabel, check, to_record
from games.services.engaged import hold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accounts.models import User

MAX_BYTES = 2 * 1024 * 1024
MAX_MATCHES = 200
#: Longer ones are no match that anybody has played; all of one is held in memory while it is looked at.
MAX_ROUNDS = 250
#: How many studies one person may keep.
MAX_STUDIES = 1000
LONGEST_NAME, LONGEST_ROBOT, LONGEST_WHY = 30, 20, 120
#: Who chose a move, where our own files say it.
CHOOSERS = ("clock", "stand_in")


class BadUpload(Exception):
    """Nothing was stored. *fault* is one English sentence that names the round and the move where it can.

    *line* is the line of the file; None when the file as a whole is refused, for the reason *key*.
    """

    def __init__(self, key: str, line: int | None = None, fault: str = "") -> None:
        super().__init__(key, line, fault)
        self.key, self.line, self.fault = key, line, fault


class Read(NamedTuple):
    """One record that holds, and its data as they were sent."""

    data: dict[str, Any]
    checked: Checked


def upload(*, user: User, content: bytes) -> list[StudyRecord]:
    """Store every record of a file, or none: BadUpload for the first that does not hold. Ratings know nothing of it."""
    records = [canonical(read) for read in _read(content)]
    with transaction.atomic():
        hold([user.pk])  # two tabs cannot pass the limit together
        if StudyRecord.objects.filter(owner=user).count() + len(records) > MAX_STUDIES:
            raise BadUpload("full")
        return [StudyRecord.objects.create(owner=user, record=record) for record in records]


def delete(*, user: User, token: str) -> bool:
    """Delete one's own study; whether there was one."""
    deleted, _rows = StudyRecord.objects.filter(owner=user, token=token).delete()
    return deleted > 0


def _read(content: bytes) -> list[Read]:
    if len(content) > MAX_BYTES:
        raise BadUpload("large")
    found: list[Read] = []
    for line, data, error in read_records(io.BytesIO(content)):
        if error is not None:
            raise BadUpload("fault", line, str(error))
        if len(found) >= MAX_MATCHES:
            raise BadUpload("many")
        if isinstance(data, dict) and isinstance(data.get("rounds"), list) and len(data["rounds"]) > MAX_ROUNDS:
            raise BadUpload("long", line)
        try:
            found.append(Read(data, check(data)))
        except RecordError as fault:
            raise BadUpload("fault", line, str(fault)) from None
    if not found:
        raise BadUpload("empty")
    if not any(read.checked.rounds for read in found):
        raise BadUpload("no rounds")
    return found


def canonical(read: Read) -> dict[str, Any]:
    """The record as the check understood it: nothing else of what was sent is kept, and names are short and plain."""
    checked = read.checked
    seats = [
        SeatLabel(plain(seat.name, LONGEST_NAME), plain(seat.robot, LONGEST_ROBOT) if seat.robot else None)
        for seat in checked.seats
    ]
    record = to_record(checked.match, seats, checked.rounds, plain(checked.why, LONGEST_WHY))
    for played, sent in zip(record["rounds"], read.data["rounds"], strict=True):
        _keep_choosers(played["moves"], sent["moves"])
    return record


def _keep_choosers(moves: Sequence[dict[str, Any]], sent: Sequence[dict[str, Any]]) -> None:
    for move, data in zip(moves, sent, strict=True):
        if data.get("by") in CHOOSERS:
            move["by"] = data["by"]


def plain(text: str, longest: int) -> str:
    """A text in one line, without signs that turn or hide others, cut to so many characters."""
    signs = unicodedata.normalize("NFC", text[: 10 * longest])
    shown = "".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in signs)
    return " ".join(shown.split())[:longest]
