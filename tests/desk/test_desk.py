"""The desk: the dashboard, the queue, the review of a match, and acts with reasons. # C14, C19, C21, C34, D45"""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, User
from games.models import Match, Report
from games.services import peeking, reports
from tests.cast import Cast
from tests.pages.secrets import hidden_from, leaks
from tests.tables import make_move, open_table, play_out_match, play_out_round, rules, sight

pytestmark = pytest.mark.django_db
TAG = '<script>alert("x")</script>'


@pytest.fixture
def running(cast: Cast) -> Match:
    """Two moves of a match of partners."""
    match = open_table(cast.alice, cast.carol, cast.bob, cast.dave, ruleset=rules(players=4))
    make_move(match)
    make_move(match)
    return match


@pytest.fixture
def finished(cast: Cast) -> Match:
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))


def review(match: Match) -> str:
    return reverse("admin:games_match_review", args=[match.pk])


def act(row: Match | Report | User, name: str) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_act", args=[row.pk, name])


def everything(desk: Client, match: Match) -> dict[str, str]:
    """What a member of staff can get of a match: every page of the admin that has to do with it."""
    last = match.rounds.order_by("-number")[0]
    pages = {
        "review": review(match),
        "review of the newest": f"{review(match)}?move={last.number}.{last.moves.count()}",
        "as seat 0": f"{review(match)}?move={last.number}.0&seat=0",
        "match": reverse("admin:games_match_change", args=[match.pk]),
        "matches": reverse("admin:games_match_changelist"),
        "round": reverse("admin:games_round_change", args=[last.pk]),
        "moves": reverse("admin:games_move_changelist"),
    }
    got = {name: desk.get(address) for name, address in pages.items()}
    got["fragment"] = desk.get(pages["review of the newest"], headers={"HX-Request": "true"})
    assert {name: answer.status_code for name, answer in got.items() if answer.status_code != 200} == {}
    return {name: answer.content.decode() for name, answer in got.items()}


def test_a_round_that_is_played_hides_its_hands_from_staff(desk: Client, running: Match) -> None:
    hidden = hidden_from(sight(running, None))
    assert len(hidden) >= 24
    for channel, text in everything(desk, running).items():
        assert leaks(text, hidden) == [], channel
    play_out_round(running)
    assert "round is being played" not in desk.get(review(running)).content.decode()


def test_with_a_reason_the_hands_of_this_round_are_shown_and_the_log_says_so(
    desk: Client, olga: User, running: Match
) -> None:
    assert desk.post(act(running, "hands"), {"reason": " "}).status_code == 200  # asked again
    hidden = hidden_from(sight(running, None))
    assert leaks(desk.get(review(running)).content.decode(), hidden) == []
    assert desk.post(act(running, "hands"), {"reason": "They say that it hangs."}).status_code == 302
    assert leaks(desk.get(review(running)).content.decode(), hidden) != []
    entry = AuditEntry.objects.get(act=peeking.OPEN_HANDS)
    assert (entry.actor, entry.reason) == (olga, "They say that it hangs.")


def test_who_sits_there_never_sees_them(cast: Cast, running: Match, desk_of: object) -> None:
    alice = cast.alice
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client = desk_of(User.objects.get(pk=alice.pk))  # type: ignore[operator]
    client.post(act(running, "hands"), {"reason": "I am curious."})
    assert leaks(client.get(review(running)).content.decode(), hidden_from(sight(running, None))) == []
    assert not AuditEntry.objects.filter(act=peeking.OPEN_HANDS).exists()


def test_a_finished_match_is_whole_and_holds(desk: Client, finished: Match) -> None:
    text = desk.get(review(finished)).content.decode()
    assert "everything stored is as the rules have it" in text
    assert "the deal follows from what was published" in text
    assert "does not follow" not in text
    assert text.count('</time></td><td><a href="?') == finished.moves.count()
    Match.objects.filter(pk=finished.pk).update(scores=["5", "5"])
    assert "The rules engine disagrees" in desk.get(review(finished)).content.decode()


def test_the_first_move_of_a_round_tells_how_long_it_was_waited_for(desk: Client, finished: Match) -> None:
    first = finished.moves.get(round__number=1, number=1)
    finished.rounds.filter(number=1).update(at=first.at - timedelta(seconds=302))
    assert "<td>302.0 s</td>" in desk.get(review(finished)).content.decode()
    assert "; after 302.0 s." in desk.get(f"{review(finished)}?move=1.1").content.decode()


