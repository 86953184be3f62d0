"""Reporting from the table, the replay and a profile; who may, whom, how often. # B54"""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import AuditEntry, Notice, User
from games.models import Match, Report
from games.services import errors, reports
from tests.cast import Cast
from tests.tables import Clock, open_table, play_out_match, standing_clock

KINDS = ("left", "helped", "abuse", "score")


@pytest.fixture
def match(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, match: Match) -> str:
    return client.get(f"/t/{match.code}/report/").content.decode()


def test_alice_reports_bob_from_the_table(match: Match, cast: Cast) -> None:
    client = signed_in(cast.alice)
    assert f"/t/{match.code}/report/" in client.get(f"/t/{match.code}/").content.decode()
    assert "Bob" in page(client, match)
    sent = client.post(f"/t/{match.code}/report/", {"kind": "left", "who": "1", "words": "He waits each time."})
    assert "Thank you. Your report is with the site." in sent.content.decode()
    row = Report.objects.get()
    assert (row.kind, row.match, row.reporter, row.reported) == ("left", match, cast.alice, cast.bob)
    assert row.words == "He waits each time."
    assert row.state == "open"


def test_with_htmx_the_form_alone_is_answered(match: Match, cast: Cast) -> None:
    client = signed_in(cast.alice)
    headers = {"HX-Request": "true"}
    sent = client.post(f"/t/{match.code}/report/", {"kind": "abuse", "who": "1"}, headers=headers)
    assert sent.content.decode().startswith('<div id="report"')
    assert "<html" not in sent.content.decode()
    again = client.post(f"/t/{match.code}/report/", {"kind": "left", "who": "1"}, headers=headers)
    assert again.status_code == 409
    assert "You have reported this already." in again.content.decode()


def test_the_replay_and_the_profile_lead_there(match: Match, cast: Cast) -> None:
    over = play_out_match(match)
    client = signed_in(cast.alice)
    assert f"/t/{over.code}/report/" in client.get(f"/m/{over.code}/").content.decode()
    assert f"/t/{over.code}/report/" not in signed_in(cast.eve).get(f"/m/{over.code}/").content.decode()
    assert "/players/Bob/report/" in client.get("/players/Bob/").content.decode()
    assert client.get("/players/Bob/report/")["Location"] == f"/t/{over.code}/report/?who=1"
    another = open_table(cast.bob, cast.alice)
    chosen = client.get("/players/Bob/report/").content.decode()
    assert chosen.index(f"/t/{another.code}/report/?who=0") < chosen.index(f"/t/{over.code}/report/?who=1")


def test_of_the_score_nobody_is_accused(match: Match, cast: Cast) -> None:
    signed_in(cast.alice).post(f"/t/{match.code}/report/", {"kind": "score", "who": "1"})
    assert Report.objects.get().reported is None


@pytest.mark.parametrize(("form", "sentence"), [
    ({}, "Choose what is wrong."),
    ({"kind": "left"}, "Choose who it was."),
    ({"kind": "cheat", "who": "1"}, "Select a valid choice"),
])  # fmt: skip
def test_an_incomplete_report_is_given_back(match: Match, cast: Cast, form: dict[str, str], sentence: str) -> None:
    sent = signed_in(cast.alice).post(f"/t/{match.code}/report/", form)
    assert sent.status_code == 422
    assert sentence in sent.content.decode()
    assert not Report.objects.exists()


def test_nobody_reports_himself_or_a_robot(cast: Cast) -> None:
    match = open_table(cast.alice, robots={1: "careful"})
    client = signed_in(cast.alice)
    robot = client.post(f"/t/{match.code}/report/", {"kind": "helped", "who": "1"})
    assert robot.status_code == 409
    assert "Robots cannot be reported" in robot.content.decode()
    himself = client.post(f"/t/{match.code}/report/", {"kind": "helped", "who": "0"})
    assert himself.status_code == 409
    assert "You cannot report yourself." in himself.content.decode()
    sent_back = signed_in(cast.alice).get("/players/Alice/report/", follow=True)
    assert "You cannot report yourself." in sent_back.content.decode()
    assert not Report.objects.exists()


