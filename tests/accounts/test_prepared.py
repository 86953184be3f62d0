"""Queries whose SQL is made once give what Django's own would."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.prepared import Prepared, PreparedObjects
from games.models import Match
from tests.cast import Cast
from tests.tables import open_table


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


@PreparedObjects
def addresses_of(pk: int, address: str) -> QuerySet[EmailAddress]:
    return EmailAddress.objects.filter(user_id=pk, email=address).select_related("user").order_by("pk")


def test_instances_are_what_the_queryset_gives(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    made = EmailAddress.objects.create(user=cast.alice, email="a@club.example", verified=True)
    EmailAddress.objects.create(user=cast.alice, email="b@club.example", verified=False)
    EmailAddress.objects.create(user=cast.bob, email="c@club.example", verified=False)
    for pk, address in ((cast.alice.pk, "a@club.example"), (cast.alice.pk, "c@club.example")):
        with django_assert_num_queries(1):
            found = addresses_of(pk, address)
            people = [one.user for one in found]
        assert found == list(EmailAddress.objects.filter(user_id=pk, email=address))
        assert people == [cast.alice] * len(found)
    (found,) = addresses_of(cast.alice.pk, "a@club.example")
    assert (found.verified, found.user.date_joined, found.user.prefs) == (True, made.user.date_joined, cast.alice.prefs)
    assert vars(found.user) | {"_state": 0} == vars(User.objects.get(pk=cast.alice.pk)) | {"_state": 0}
    found.verified = False
    found.save()
    assert not EmailAddress.objects.get(pk=made.pk).verified


def test_instances_without_a_relation_have_none(cast: Cast) -> None:
    ask = PreparedObjects(lambda code: Match.objects.filter(code=code).select_related("series"))
    match = open_table(cast.alice, cast.bob)
    (found,) = ask(match.code)
    assert found.series is None
    assert found.ruleset == match.ruleset
    assert found.created_at == match.created_at
