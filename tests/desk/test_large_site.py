"""Lists of the desk stay quick however much has been played: by indexes, and in few queries."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from games.models import Call, Match, Move, Report, Round
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

pytestmark = pytest.mark.django_db
#: What grows with every match.
LONG = (Match, Round, Move, Call)


def test_a_list_of_matches_leads_to_their_reviews_in_few_queries(
    desk: Client, cast: Cast, django_assert_max_num_queries: Any
) -> None:
    found = [play_out_match(open_table(*pair, ruleset=rules(target=5)))
             for pair in ((cast.alice, cast.bob), (cast.carol, cast.dave), (cast.eve, cast.alice))]  # fmt: skip
    with django_assert_max_num_queries(18):
        text = desk.get(reverse("admin:games_match_changelist")).content.decode()
    for match in found:
        assert f'<a href="{reverse("admin:games_match_review", args=[match.pk])}">Review</a>' in text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its planner says in words what it does")
@pytest.mark.parametrize("model", LONG)
def test_the_newest_rows_are_found_by_an_index(model: type, olga: User) -> None:
    desk: Any = admin.site._registry[model]
    request = RequestFactory().get("/")
    request.user = olga
    shown: ChangeList = desk.get_changelist_instance(request)
    plan = shown.queryset.all()[:100].explain()
    assert "USE TEMP B-TREE FOR ORDER BY" not in plan, plan


def test_the_queue_asks_as_often_for_many_reports(desk: Client, cast: Cast, django_assert_max_num_queries: Any) -> None:
    for n in range(12):
        match = open_table(cast.alice, cast.bob, ruleset=rules(target=5))
        kinds = ("helped", "abuse", "left")
        Report.objects.create(
            match=match, reporter=cast.bob, reported=cast.alice, kind=kinds[n % 3], created_at=match.created_at
        )
    with django_assert_max_num_queries(14):
        text = desk.get(f"{reverse('admin:games_report_changelist')}?state__exact=open").content.decode()
    assert text.count('class="field-age"') + text.count('class="field-age nowrap"') == 12
