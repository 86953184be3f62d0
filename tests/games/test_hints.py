"""Hints: for the seat on turn alone, told to all, never at rated matches, and never for another turn."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games import selectors
from games.models import Hint, Match
from games.rules.record import check
from games.services import errors, hints, play, seating, thinking
from games.services.records import export_record
from tests.cast import Cast
from tests.tables import fresh, make_move, new_key, on_turn, open_table, options, play_out_match, rules, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(cast: Cast) -> Match:
    """A friendly table of two where hints may be taken, with something to choose."""
    table = open_table(cast.alice, cast.bob, hints=True)
    while len(options(table)) < 2:
        make_move(table)
    return fresh(table)


def take(match: Match, user: object = None) -> Hint:
    return hints.take(match_id=match.pk, user=user or on_turn(match), version=fresh(match).version)  # type: ignore[arg-type]


def browser(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


def page(match: Match, user: object) -> str:
    return browser(user).get(f"/t/{match.code}/").content.decode()


def other(match: Match, cast: Cast) -> object:
    return cast.bob if on_turn(match) == cast.alice else cast.alice


def test_a_hint_is_a_legal_play_and_the_same_one_each_time(match: Match) -> None:
    before = match.version
    hint = take(match)
    assert hint.move in {str(option) for option in options(match)}
    assert (hint.deals, hint.seat, hint.turn_version) == (hints.DEALS, match.turn_seat, match.turn_version)
    assert take(match).pk == hint.pk
    assert Hint.objects.count() == 1
    assert fresh(match).version == before + 1


def test_only_who_asked_sees_it_and_all_hear_of_it(match: Match, cast: Cast) -> None:
    asker, rival = on_turn(match), other(match, cast)
    assert "Ask a robot for a hint" in page(match, asker)
    assert "Ask a robot for a hint" not in page(match, rival)
    take(match)
    own = page(match, asker)
    assert "A robot would play" in own
    assert "You took a hint." in own
    assert "Ask a robot for a hint" not in own
    assert "hinted" in own
    for viewer in (rival, cast.eve):
        seen = page(match, viewer)
        assert f"{asker.username} took a hint." in seen
        assert "A robot would play" not in seen
        assert "hinted" not in seen


def test_in_the_rows_of_a_selector_it_is_the_presenters_business_who_sees_the_move(match: Match, cast: Cast) -> None:
    """What a viewer's state has as JSON or HTML never names the move for others: the canary of the fragment."""
    hint = take(match)
    Hint.objects.filter(pk=hint.pk).update(move="99>99.9", points=123.4)
    state = browser(other(match, cast)).get(f"/t/{match.code}/state/", headers={"HX-Request": "true"})
    assert b"99&gt;99" not in state.content
    assert b"123" not in state.content


def test_by_a_plain_form_and_by_a_fragment(match: Match) -> None:
    client, form = browser(on_turn(match)), {"version": match.version}
    plain = client.post(f"/t/{match.code}/hint/", form)
    assert (plain.status_code, plain["Location"]) == (302, f"/t/{match.code}/")
    again = client.post(f"/t/{match.code}/hint/", form, headers={"HX-Request": "true"})
    assert "A robot would play" in again.content.decode()


def test_the_move_is_marked_in_the_log_the_record_and_the_replay(match: Match, cast: Cast) -> None:
    turn, hint = on_turn(match), take(match)
    make_move(match)
    assert "With a hint." in page(match, other(match, cast))
    assert "A robot would play" not in page(match, turn)
    over = play_out_match(fresh(match))
    record = export_record(over)
    marked = [
        (number, place)
        for number, played in enumerate(record["rounds"], start=1)
        for place, move in enumerate(played["moves"], start=1)
        if move.get("hint")
    ]
    assert marked == [(hint.round_number, hint.number)]
    assert check(json.loads(json.dumps(record)))
    shown = Client().get(f"/m/{over.code}/", {"move": f"{hint.round_number}.{hint.number}"}).content.decode()
    assert "With a hint." in shown


def test_another_s_turn_a_late_page_and_a_forced_play_get_none(match: Match, cast: Cast) -> None:
    with pytest.raises(errors.NotYourTurn):
        take(match, other(match, cast))
    with pytest.raises(errors.NotSeated):
        take(match, cast.eve)
    late, user = match.turn_version, on_turn(match)
    make_move(match)
    while on_turn(match) != user:
        make_move(match)
    with pytest.raises(errors.Stale):
        hints.take(match_id=match.pk, user=user, version=late)
    assert not Hint.objects.exists()


def test_a_hint_that_comes_after_the_turn_is_not_stored(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(question: object, **limits: object) -> object:
        user = on_turn(match)
        move = str(options(match)[0])
        play.play_move(match_id=match.pk, user=user, move=move, version=fresh(match).version, key=new_key())
        return question()  # type: ignore[operator]

    monkeypatch.setattr(hints, "think", slow)
    with pytest.raises((errors.Stale, errors.NotYourTurn, errors.NotRunning, errors.NoHintNow)):
        take(match)
    assert not Hint.objects.exists()


def test_when_no_robot_has_the_time(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*question: object, **limits: object) -> None:
        raise thinking.Busy

    monkeypatch.setattr(hints, "think", busy)
    answer = browser(on_turn(match)).post(f"/t/{match.code}/hint/", {"version": match.version})
    assert answer.status_code == 503
    assert "The robots are busy just now." in answer.content.decode()


def test_so_many_and_no_more(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "MOST", 0)
    with pytest.raises(errors.TooManyHints):
        take(match)


def test_not_where_the_opener_allowed_none(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    assert "Ask a robot for a hint" not in page(match, on_turn(match))
    with pytest.raises(errors.NoHints):
        take(match)


def test_never_at_rated_matches(cast: Cast) -> None:
    with pytest.raises(errors.RatedNoHints):
        seating.open_table(user=cast.alice, ruleset=rules(), rated=True, hints=True)
    match = open_table(cast.alice, cast.bob, rated=True)
    Match.objects.filter(pk=match.pk).update(hints=True)
    with pytest.raises(errors.RatedNoHints):
        take(match)
    answer = browser(on_turn(match)).post(f"/t/{match.code}/hint/", {"version": match.version})
    assert (answer.status_code, "There are no hints at rated matches." in answer.content.decode()) == (403, True)


def test_the_form_says_it_before_one_sits_down(cast: Cast) -> None:
    alice, usual = browser(cast.alice), {"preset": "pagat", "players": "2", "robots": "0", "talk": "phrases"}
    asked = {**usual, "hints": "yes", "rated": "no"}
    said = alice.get("/tables/new/words/", asked).content.decode()
    assert "Hints are allowed" in said
    refused = alice.get("/tables/new/words/", {**asked, "rated": "yes"}).content.decode()
    assert "Hints are for friendly matches" in refused
    match = open_table(cast.bob, ruleset=rules(), hints=True)
    assert match.hints
    assert "Hints are allowed" in page(match, cast.eve)
    assert selectors.match_of(match.code).fingerprint == rules().fingerprint


def test_a_rematch_keeps_the_setting(match: Match, cast: Cast) -> None:
    over = play_out_match(match)
    for user in (cast.alice, cast.bob):
        seating.ask_rematch(match_id=over.pk, user=user)
    again = fresh(over).rematch
    assert again is not None
    assert again.hints
    assert seat_of(again, cast.alice)
