"""The review beside the replay: who may ask for it and see it, what it marks, what it says and what it does not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.prefs import Prefs
from games.models import Choice, Grade, Match, Review, ReviewState
from games.services import reviews
from games.views.rendering import table_page
from tests.cast import Cast
from tests.tables import fresh, make_move, open_table, play_out_match, play_out_round, rules

Browser = Callable[[User | None], Client]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def match(cast: Cast) -> Match:
    """Alice and Bob have played one round to its end."""
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=30)))


@pytest.fixture
def reviewed(match: Match) -> Match:
    """It has been reviewed; the first choice that lost anything is a mistake that cost 9 points."""
    finish(match)
    row = first_loss(match)
    Choice.objects.filter(pk=row.pk).update(verdict="mistake", lost=9, error=1, near=False)
    return match


def finish(match: Match) -> None:
    while Review.objects.get(match=match).state != ReviewState.DONE:
        reviews.work_once()


def first_loss(match: Match) -> Choice:
    row = next(row for row in Choice.objects.filter(match=match) if row.text != row.best)
    Choice.objects.filter(match=match).exclude(pk=row.pk).update(verdict="good")
    return row


def replay_at(match: Match, row: Choice, more: str = "") -> str:
    return f"/m/{match.code}/?move={row.round_no}.{row.move_no}{more}"


def text_of(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, address
    return answer.content.decode()


def mistake(match: Match) -> Choice:
    return Choice.objects.get(match=match, verdict="mistake")


def test_a_stranger_sees_how_far_the_review_is(match: Match, newcomer: Client) -> None:
    page = text_of(newcomer, f"/m/{match.code}/")
    assert "The review is waiting for its turn." in page
    reviews.work_once()
    review = Review.objects.get()
    part = text_of(newcomer, f"/m/{match.code}/review/", **{"HX-Request": "true"})
    assert f"The robot has looked at 1 of {review.choices} choices." in part
    assert f'<progress max="{review.choices}" value="1"' in part


def test_when_it_is_done_the_page_that_waits_is_told_to_load_it(match: Match, newcomer: Client) -> None:
    address = f"/m/{match.code}/review/"
    assert "HX-Refresh" not in newcomer.get(address, headers=HTMX)
    finish(match)
    assert newcomer.get(address, headers=HTMX)["HX-Refresh"] == "true"


def test_somebody_without_an_account_asks_for_a_review_without_script(match: Match, newcomer: Client) -> None:
    Review.objects.all().delete()
    page = text_of(newcomer, f"/m/{match.code}/")
    assert "Review this match" in page
    answer = newcomer.post(f"/m/{match.code}/review/")
    assert answer["Location"] == f"/m/{match.code}/#review"
    assert Review.objects.get(match=match).asked_by is None
    assert "The review is waiting" in text_of(newcomer, f"/m/{match.code}/")


def test_whoever_asks_is_noted(match: Match, cast: Cast, browser: Browser) -> None:
    Review.objects.all().delete()
    browser(cast.eve).post(f"/m/{match.code}/review/")
    assert Review.objects.get(match=match).asked_by == cast.eve


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_match_that_runs_has_no_review(cast: Cast, browser: Browser, method: str) -> None:
    match = open_table(cast.alice, cast.bob)
    for _ in range(3):
        make_move(match)
    assert getattr(browser(cast.alice), method)(f"/m/{match.code}/review/").status_code == 404
    assert not Review.objects.exists()


def test_an_annulled_match_is_reviewed_as_any_other(match: Match, newcomer: Client) -> None:
    Match.objects.filter(pk=match.pk).update(annulled_at=match.finished_at)
    finish(match)
    assert "How everybody chose" in text_of(newcomer, f"/m/{match.code}/")


def test_every_choice_of_the_log_has_its_verdict_as_a_word_and_a_shape(reviewed: Match, newcomer: Client) -> None:
    row = Choice.objects.filter(match=reviewed).last()
    assert row is not None
    page = text_of(newcomer, replay_at(reviewed, row))
    log = page[page.index('<ol class="log"') :]
    log = log[: log.index("</ol>")]
    marks = re.findall(r'class="verdict (\w+)"><svg[^>]*><use href="#v-(\w+)"/></svg>(\w+)<', log)
    so_far = Choice.objects.filter(match=reviewed, round_no=row.round_no).order_by("-move_no")
    assert marks == [(each.verdict, each.verdict, each.verdict) for each in so_far]


def test_a_mistake_says_what_was_better_and_by_how_much(reviewed: Match, newcomer: Client) -> None:
    page = text_of(newcomer, replay_at(reviewed, mistake(reviewed)))
    assert "Was there better?" in page
    assert re.search(r"<p>\S.* was better by about 9 points, give or take 1\.0\.</p>", page)
    assert re.search(r"A robot’s opinion, over (4|16) deals that (Alice|Bob) could not tell from the real one\.", page)
    assert "In hindsight" in page


def test_the_better_play_is_drawn_on_the_board_before_the_move(reviewed: Match, newcomer: Client) -> None:
    row = mistake(reviewed)
    address = replay_at(reviewed, row)
    page = text_of(newcomer, address)
    assert "Show the better play" in page
    assert 'class="ghost' not in page
    drawn = text_of(newcomer, address + "&better=1")
    assert f'data-move="{row.best}"'.replace(">", "&gt;") in drawn
    assert "Back to the play made" in drawn
    assert "Better: " in drawn
    # It can be looked at, and not played.
    assert re.search(r'<g class="ghost[^>]*role="img"', drawn)


def test_a_good_play_is_no_reason_to_draw_anything(reviewed: Match, newcomer: Client) -> None:
    for row in Choice.objects.filter(match=reviewed, verdict="good")[:3]:
        page = text_of(newcomer, replay_at(reviewed, row, "&better=1"))
        assert 'class="ghost' not in page
        said = "this was the best" if row.text == row.best else "none was clearly better"
        assert f"Of {len(row.values)} plays {said}." in page


def test_mistakes_lead_to_one_another(reviewed: Match, newcomer: Client) -> None:
    row = mistake(reviewed)
    before = text_of(newcomer, f"/m/{reviewed.code}/?move=1.0")
    assert f'id="key-mistake-next" aria-label="Next mistake" href="?move={row.round_no}.{row.move_no}"' in before
    there = text_of(newcomer, replay_at(reviewed, row))
    assert 'id="key-mistake-next"' not in there
    assert 'id="key-mistake-back"' not in there


def test_through_the_eyes_of_one_seat_the_plays_of_another_stay_hidden(reviewed: Match, newcomer: Client) -> None:
    row = mistake(reviewed)
    own = text_of(newcomer, replay_at(reviewed, row, f"&seat={row.seat}"))
    other = text_of(newcomer, replay_at(reviewed, row, f"&seat={1 - row.seat}"))
    assert "Was there better?" in own
    assert "Was there better?" not in other
    assert 'class="verdict mistake"' in other


def test_the_whole_review_says_what_turned_it_who_chose_how_and_what_was_luck(
    reviewed: Match, newcomer: Client
) -> None:
    Choice.objects.filter(pk=mistake(reviewed).pk).update(lost=99)  # more than any luck of this match
    page = text_of(newcomer, f"/m/{reviewed.code}/")
    for heading in ("What turned it", "How everybody chose", "Luck beside skill"):
        assert heading in page
    row = mistake(reviewed)
    assert f'<a href="?move={row.round_no}.{row.move_no}" data-step data-up>' in page
    assert "which cost about 99 points." in page
    assert "This is a robot’s opinion. It judged every choice by 4 deals" in page
    assert "of a thousand good plays about seven are blamed wrongly" in page


def test_where_points_are_called_the_tile_is_judged_and_not_the_claim(cast: Cast, newcomer: Client) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=10, calling="muggins")))
    finish(match)
    assert "the choice of the tile is judged, not the claim" in text_of(newcomer, f"/m/{match.code}/")


@pytest.mark.parametrize(("players", "accounts"), [(3, 3), (4, 1)], ids=["three", "partners"])
def test_three_players_and_partners_are_reviewed_too(cast: Cast, newcomer: Client, players: int, accounts: int) -> None:
    ruleset = rules(players=players, target=10)
    match = play_out_match(open_table(*cast.seated(players), ruleset=ruleset))
    finish(match)
    page = text_of(newcomer, f"/m/{match.code}/")
    assert page.count('class="accounts"') == accounts == (1 if ruleset.partners else len(ruleset.sides))
    row = Choice.objects.filter(match=match).last()
    assert row is not None
    assert "Was there better?" in text_of(newcomer, replay_at(match, row))


def test_steps_are_kept_for_long_only_when_their_verdicts_are_known(match: Match, newcomer: Client) -> None:
    address = f"/m/{match.code}/?move=1.1"
    assert newcomer.get(address, headers=HTMX)["Cache-Control"] == "private, max-age=15"
    finish(match)
    assert newcomer.get(address, headers=HTMX)["Cache-Control"] == "private, max-age=300"


def test_a_review_that_failed_can_be_tried_again(match: Match, newcomer: Client) -> None:
    Review.objects.update(state=ReviewState.FAILED)
    assert "This match could not be reviewed." in text_of(newcomer, f"/m/{match.code}/")
    newcomer.post(f"/m/{match.code}/review/")
    finish(fresh(match))


def test_the_profile_shows_accuracy_over_time(reviewed: Match, newcomer: Client) -> None:
    page = text_of(newcomer, "/players/Alice/")
    assert "Accuracy" in page
    assert f'href="/m/{reviewed.code}/#review"' in page


# --- the ways to it ---


@pytest.mark.parametrize("who", ["alice", "eve"])
def test_the_panel_at_the_end_leads_to_the_review_and_tells_how_far_it_is(
    match: Match, cast: Cast, browser: Browser, who: str
) -> None:
    viewer, way = browser(getattr(cast, who)), f'href="/m/{match.code}/#review"'
    assert f"{way}>" not in text_of(viewer, f"/t/{match.code}/")
    assert ">The review: waiting for its turn</a>" in text_of(viewer, f"/t/{match.code}/")
    reviews.work_once()
    so_far = f'hx-swap="outerHTML">The review: 1 of {Review.objects.get().choices} choices</a>'
    for page in (text_of(viewer, f"/t/{match.code}/"), text_of(viewer, f"/m/{match.code}/review/?way", **HTMX)):
        assert f'{way} hx-get="/m/{match.code}/review/?way" hx-trigger="every 3s" {so_far}' in page
    finish(match)
    for page in (text_of(viewer, f"/t/{match.code}/"), text_of(viewer, f"/m/{match.code}/review/?way", **HTMX)):
        assert f"{way}>The review of this match</a>" in page
        assert "review/?way" not in page


def test_among_guests_the_panel_asks_for_a_review(newcomer: Client, db: None) -> None:
    guests = [User.objects.create_user(username=f"Guest-{n}", is_guest=True) for n in (1, 2)]
    match = play_out_match(open_table(*guests, ruleset=rules(target=25)))
    page = text_of(newcomer, f"/t/{match.code}/")
    # By script with the page's own token: the panel may come by a push, which has none.
    way = f'action="/m/{match.code}/review/" hx-post="/m/{match.code}/review/?panel">'
    asks = page[page.index(f'<form method="post" {way}') :]
    assert "Review this match" in asks[: asks.index("</form>")]
    assert newcomer.post(f"/m/{match.code}/review/")["Location"] == f"/m/{match.code}/#review"
    assert newcomer.post(f"/m/{match.code}/review/?panel", headers=HTMX)["HX-Redirect"] == f"/m/{match.code}/#review"
    assert "The review: waiting for its turn" in text_of(newcomer, f"/t/{match.code}/")


def test_the_panel_at_the_end_of_a_round_leads_to_no_review(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob))
    assert "review" not in text_of(browser(cast.alice), f"/t/{match.code}/")


def test_how_far_a_review_has_come_makes_no_page_of_the_table_stale(match: Match, cast: Cast) -> None:
    before = table_page(match.code, cast.alice, Prefs())
    finish(match)
    assert table_page(match.code, cast.alice, Prefs()).digest == before.digest


def test_the_list_of_matches_leads_to_the_review_with_ones_own_accuracy(
    match: Match, cast: Cast, browser: Browser
) -> None:
    def link(viewer: User) -> str:
        page = text_of(browser(viewer), "/matches/?whose=all")
        found = re.search(rf'href="/m/{match.code}/#review">([^<]*)</a>', page)
        assert found is not None
        return found[1]

    assert link(cast.alice) == "Review under way"
    finish(match)
    accuracy = Grade.objects.get(user=cast.alice).accuracy
    assert link(cast.alice) == f"Review: accuracy {accuracy:.0f}"
    assert link(cast.eve) == "Review"