def test_rows_that_do_not_fold_are_still_reviewed(desk: Client, finished: Match) -> None:
    finished.moves.filter(number=1).delete()
    text = desk.get(review(finished)).content.decode()
    assert "There is no position to show." in text
    assert "The rules engine disagrees" in text


def test_from_a_report_to_an_annulment_and_back(desk: Client, cast: Cast, finished: Match) -> None:  # D45
    report = reports.report(match=finished, reporter=cast.bob, reported=cast.alice, kind="helped", words=TAG)
    queue = desk.get(reverse("admin:games_report_changelist"), follow=True).content.decode()
    assert review(finished) in queue  # one click
    assert TAG not in queue
    page = desk.get(review(finished)).content.decode()
    assert act(finished, "annul") in page  # two clicks
    assert TAG not in page
    assert desk.post(act(finished, "annul"), {"reason": "They shared a screen."})["Location"] == review(finished)
    assert Match.objects.get(pk=finished.pk).annulled_at is not None
    desk.post(act(finished, "restore"), {"reason": "It was a mistake."})
    assert Match.objects.get(pk=finished.pk).annulled_at is None
    desk.post(act(report, "dismiss"), {"reason": "Nothing in it.", "next": review(finished)})
    report.refresh_from_db()
    assert report.state == "dismissed"
    log = desk.get(reverse("admin:accounts_auditentry_changelist")).content.decode()
    assert "They shared a screen." in log


def test_a_dismissal_is_one_page_from_the_queue(desk: Client, cast: Cast, finished: Match) -> None:
    report = reports.report(match=finished, reporter=cast.bob, reported=cast.alice, kind="abuse", words="Rude.")
    queue = desk.get(reverse("admin:games_report_changelist"), follow=True).content.decode()
    assert act(report, "dismiss") in queue
    assert desk.post(act(report, "dismiss"), {"reason": "Not so."})["Location"] == "/admin/games/report/"
    assert desk.post(act(report, "dismiss"), {"reason": "Again."}, follow=True).status_code == 200


def test_the_dashboard(desk: Client, cast: Cast, running: Match, django_assert_max_num_queries: object) -> None:
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        text = desk.get("/admin/").content.decode()
    assert "<dt>Matches running</dt><dd>1</dd>" in text
    assert "<dt>Players present</dt><dd>4</dd>" in text
    assert "<dt>Stuck matches</dt><dd>0</dd>" in text
    assert "<dt>Errors in this process since its start</dt>" in text, "each process counts its own"


def test_people_are_acted_upon_with_a_reason(desk: Client, cast: Cast) -> None:
    User.objects.filter(pk=cast.bob.pk).update(email="bob@club.example")
    page = desk.get(reverse("admin:accounts_user_change", args=[cast.bob.pk])).content.decode()
    assert "bob@club.example" not in page
    assert act(cast.bob, "ban") in page
    shown = desk.post(act(cast.bob, "address"), {"reason": "To write to him."}, follow=True).content.decode()
    assert "bob@club.example" in shown
    desk.post(act(cast.bob, "mute"), {"reason": "Swears.", "days": "3"})
    desk.post(act(cast.bob, "rename"), {"reason": "The name.", "name": "Robert"})
    desk.post(act(cast.bob, "rights"), {"reason": "Helps us.", "is_staff": "on"})
    bob = User.objects.get(pk=cast.bob.pk)
    assert (bob.username, bob.is_staff, bob.is_superuser) == ("Robert", True, False)
    acts = AuditEntry.objects.filter(user=bob).order_by("at", "pk").values_list("act", flat=True)
    assert list(acts) == ["look", "address", "mute", "rename", "rights"]


def test_staff_need_no_further_rights_and_rank_nobody(cast: Cast, finished: Match, desk_of: object) -> None:
    boss = User.objects.create_superuser("Frank")
    User.objects.filter(pk=cast.eve.pk).update(is_staff=True)
    client = desk_of(User.objects.get(pk=cast.eve.pk))  # type: ignore[operator]
    assert client.get(review(finished)).status_code == 200
    assert b"/admin/games/report/" in client.get("/admin/").content
    assert client.post(act(finished, "annul"), {"reason": "Because."}).status_code == 302
    for row, name in ((cast.bob, "rights"), (cast.eve, "rights"), (cast.eve, "ban"), (boss, "ban"), (boss, "rename")):
        client.post(act(row, name), {"reason": "Because.", "is_staff": "on", "name": "Fred"})
    assert list(AuditEntry.objects.exclude(act="look").values_list("act", flat=True)) == ["annul"]
    boss.refresh_from_db()
    assert boss.username == "Frank"