def test_where_only_robots_play_the_score_can_be_reported(cast: Cast) -> None:
    match = open_table(cast.alice, robots={1: "careful"})
    shown = page(signed_in(cast.alice), match)
    assert "Something is wrong with the score" in shown
    assert "Left, or stalled" not in shown
    assert shown.count('name="kind"') == shown.count("checked") == 1  # what alone can be chosen is chosen
    signed_in(cast.alice).post(f"/t/{match.code}/report/", {"kind": "score"})
    assert Report.objects.get().kind == "score"


def test_who_never_met_reports_nobody(match: Match, cast: Cast) -> None:
    client = signed_in(cast.eve)
    assert client.get(f"/t/{match.code}/report/").status_code == 403
    sent = client.post(f"/t/{match.code}/report/", {"kind": "left", "who": "1"})
    assert sent.status_code == 403
    assert "You can report people whom you sat at a table with" in sent.content.decode()
    sent_back = client.get("/players/Bob/report/", follow=True)
    assert "You can report people whom you sat at a table with" in sent_back.content.decode()
    with pytest.raises(errors.NeverMet):
        reports.report(match=match, reporter=cast.alice, reported=cast.eve, kind="left")
    assert Client().get(f"/t/{match.code}/report/").status_code == 302
    assert not Report.objects.exists()


def test_ten_reports_a_day_and_not_one_more(cast: Cast) -> None:
    with standing_clock() as clock:
        matches = [open_table(cast.alice, cast.bob) for _ in range(11)]
        for match in matches[:10]:
            reports.report(match=match, reporter=cast.alice, reported=cast.bob, kind="left")
        with pytest.raises(errors.TooManyReports):
            reports.report(match=matches[10], reporter=cast.alice, reported=cast.bob, kind="left")
        reports.report(match=matches[10], reporter=cast.bob, reported=cast.alice, kind="left")
        clock.pass_by(24 * 3600)
        reports.report(match=matches[10], reporter=cast.alice, reported=cast.bob, kind="left")
    assert Report.objects.count() == 12


@pytest.mark.parametrize("settle", [reports.dismiss, reports.close])
def test_the_reporter_hears_that_it_was_looked_at_and_no_more(
    match: Match, cast: Cast, clock: Clock, settle: object
) -> None:
    cast.eve.is_staff = True
    cast.eve.save()
    row = reports.report(match=match, reporter=cast.alice, reported=cast.bob, kind="left")
    assert callable(settle)
    closed = settle(actor=cast.eve, report=row, reason="He had lost his connection.")
    assert closed.closed_by == cast.eve
    with pytest.raises(errors.ReportClosed):
        settle(actor=cast.eve, report=row, reason="Once more.")
    client = signed_in(cast.alice)
    shown = client.get("/reports/").content.decode()
    assert "Your report was looked at. Thank you." in shown
    assert '<span class="tag">looked at</span>' in shown
    assert "connection" not in shown
    notice = Notice.objects.get(user=cast.alice)
    assert signed_in(cast.bob).post(f"/accounts/notices/{notice.pk}/").status_code == 302
    assert "Your report was looked at." in client.get("/reports/").content.decode()
    client.post(f"/accounts/notices/{notice.pk}/", {"next": "/reports/"})
    assert "Your report was looked at." not in client.get("/reports/").content.decode()
    assert not Notice.objects.filter(user=cast.bob).exists()
    entry = AuditEntry.objects.get()
    assert (entry.user, entry.subject) == (cast.bob, f"match {match.code}")


def test_the_pages_speak_portuguese(match: Match, cast: Cast) -> None:
    client = signed_in(cast.alice)
    client.cookies["django_language"] = "pt-br"
    shown = page(client, match)
    assert "O que está errado?" in shown
    sent = client.post(f"/t/{match.code}/report/", {"kind": "left", "who": "1"}).content.decode()
    assert "Obrigado" in sent
