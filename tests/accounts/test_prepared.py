"""Queries whose SQL is made once give what Django's own would."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import QuerySet

from accounts.models import User
from accounts.prepared import Prepared
from tests.cast import Cast


@Prepared
def names_between(first: int, last: int) -> QuerySet[User, Any]:
    return User.objects.filter(pk__gte=first, pk__lte=last).order_by("pk").values_list("pk", "username")


def test_each_time_it_asks_for_the_values_given(cast: Cast) -> None:
    assert names_between(cast.alice.pk, cast.alice.pk) == [(cast.alice.pk, "Alice")]
    both = sorted([cast.alice.pk, cast.bob.pk])
    assert names_between(*both)[0][0] == both[0]
    assert names_between(*both) == list(
        User.objects.filter(pk__gte=both[0], pk__lte=both[1]).order_by("pk").values_list("pk", "username")
    )
    assert names_between(-2, -1) == []


def test_the_sql_is_made_once(cast: Cast) -> None:
    made = []

    def one(pk: int) -> QuerySet[User, Any]:
        made.append(pk)
        return User.objects.filter(pk=pk).values_list("pk")

    ask = Prepared(one)
    assert [ask(user.pk) for user in (cast.alice, cast.bob)] == [[(cast.alice.pk,)], [(cast.bob.pk,)]]
    assert len(made) == 1


def test_a_value_that_would_stand_in_two_places_is_refused(db: None) -> None:
    twice = Prepared(lambda pk: User.objects.filter(pk__gte=pk, pk__lte=pk).values_list("pk"))
    with pytest.raises(AssertionError, match="one place"):
        twice(1)