def test_nobody_else_comes_to_the_desk(client: Client, cast: Cast, finished: Match) -> None:
    pages = [review(finished), act(finished, "annul"), "/admin/", reverse("admin:games_flag_compute")]
    for user in (None, cast.alice, cast.eve):
        if user is not None:
            client.force_login(user)
        for page in pages:
            answer = client.post(page, {"reason": "Because."})
            assert answer.status_code in (302, 403), page
    assert Match.objects.get(pk=finished.pk).annulled_at is None


def test_no_form_changes_anything(desk: Client, cast: Cast, finished: Match) -> None:
    names = ("games_match", "games_report", "games_flag", "accounts_user", "accounts_auditentry", "accounts_sanction")
    for name in names:
        assert desk.get(reverse(f"admin:{name}_add")).status_code == 403, name
    for row in (finished, cast.bob):
        name = f"admin:{row._meta.app_label}_{row._meta.model_name}"
        assert desk.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403
        assert desk.post(reverse(f"{name}_change", args=[row.pk]), {"username": "x"}).status_code == 403


def test_matches_are_found(desk: Client, cast: Cast, finished: Match, running: Match) -> None:
    def found(**asked: str) -> set[str]:
        text = desk.get(reverse("admin:games_match_changelist"), asked).content.decode()
        return {match.code for match in (finished, running) if match.code in text}

    assert found(q="Dave") == {running.code}
    assert found(state__exact="finished") == {finished.code}
    assert found(q=finished.fingerprint) == {finished.code}
    assert found(rules="custom") == {finished.code}
    assert found(flag="pair") == set()
    assert desk.post(reverse("admin:games_flag_compute")).status_code == 302


def test_a_matchs_page_tells_what_it_is_and_leads_to_the_rest(
    desk: Client, cast: Cast, finished: Match, running: Match
) -> None:
    reports.report(match=finished, reporter=cast.bob, reported=cast.alice, kind="helped", words="So.")
    page = desk.get(reverse("admin:games_match_change", args=[finished.pk])).content.decode()
    fields = dict(re.findall(r'field-(\w+)">.*?<div class="readonly">(.*?)</div>', page, re.S))
    assert fields["stage"].startswith("finished")
    assert re.fullmatch(r"Alice \d+, Bob \d+", fields["score"])
    assert fields["terms"] == "friendly, public"
    assert re.fullmatch(r"All Fives \(classic\)(, 1 rule changed)?, target \d+", fields["book"])
    assert '<input type="text"' not in page
    assert "Reports (1)" in page
    links = re.findall(r'href="([^"]+)"', page.split('class="desk-acts"')[1].split("</nav>")[0])
    assert act(finished, "annul") in links
    for link in links:
        answer = desk.get(html.unescape(link))
        assert answer.status_code == 200, link
    listed = desk.get(html.unescape(next(link for link in links if "games/report" in link))).content.decode()
    assert "1 report" in listed
    other = desk.get(reverse("admin:games_match_change", args=[running.pk])).content.decode()
    assert "Reports (0)" in other
    assert "Alice + Bob" in other


def test_the_log_notes_who_looked(desk: Client, olga: User, finished: Match) -> None:
    desk.get(review(finished))
    desk.get(f"{review(finished)}?move=1.1")
    assert AuditEntry.objects.filter(act="look", actor=olga).count() == 1


def test_the_desk_tells_who_sits_there_that_another_must_act(desk: Client, olga: User, cast: Cast) -> None:
    match = open_table(cast.alice, olga)
    report = reports.report(match=match, reporter=cast.alice, reported=olga, kind="left")
    sentence = "You sat down at this table: only another member of staff may act upon it."
    for address in (review(match), reverse("admin:games_match_change", args=[match.pk])):
        page = desk.get(address).content.decode()
        assert sentence in page
        assert "/act/" not in page
    for row, name in ((match, "end"), (match, "robot"), (report, "dismiss"), (report, "close")):
        for ask in (desk.get, desk.post):
            assert sentence in ask(act(row, name), {"reason": "Mine."}, follow=True).content.decode()
    assert Match.objects.get(pk=match.pk).state == "running"
    assert Report.objects.get().state == "open"
