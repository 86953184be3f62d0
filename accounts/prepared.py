"""Queries whose SQL is made once: Django takes longer to write a small one anew than the database to answer it.

For those alone that are asked at every move, and give plain numbers and texts (docs/decisions/0234).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.query import get_related_populators

if TYPE_CHECKING:
    from django.db.models import QuerySet

M = TypeVar("M", bound=Model)

#: Stand for the values while the SQL is made: numbers that any column may hold, and no query of ours has by itself.
_FIRST = 32_001


class Prepared:
    """Rows of a `values_list`, for numbers or texts that are given each time.

    `make` gets as many values as it takes arguments, and builds the queryset: once, with numbers in their place. Its
    columns must be such as the database gives as they are (no dates, truth values or JSON), or only be compared.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]]) -> None:
        self._make = make
        self._sql = ""
        self._params: tuple[Any, ...] = ()

    def __call__(self, *values: int | str) -> list[Any]:
        """The rows, as tuples."""
        if not self._sql:
            self._prepare()
        with connection.cursor() as cursor:
            cursor.execute(self._sql, _given(self._params, values))
            return cursor.fetchall()

    def _prepare(self) -> None:
        sql, self._params = self._make(*_stand_ins(self._make)).query.sql_with_params()
        _check(self._make, self._params)
        self._sql = sql  # last: whoever finds it may use both


class PreparedObjects(Generic[M]):
    """The same for whole rows: instances of the queryset's model, with what its `select_related` brings along.

    Nothing else that a queryset may bring is in them: no annotations, no prefetched rows.
    """

    def __init__(self, make: Callable[..., QuerySet[M]]) -> None:
        self._make = make
        self._plan: _Plan[M] | None = None

    def __call__(self, *values: int | str) -> list[M]:
        """The instances, in order."""
        if self._plan is None:
            self._plan = _Plan(self._make, connection)
        plan = self._plan
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, _given(plan.params, values))
            rows = cursor.fetchall()
        return [plan.instance(row) for row in rows]


class _Plan(Generic[M]):
    """What Django finds out anew for each query: its SQL, what its columns are, and how to make instances of them."""

    def __init__(self, make: Callable[..., QuerySet[M]], on: Any) -> None:
        compiler = make(*_stand_ins(make)).query.get_compiler(using=on.alias)
        self.sql, self.params = compiler.as_sql()
        _check(make, self.params)
        columns = compiler.select[: compiler.col_count]
        self._converters = compiler.get_converters([column[0] for column in columns])
        info = compiler.klass_info
        first, last = info["select_fields"][0], info["select_fields"][-1] + 1
        self._model, self._own, self._alias = info["model"], slice(first, last), on.alias
        self._names = [column[0].target.attname for column in columns[first:last]]
        self._related = get_related_populators(info, compiler.select, on.alias)  # type: ignore[call-arg]  # of Django 6

    def instance(self, row: Sequence[Any]) -> M:
        """One row made into an instance."""
        cells = list(row)
        for place, (converters, expression) in self._converters.items():
            for convert in converters:
                cells[place] = convert(cells[place], expression, connection)
        found: M = self._model.from_db(self._alias, self._names, cells[self._own])
        for related in self._related:
            related.populate(cells, found)
        return found


def _stand_ins(make: Callable[..., Any]) -> list[int]:
    return [_FIRST + place for place in range(len(inspect.signature(make).parameters))]


def _given(params: Sequence[Any], values: Sequence[int | str]) -> list[Any]:
    """The parameters of the SQL, the values in the places of their stand-ins, which may have become texts."""
    given: dict[Any, int | str] = {}
    for place, value in enumerate(values):
        given[_FIRST + place] = given[str(_FIRST + place)] = value
    return [given.get(param, param) for param in params]


def _check(make: Callable[..., Any], params: Sequence[Any]) -> None:
    texts = [str(param) for param in params]
    assert all(texts.count(str(number)) == 1 for number in _stand_ins(make)), "each value has one place"
