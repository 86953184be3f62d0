"""Invitations and what is seen of those whom one follows, over HTTP."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts import following
from accounts.models import User
from games.models import Match
from games.services import invites, seating
from tests.cast import Cast
from tests.tables import fresh, open_table, play_out_match, rules, token_of

Browser = Callable[[User | None], Client]


def link(match: Match) -> str:
    return f"/invite/{token_of(match)}/"


def test_the_invitation_says_whose_table_it_is_and_seats_nobody(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, private=True, title="Friday", turn_seconds=45, ruleset=rules(players=3))
    for client in (browser(None), browser(cast.bob)):
        answer = client.get(link(match))
        text = answer.content.decode()
        assert answer.status_code == 200
        for part in ("Alice invites you to the table", "Friday", "45 seconds", match.fingerprint, "for 2 players"):
            assert part in text, part
        assert "no-store" in answer["Cache-Control"]
    assert User.objects.filter(is_guest=True).count() == 0
    assert [seat.user for seat in match.seats.order_by("index")] == [cast.alice, None, None]


def test_one_press_seats_a_guest(cast: Cast, browser: Browser) -> None:
    match, client = open_table(cast.alice, private=True), browser(None)
    address = link(match)
    answer = client.post(f"{address}sit/", {"seat": "1", "guest": "1"})
    assert answer["Location"] == f"/t/{match.code}/"
    assert fresh(match).state == "running"
    guest = match.seats.get(index=1).user
    assert guest is not None
    assert guest.is_guest
    assert client.get(address).status_code == 302


def test_without_an_account_and_not_as_a_guest_one_signs_in_first(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, private=True)
    answer = browser(None).post(f"{link(match)}sit/", {"seat": "1"})
    assert answer["Location"] == f"/accounts/login/?next={link(match)}"


def test_a_withdrawn_link_and_one_that_never_was_look_alike(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, private=True)
    old, client = link(match), browser(cast.bob)
    invites.renew(match_id=match.pk, user=cast.alice)
    answers = [client.get(address) for address in (old, f"/invite/{'A' * 32}/", "/invite/x/", "/invite/%00/")]
    assert [answer.status_code for answer in answers] == [404] * 4
    assert b"not good any more" in answers[0].content
    bodies = {bare(answer.content.decode()) for answer in answers[:3]}
    assert len(bodies) == 1
    assert client.post(f"{old}sit/", {"seat": "1"}).status_code == 404
    assert match.seats.get(index=1).is_free


def bare(text: str) -> str:
    """The page's main part: tokens and the like stand round it."""
    return text.partition("<main")[2].partition("</main>")[0]


def test_a_full_table_and_a_closed_one_say_what_to_do_next(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, ruleset=rules(target=20))
    address = link(match)
    seating.take_seat(match_id=match.pk, user=cast.bob)
    for _ in range(2):
        answer = browser(cast.eve).get(address)
        assert answer.status_code == 409
        assert browser(None).post(f"{address}sit/", {"guest": "1"}).status_code == 409
        text = answer.content.decode()
        wanted = "Watch it" if not fresh(match).is_over else "Open a table of your own"
        assert wanted in text
        play_out_match(match)
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.parametrize("seat", ["0", "7", "-1", "x", "9" * 40])
def test_a_seat_that_is_taken_or_none_is_refused_with_the_table(cast: Cast, browser: Browser, seat: str) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    answer = browser(cast.bob).post(f"{link(match)}sit/", {"seat": seat})
    assert answer.status_code in (400, 409)
    assert 'role="alert"' in answer.content.decode()
    assert fresh(match).seats.filter(user=cast.bob).count() == 0


def test_a_private_table_shows_its_link_to_who_sits_there_alone(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, cast.bob, private=True, ruleset=rules(players=3))
    pages = {user: browser(user).get(f"/t/{match.code}/").content.decode() for user in (cast.alice, cast.bob, cast.eve)}
    assert [token_of(match) in pages[user] for user in (cast.alice, cast.bob, cast.eve)] == [True, True, False]
    assert ["Withdraw this link" in page for page in pages.values()] == [True, False, False]
    assert "needs its invitation" not in pages[cast.alice]
    assert "you need its invitation" in pages[cast.eve]
    assert "Sit down" not in pages[cast.eve]
    answer = browser(cast.eve).post(f"/t/{match.code}/sit/", {"seat": "2"})
    assert answer.status_code == 403
    assert "Ask who sits here" in answer.content.decode()
    browser(None).post(f"/t/{match.code}/sit/", {"seat": "2", "guest": "1"})
    assert not User.objects.filter(is_guest=True).exists()


def test_the_opener_withdraws_the_link_on_the_page(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice)
    old = token_of(match)
    text = browser(cast.alice).post(f"/t/{match.code}/invite/", headers={"HX-Request": "true"}).content.decode()
    assert old not in text
    assert token_of(match) in text


