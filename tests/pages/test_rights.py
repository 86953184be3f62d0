"""Who may see and do what: viewer × address, viewer × what he is sent, during a round and after it. # C14, C19"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import caches
from django.db import transaction
from django.test import Client

from accounts.models import User
from games import urls
from games.consumers import TableConsumer
from games.models import Invite, Match
from games.presenters.gather import one_time_key
from games.services.rulesets import save_ruleset
from tests.cast import Cast, person
from tests.pages.secrets import hidden_from, leaks
from tests.pages.sockets import first_frame
from tests.tables import fresh, on_turn, open_table, options, play_out_match, play_out_round, rules, sight

Browser = Callable[[User | None], Client]

TO_LOGIN = 302
#: Whoever has no account becomes a guest there.
FOR_GUESTS = ("play_now", "invite_sit")
VIEWERS = ("player", "partner", "opponent", "other user", "anonymous")

#: Address → method, form, and the answer to each viewer of a running match of partners; the player is on turn.
ROWS: dict[str, tuple[str, dict[str, str], tuple[int, int, int, int, int]]] = {
    "home": ("get", {}, (200, 200, 200, 200, 200)),
    "play_now": ("post", {}, (302, 302, 302, 302, 302)),
    "explain": ("get", {}, (200, 200, 200, 200, 200)),
    "learn": ("get", {}, (200, 200, 200, 200, 200)),
    "learn_count": ("get", {}, (200, 200, 200, 200, 200)),
    "learn_plays": ("get", {}, (200, 200, 200, 200, 200)),
    "learn_round": ("get", {}, (200, 200, 200, 200, 200)),
    "puzzles": ("get", {}, (200, 200, 200, 200, 200)),
    "next_puzzle": ("get", {}, (302, 302, 302, 302, 302)),
    "puzzle": ("get", {}, (404, 404, 404, 404, 404)),  # this store is empty
    "puzzle_mistakes": ("get", {}, (200, 200, 200, 200, TO_LOGIN)),
    "puzzle_mistake": ("get", {}, (404, 404, 404, 404, TO_LOGIN)),  # nobody's mistake
    "rules": ("get", {}, (200, 200, 200, 200, 200)),
    "rules_of_preset": ("get", {}, (200, 200, 200, 200, 200)),
    "rules_of_table": ("get", {}, (200, 200, 200, 200, 200)),
    "scoresheet": ("get", {}, (200, 200, 200, 200, 200)),
    "rules_of_saved": ("get", {}, (200, 200, 200, 200, 200)),
    "change_saved": ("post", {"save_as": "Mine"}, (404, 404, 404, 404, TO_LOGIN)),
    "keep_rules": ("post", {"save_as": "Mine"}, (302, 302, 302, 302, TO_LOGIN)),
    "lobby": ("get", {}, (200, 200, 200, 200, 200)),
    "new_table": ("get", {}, (200, 200, 200, 200, 200)),
    "new_table_words": ("get", {}, (200, 200, 200, 200, 200)),
    "table": ("get", {}, (200, 200, 200, 200, 200)),
    "state": ("get", {}, (200, 200, 200, 200, 200)),
    "record": ("get", {}, (200, 200, 200, 200, 200)),
    "play": ("post", {"move": "MOVE", "version": "VERSION", "key": "KEY"}, (302, 409, 409, 403, TO_LOGIN)),
    "muggins": ("post", {"points": "5", "version": "VERSION", "key": "KEY"}, (409, 409, 409, 403, TO_LOGIN)),
    "go_on": ("post", {"version": "VERSION"}, (409, 409, 409, 403, TO_LOGIN)),
    "hint": ("post", {"version": "VERSION"}, (403, 403, 403, 403, TO_LOGIN)),  # the opener allowed none
    "sit": ("post", {"seat": "0"}, (409, 409, 409, 409, TO_LOGIN)),
    "robot": ("post", {"seat": "1", "robot": "careful"}, (409, 409, 409, 409, TO_LOGIN)),
    "leave": ("post", {}, (302, 302, 302, 403, TO_LOGIN)),
    "back": ("post", {}, (302, 302, 302, 403, TO_LOGIN)),
    "confirm": ("post", {}, (302, 302, 302, 403, TO_LOGIN)),
    "mix": ("post", {"round": "2", "value": "ab" * 32}, (200, 200, 200, 403, TO_LOGIN)),
    "fair": ("get", {}, (200, 200, 200, 200, 200)),
    "robots": ("get", {}, (200, 200, 200, 200, 200)),
    "check_deal": ("get", {}, (200, 200, 200, 200, 200)),
    "rematch": ("post", {}, (409, 409, 409, 403, TO_LOGIN)),
    "sort": ("post", {"sort": "weight"}, (302, 302, 302, 302, TO_LOGIN)),
    "history": ("get", {}, (200, 200, 200, 200, 200)),
    "my_records": ("get", {}, (200, 200, 200, 200, TO_LOGIN)),
    "upload": ("get", {}, (200, 200, 200, 200, TO_LOGIN)),
    "replay": ("get", {}, (200, 200, 200, 200, 200)),
    "review": ("get", {}, (404, 404, 404, 404, 404)),  # the match is not over
    "replay_picture": ("get", {}, (404, 404, 404, 404, 404)),  # the round is being played
    "daily": ("get", {}, (200, 200, 200, 200, 200)),
    "daily_of": ("get", {}, (404, 404, 404, 404, 404)),  # there were no deals on that day
    "play_daily": ("post", {}, (404, 404, 404, 404, 404)),
    "deals": ("get", {}, (200, 200, 200, 200, 200)),
    "deal": ("get", {}, (404, 404, 404, 404, 404)),  # nobody has made this code
    "play_deal": ("post", {}, (404, 404, 404, 404, 404)),
    "play_on": ("get", {}, (404, 404, 404, 404, 404)),  # the match is not over
    "play_on_again": ("post", {}, (404, 404, 404, 404, 404)),
    "compared": ("get", {}, (404, 404, 404, 404, 404)),  # it is no what-if
    "share_deal": ("post", {"round": "1", "seat": "0"}, (404, 404, 404, 404, 404)),
    "study": ("get", {}, (404, 404, 404, 404, 404)),  # a match is no study
    "study_record": ("get", {}, (404, 404, 404, 404, 404)),
    "play_on_study": ("get", {}, (404, 404, 404, 404, 404)),
    "study_delete": ("post", {}, (404, 404, 404, 404, TO_LOGIN)),
    "study_picture": ("get", {}, (404, 404, 404, 404, 404)),
    "leaderboards": ("get", {}, (200, 200, 200, 200, 200)),
    "player": ("get", {}, (200, 200, 200, 200, 200)),
    "invite": ("get", {}, (302, 302, 302, 409, 409)),  # who sits there goes to the table; for others it is full
    "invite_sit": ("post", {"seat": "0"}, (302, 302, 302, 409, 409)),
    "renew_invite": ("post", {}, (409, 409, 409, 403, TO_LOGIN)),
    "report": ("get", {}, (200, 200, 200, 403, TO_LOGIN)),
    "report_player": ("get", {}, (302, 302, 302, 302, TO_LOGIN)),  # to the match, or back to the page with a sentence
    "reports": ("get", {}, (200, 200, 200, 200, TO_LOGIN)),
    "following": ("get", {}, (200, 200, 200, 200, TO_LOGIN)),
    "follow": ("post", {}, (302, 302, 302, 302, TO_LOGIN)),
    "unfollow": ("post", {}, (302, 302, 302, 302, TO_LOGIN)),
    "my_data": ("get", {}, (200, 200, 200, 200, TO_LOGIN)),
    # the password is asked for again, and these have none
    "my_data_file": ("get", {}, (403, 403, 403, 403, TO_LOGIN)),
    "delete_me": ("post", {}, (403, 403, 403, 403, TO_LOGIN)),
    "say": ("post", {"phrase": "hello"}, (302, 302, 302, 302, TO_LOGIN)),  # a friendly table that everybody may see
    "company": ("post", {"name": "Eve", "act": "mute"}, (302, 302, 302, 409, TO_LOGIN)),  # nobody mutes himself
}


@pytest.fixture
def match(cast: Cast) -> Match:
    """Partners in the middle of a round."""
    return open_table(cast.alice, cast.carol, cast.bob, cast.dave, ruleset=rules(players=4))


def viewer(match: Match, cast: Cast, kind: str) -> tuple[User | None, int | None]:
    """The user of this kind, and his seat."""
    turn = fresh(match).turn_seat or 0
    order = cast.seated(4)
    return {
        "player": (order[turn], turn),
        "partner": (order[(turn + 2) % 4], (turn + 2) % 4),
        "opponent": (order[(turn + 1) % 4], (turn + 1) % 4),
        "other user": (cast.eve, None),
        "anonymous": (None, None),
    }[kind]


def test_every_address_has_its_row() -> None:
    assert {pattern.name for pattern in urls.urlpatterns} == set(ROWS)


@pytest.mark.parametrize("name", list(ROWS))
def test_who_may_do_what(match: Match, cast: Cast, browser: Browser, name: str) -> None:
    method, form, answers = ROWS[name]
    values = {"MOVE": str(options(match)[0]), "VERSION": str(match.version), "KEY": "k1"}
    sent = {field: values.get(text, text) for field, text in form.items()}
    address = address_of(name, match, cast)
    got = {}
    for kind in VIEWERS:  # each at the same table: what the one before did is undone
        for cache in caches.all():
            cache.clear()
        with transaction.atomic():
            answer = getattr(browser(viewer(match, cast, kind)[0]), method)(address, sent)
            transaction.set_rollback(True)
        got[kind] = answer.status_code
        if kind == "anonymous" and answer.status_code == TO_LOGIN and method == "post" and name not in FOR_GUESTS:
            behind = ("t", "rules/mine", "study", "players", "accounts")
            assert answer["Location"].startswith(tuple(f"/accounts/login/?next=/{part}/" for part in behind))
    assert got == dict(zip(VIEWERS, answers, strict=True))


def address_of(name: str, match: Match, cast: Cast) -> str:
    """The address of this name, at this table where it has to do with one."""
    route = next(str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name == name)
    address = "/" + route.replace("<code:code>", match.code).replace("<slug:name>", "pagat")
    address = address.replace("<str:name>", cast.alice.username)
    address = address.replace("<spot:spot>.<picture:kind>", "1.0.png").replace("<spot:spot>", "1.1")
    address = address.replace("<slug:key>", "0123456789ab")
    address = address.replace("<day:day>/<slug:game>", "2026-01-05/classic").replace("<day:day>", "2026-01-05")
    address = address.replace("<dealcode:deal>", "22222222")
    if "<code:token>" in address:  # rules that nobody of these keeps
        saved = save_ruleset(user=person("Frank"), name="House rules", ruleset=rules())
        address = address.replace("<code:token>", saved.token)
    if "<str:token>" in address:
        address = address.replace("<str:token>", Invite.objects.get(match=match).token)
    return address


def everything_sent(match: Match, user: User | None, client: Client) -> dict[str, str]:
    """What one viewer can get of a table: page, page with a chosen tile, fragment, frame, record."""
    base = f"/t/{match.code}/"
    return {
        "page": client.get(base).content.decode(),
        "chosen": client.get(f"{base}?tile=66").content.decode(),
        "fragment": client.get(f"{base}state/", headers={"HX-Request": "true"}).content.decode(),
        "frame": async_to_sync(first_frame)(TableConsumer, match.code, user)["html"],
        "record": client.get(f"{base}record/").content.decode(),
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", VIEWERS)
def test_nothing_hidden_is_sent_while_a_round_is_played(match: Match, cast: Cast, browser: Browser, kind: str) -> None:
    user, seat = viewer(match, cast, kind)
    hidden = hidden_from(sight(match, seat))
    assert len(hidden) >= 22
    for channel, text in everything_sent(match, user, browser(user)).items():
        assert leaks(text, hidden) == [], channel


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", VIEWERS)
def test_after_a_round_the_hands_are_shown_and_the_boneyard_stays_hidden(
    match: Match, cast: Cast, browser: Browser, kind: str
) -> None:
    user, seat = viewer(match, cast, kind)
    play_out_round(match)
    hidden = hidden_from(sight(match, seat))
    for channel, text in everything_sent(match, user, browser(user)).items():
        if channel != "record":  # a finished round's record has its deal
            assert leaks(text, hidden) == [], channel


def test_the_record_of_a_running_match_has_finished_rounds_alone(match: Match, browser: Browser, cast: Cast) -> None:
    client = browser(cast.eve)
    assert json.loads(client.get(f"/t/{match.code}/record/").content)["rounds"] == []
    play_out_round(match)
    assert len(json.loads(client.get(f"/t/{match.code}/record/").content)["rounds"]) == 1


def test_the_record_of_a_finished_match_is_whole(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    answer = browser(cast.eve).get(f"/t/{match.code}/record/")
    data = json.loads(answer.content)
    assert (data["end"], len(data["rounds"])) == ("target", match.round_number)
    assert answer["Content-Disposition"] == f'attachment; filename="muggins-{match.code}.json"'


def test_a_key_is_ones_own(match: Match, cast: Cast) -> None:
    keys = {one_time_key(match.code, 3, user) for user in (cast.alice, cast.bob, cast.eve)}
    assert len(keys) == 3
    assert one_time_key(match.code, 3, cast.alice) in keys
    assert on_turn(match) is not None
