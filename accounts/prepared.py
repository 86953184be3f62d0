"""Queries whose SQL is made once: Django takes longer to write a small one anew than the database to answer it.

For those alone that are asked at every move, and give plain numbers and texts (docs/decisions/0234).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db import connection

if TYPE_CHECKING:
    from django.db.models import QuerySet

#: Stand for the values while the SQL is made: numbers that any column may hold, and no query of ours has by itself.
_FIRST = 32_001


class Prepared:
    """Rows of a `values_list`, for numbers that are given each time.

    `make` gets as many numbers as it takes arguments, and builds the queryset: once, with others in their place. Its
    columns must be such as the database gives as they are: no dates, truth values or JSON.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]]) -> None:
        self._make = make
        self._sql = ""
        self._params: tuple[Any, ...] = ()

    def __call__(self, *values: int) -> list[Any]:
        """The rows, as tuples."""
        if not self._sql:
            self._prepare()
        given = {_FIRST + place: value for place, value in enumerate(values)}
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [given.get(param, param) for param in self._params])
            return cursor.fetchall()

    def _prepare(self) -> None:
        stand_ins = [_FIRST + place for place in range(len(inspect.signature(self._make).parameters))]
        sql, self._params = self._make(*stand_ins).query.sql_with_params()
        assert all(self._params.count(number) == 1 for number in stand_ins), "each value has one place"
        self._sql = sql  # last: whoever finds it may use both
