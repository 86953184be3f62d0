"""One figure for each table of the database: what differs afterwards has been written to."""

from __future__ import annotations

import hashlib

from django.apps import apps
from django.db import connection
from django.db.models import Model

#: Who came and where he was: no input of anybody's is kept in these.
NEVER = {"sessions.session"}


def digest() -> dict[str, str]:
    """The figure of every table, by the label of its model."""
    return {
        model._meta.label_lower: hashlib.sha256(repr(_rows(model)).encode("utf-8", "surrogatepass")).hexdigest()
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label_lower not in NEVER
    }


def _rows(model: type[Model]) -> list[tuple[object, ...]]:
    """As the database has them: nothing is made of them first."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {quote(model._meta.db_table)} ORDER BY {quote(model._meta.pk.column)}")
        return list(cursor.fetchall())


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """The labels of the tables that are not as they were."""
    return {label for label in before | after if before.get(label) != after.get(label)}
