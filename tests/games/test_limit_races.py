"""Two tabs of one person, one instant: no limit is passed together, and what there is once is made once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Model

from accounts import company, following
from accounts.models import Block, Follow, Mute, User
from games.models import FixedDeal, Hint, Match, Report, SavedRuleset, StudyRecord
from games.services import fixed_deals, hints, reports, rulesets, studies
from games.services.farewell import say_farewell
from tests.cast import Cast, make_cast, person
from tests.pages.test_studies import DATA
from tests.races import racers
from tests.tables import fresh, make_move, on_turn, open_table, options, play_out_match, rules, sight

pytestmark = pytest.mark.django_db(transaction=True)

RACES = 20
Act = Callable[[Cast, Match, int], object]
_names = count()

LIMITS: dict[str, tuple[type[Model], tuple[Any, str], Act]] = {
    "rules of one's own": (
        SavedRuleset,
        (rulesets, "MOST_SAVED"),
        lambda cast, match, tab: rulesets.save_ruleset(user=cast.alice, name=f"Rules {next(_names)}", ruleset=rules()),
    ),
    "codes": (
        FixedDeal,
        (fixed_deals, "MOST_CODES"),
        lambda cast, match, tab: fixed_deals.new_code(user=cast.alice, ruleset=rules()),
    ),
    "codes of rounds": (
        FixedDeal,
        (fixed_deals, "MOST_CODES"),
        lambda cast, match, tab: fixed_deals.code_of_round(user=cast.alice, match=match, round_number=1, seat=tab),
    ),
    "studies": (
        StudyRecord,
        (studies, "MAX_STUDIES"),
        lambda cast, match, tab: studies.upload(
            user=cast.alice, content=(DATA / "good.jsonl").read_bytes().splitlines()[0]
        ),
    ),
    "followed": (
        Follow,
        (following, "MOST"),
        lambda cast, match, tab: following.follow(follower=cast.alice, followed=(cast.bob, cast.carol)[tab]),
    ),
    "muted": (
        Mute,
        (company, "MOST"),
        lambda cast, match, tab: company.mute(by=cast.alice, user=(cast.bob, cast.carol)[tab]),
    ),
    "blocked": (
        Block,
        (company, "MOST"),
        lambda cast, match, tab: company.block(by=cast.alice, user=(cast.bob, cast.carol)[tab]),
    ),
    "reports": (
        Report,
        (reports, "MOST_A_DAY"),
        lambda cast, match, tab: reports.report(
            match=match, reporter=cast.alice, reported=(cast.bob, None)[tab], kind=("other", "score")[tab]
        ),
    ),
}


def quietly(act: Callable[[], object]) -> Callable[[], None]:
    """Refusals of every kind are what one of the tabs gets."""

    def done() -> None:
        with contextlib.suppress(ValidationError, studies.BadUpload):
            act()

    return done


@pytest.mark.parametrize(("rows", "limit", "act"), LIMITS.values(), ids=LIMITS.keys())
def test_two_tabs_cannot_pass_a_limit_together(
    monkeypatch: pytest.MonkeyPatch, rows: type[Model], limit: tuple[Any, str], act: Act
) -> None:
    cast = make_cast()
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    monkeypatch.setattr(*limit, 1)
    with racers(2) as two:
        for _ in range(RACES):
            two.race(*[quietly(partial(act, cast, match, tab)) for tab in (0, 1)])
            assert rows._default_manager.count() == 1
            rows._default_manager.all().delete()


def test_two_tabs_get_one_code_of_a_round() -> None:
    cast = make_cast()
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    ask = partial(fixed_deals.code_of_round, user=cast.alice, match=match, round_number=1, seat=0)
    with racers(2) as two:
        for _ in range(RACES):
            first, second = two.race(ask, ask)
            assert (first.code, FixedDeal.objects.count()) == (second.code, 1)
            FixedDeal.objects.all().delete()


def with_a_choice(cast: Cast) -> Match:
    """A table where Alice is on turn, may take hints and has something to choose."""
    while True:
        match = open_table(cast.alice, cast.bob, hints=True)
        while fresh(match).turn_seat is not None and not (on_turn(match) == cast.alice and len(options(match)) > 1):
            make_move(match)
        if fresh(match).turn_seat is not None:
            return fresh(match)


def test_two_tables_cannot_pass_the_limit_of_hints_together(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = make_cast()
    tables = [with_a_choice(cast) for _ in range(2)]
    found = {match.code: hints._opinion(match, sight(match, match.turn_seat)) for match in tables}
    monkeypatch.setattr(hints, "_opinion", lambda match, seen: found[match.code])
    monkeypatch.setattr(hints, "MOST", 1)

    def ask(match: Match) -> object:
        return hints.take(match_id=match.pk, user=cast.alice, version=fresh(match).version)

    with racers(2) as two:
        for _ in range(RACES):
            two.race(*[partial(ask, match) for match in tables])
            assert Hint.objects.count() == 1
            Hint.objects.all().delete()


SHELF: dict[str, Callable[[User, str], object]] = {
    "renamed": lambda user, token: rulesets.rename_ruleset(user=user, token=token, name="Other rules"),
    "deleted": lambda user, token: rulesets.delete_ruleset(user=user, token=token),
    "saved anew": lambda user, token: rulesets.save_ruleset(user=user, name="Rules", ruleset=rules()),
}


@pytest.mark.parametrize("act", SHELF.values(), ids=SHELF.keys())
def test_rules_are_changed_before_their_owner_goes_or_not_at_all(act: Callable[[User, str], object]) -> None:
    with racers(2) as two:
        for number in range(RACES):
            user = person(f"Walter {number}")
            token = rulesets.save_ruleset(user=user, name="Rules", ruleset=rules()).token
            two.race(partial(act, user, token), partial(say_farewell, user=user))
            assert not SavedRuleset.objects.exclude(name="Rules").exists()
            SavedRuleset.objects.all().delete()


def test_rules_that_are_deleted_while_they_are_renamed_are_gone() -> None:
    cast = make_cast()
    with racers(2) as two:
        for _ in range(RACES):
            token = rulesets.save_ruleset(user=cast.alice, name="Rules", ruleset=rules()).token
            two.race(*[partial(SHELF[act], cast.alice, token) for act in ("renamed", "deleted")])
            assert not SavedRuleset.objects.exists()
