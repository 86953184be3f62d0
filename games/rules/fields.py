"""Reading data of unknown origin field by field: wrong types and missing keys become one clear sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.errors import NotationError, RecordError
from games.rules.notation import parse_number
from games.rules.scoring import Number

LONGEST_SHOWN = 40
BIGGEST = 10**9


class FloatText(str):
    """A number with a point, as it is spelt in the file: exact, unlike a float."""


class Fields:
    """A JSON object, and the name under which sentences speak of it; RecordError from every method."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise RecordError(f"{where}: must be an object, not {shown(data)}")
        self.data = data
        self.where = where

    def renamed(self, where: str) -> Fields:
        """The same object under another name."""
        return Fields(self.data, where)

    def value(self, key: str) -> Any:
        """Whatever stands under a key that must be there."""
        if key not in self.data:
            raise RecordError(f"{self.where}: {key} is missing")
        return self.data[key]

    def optional(self, key: str) -> Any:
        """What stands under a key, None when it is not there."""
        return self.data.get(key)

    def items(self, key: str) -> list[Any]:
        """A list."""
        value = self.value(key)
        if not isinstance(value, list):
            raise RecordError(f"{self.where}: {key} must be a list, not {shown(value)}")
        return value

    def text(self, key: str) -> str:
        """A text."""
        value = self.value(key)
        if type(value) is not str:
            raise RecordError(f"{self.where}: {key} must be a text, not {shown(value)}")
        return value

    def text_or_none(self, key: str) -> str | None:
        """A text, or null."""
        return None if self.value(key) is None else self.text(key)

    def whole(self, key: str) -> int:
        """A whole number; true and false are none."""
        value = self.value(key)
        if type(value) is not int or abs(value) >= BIGGEST:
            raise RecordError(f"{self.where}: {key} must be a whole number, not {shown(value)}")
        return value

    def one_of(self, key: str, choices: Sequence[Any]) -> Any:
        """One of these values, of the same type."""
        value = self.value(key)
        if type(value) not in {type(choice) for choice in choices} or value not in choices:
            raise RecordError(f"{self.where}: {key} cannot be {shown(value)}")
        return value

    def number(self, key: str) -> Number:
        """A number that is whole or has a half."""
        return self._number(key, self.value(key))

    def numbers(self, key: str) -> tuple[Number, ...]:
        """A list of such numbers."""
        return tuple(self._number(key, value) for value in self.items(key))

    def _number(self, key: str, value: object) -> Number:
        if type(value) is int and abs(value) < BIGGEST:
            return value
        if isinstance(value, float | FloatText):
            try:
                return parse_number(str(value).removesuffix(".0"))
            except NotationError:
                pass
        raise RecordError(f"{self.where}: {key} has {shown(value)}, neither a whole number nor a half")


def shown(value: object) -> str:
    """A value for a sentence, cut to a readable length whatever it is."""
    match value:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[value]
        case dict():
            return "an object"
        case list():
            return "a list"
        case FloatText():
            text = str(value)
        case int() if abs(value) >= BIGGEST:
            return "a number beyond all bounds"
        case _:
            text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