# ── sent back to a rated match ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("way", ["/play-now/", "/tables/new/", "sit", "invite"])
def test_who_is_in_a_rated_match_is_told_and_sent_back(cast: Cast, browser: Browser, way: str) -> None:
    match, other = open_table(cast.alice, cast.bob, rated=True), open_table(cast.carol)
    ways = {"sit": f"/t/{other.code}/sit/", "invite": f"{link(other)}sit/"}
    form = {"preset": "pagat", "players": "2", "robots": "0", "robot": "scorer", "clock": "", "private": "open"}
    client = browser(cast.alice)
    answer = client.post(ways.get(way, way), form, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{match.code}/"
    assert "You are in a rated match with Bob: finish it or leave it first." in answer.content.decode()
    assert Match.objects.count() == 2


def test_script_is_sent_back_too(cast: Cast, browser: Browser) -> None:
    match, other = open_table(cast.alice, cast.bob, rated=True), open_table(cast.carol)
    answer = browser(cast.alice).post(f"/t/{other.code}/sit/", {"seat": "1"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/t/{match.code}/")


# ── players whom one follows ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def follower(cast: Cast, browser: Browser) -> Client:
    """Eve, who follows Alice."""
    following.follow(follower=cast.eve, followed=cast.alice)
    return browser(cast.eve)


def friends(client: Client, address: str = "/tables/") -> str:
    return client.get(address).content.decode().split('data-part="open"')[0]


def test_an_open_table_of_a_followed_player_shows(follower: Client, cast: Cast) -> None:
    assert "at no public table just now" in friends(follower)
    match = open_table(cast.alice, robots=["scorer", "scorer"], ruleset=rules(players=4))
    text = friends(follower)
    assert f'href="/t/{match.code}/" aria-label="Sit down with Alice"' in text
    assert "Boxwood 1 (robot)" in text or "1 (robot)" in text
    assert "Sit down" in friends(follower, "/following/")


def test_one_that_plays_can_be_watched_but_for_who_hides_his_history(follower: Client, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    assert f'href="/t/{match.code}/" aria-label="Watch Alice"' in friends(follower)
    User.objects.filter(pk=cast.alice.pk).update(hide_history=True)
    assert match.code not in friends(follower)
    match = open_table(cast.alice)
    assert "Sit down with Alice" in friends(follower)


def test_private_tables_and_seats_that_were_left_never_show(follower: Client, cast: Cast) -> None:
    hidden = [open_table(cast.alice, private=True), open_table(cast.alice, cast.bob, private=True)]
    left = open_table(cast.alice, cast.bob)
    seating.leave(match_id=left.pk, user=cast.alice)
    for address in ("/tables/", "/", "/following/"):
        text = follower.get(address).content.decode()
        assert not [match for match in (*hidden, left) if match.code in text]


def test_the_questions_do_not_grow_with_the_players(
    follower: Client, cast: Cast, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    for user in (cast.bob, cast.carol, cast.dave):
        following.follow(follower=cast.eve, followed=user)
        for _ in range(3):
            open_table(user, ruleset=rules(players=4), robots=["careful"])
    with django_assert_max_num_queries(14):  # type: ignore[attr-defined]
        assert friends(follower).count("Sit down with") == 9


def test_the_button_follows_and_stops(cast: Cast, browser: Browser) -> None:
    client = browser(cast.eve)
    assert "Follow Alice" in client.get("/players/Alice/").content.decode()
    fragment = client.post("/players/Alice/follow/", headers={"HX-Request": "true"}).content.decode()
    assert "Stop following Alice" in fragment
    assert "Stop following Alice" in client.get("/players/Alice/").content.decode()
    assert "Alice" in client.get("/following/").content.decode()
    answer = client.post("/players/Alice/unfollow/", {"back": "/following/"})
    assert answer["Location"] == "/following/"
    assert "You follow nobody yet" in client.get("/following/").content.decode()


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_it_leads_to_no_other_site(cast: Cast, browser: Browser, back: str) -> None:
    assert browser(cast.eve).post("/players/Alice/follow/", {"back": back})["Location"] == "/players/Alice/"


def test_no_button_for_oneself_for_guests_and_for_nobody(cast: Cast, browser: Browser) -> None:
    guest = User.objects.create_user(username="Guest Heron 42", is_guest=True)
    for viewer in (cast.alice, guest, None):
        assert "/players/Alice/follow/" not in browser(viewer).get("/players/Alice/").content.decode()
    assert browser(cast.eve).post("/players/Nobody/follow/").status_code == 404


def test_who_met_can_follow_one_another_at_the_matchs_end(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    text = browser(cast.alice).get(f"/t/{match.code}/").content.decode()
    assert "/players/Bob/follow/" in text
    assert "/players/Alice/follow/" not in text
    following.follow(follower=cast.alice, followed=cast.bob)
    assert "/players/Bob/unfollow/" in browser(cast.alice).get(f"/t/{match.code}/").content.decode()
