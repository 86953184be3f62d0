"""Connections that wait for their turn before they write (docs/decisions/0261).

A transaction begins as a writing one (transaction_mode IMMEDIATE), and has the turn until it is committed, taken back
or closed; a single sentence that writes has it for itself. Other processes are waited for in SQLite's way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from muggins_site.turns import turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from muggins_site.turns import Turns

WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    """OperationalError, as from SQLite itself, when the turn does not come within `timeout` of OPTIONS (seconds)."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._turn: Turns | None = None
        self.execute_wrappers.append(self._execute)

    def _take(self) -> None:
        if self._turn is None and not self.is_in_memory_db():
            mine = turns(str(self.settings_dict["NAME"]))
            if not mine.take(self.settings_dict["OPTIONS"].get("timeout", 5.0)):
                raise OperationalError("database is locked")
            self._turn = mine

    def _give(self) -> None:
        if self._turn is not None:
            mine, self._turn = self._turn, None
            mine.give()

    def _execute(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if self._turn is not None or not sql.startswith(WRITING):
            return execute(sql, params, many, context)
        self._take()
        try:
            return execute(sql, params, many, context)
        finally:
            self._give()

    def _start_transaction_under_autocommit(self) -> None:
        self._take()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # not in its stubs
        except BaseException:
            self._give()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # not in its stubs
        self._give()  # not when it failed: it will be taken back

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # not in its stubs
        finally:
            self._give()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # not in its stubs
        finally:
            self._give()
