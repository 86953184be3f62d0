"""The desk in words that somebody who has never seen it understands, and for ears: names, captions, landmarks. # D47"""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, User
from games.models import Match
from games.services import desk as acts
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

pytestmark = pytest.mark.django_db
LISTS = sorted(admin.site._registry, key=lambda model: model._meta.label)
#: Words of programs that Django shows where nobody has found better ones.
ENGLISH = {"state", "kind", "created at", "rated", "private", "version", "number", "seat", "user", "words", "reason",
           "at", "end", "leader", "key", "family", "actor", "since", "owner"}  # fmt: skip
RAW = ("By Empty", "Not empty", "Empty", "By near", ">Near<", "scorer", "open_hands", "end_match", "undo_annulment")


@pytest.fixture
def match(cast: Cast) -> Match:
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))


def read(desk: Client, path: str) -> str:
    return desk.get(path, follow=True).content.decode()


def test_no_list_shows_a_program_its_own_words(desk: Client, olga: User, match: Match) -> None:
    acts.annul(actor=olga, match=match, reason="They shared a screen.")
    acts.undo_annulment(actor=olga, match=match, reason="They did not.")
    for model in LISTS:
        text = read(desk, reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
        shown = re.sub(r'href="[^"]*"', "", text)
        assert [word for word in RAW if word in shown] == [], model


def test_robots_have_their_names(desk: Client, cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=2), robots=["scorer"])
    for page in (reverse("admin:games_match_changelist"), reverse("admin:games_match_change", args=[match.pk])):
        text = read(desk, page)
        assert "Boxwood" in text
        assert "scorer" not in text


def test_the_log_begins_without_looks_and_has_them_where_one_is_asked_about(
    desk: Client, olga: User, match: Match
) -> None:
    desk.get(reverse("admin:games_match_review", args=[match.pk]))
    desk.get(reverse("admin:games_round_change", args=[match.rounds.all()[0].pk]))
    desk.get(reverse("admin:games_move_changelist"))
    looks = AuditEntry.objects.filter(actor=olga, act="look").values_list("subject", flat=True)
    assert sorted(looks) == ["list of move", f"match {match.code}"]
    acts.annul(actor=olga, match=match, reason="They shared a screen.")
    log = reverse("admin:accounts_auditentry_changelist")
    text = read(desk, log)
    assert "annulled the match" in text
    assert f'<a href="/admin/games/match/?q={match.code}">' in text
    assert "Looked at in the admin." not in text
    for asked in ("did=all", "did=look", f"subject=match+{match.code}"):
        assert "Looked at in the admin." in read(desk, f"{log}?{asked}"), asked
    assert "They shared a screen." not in read(desk, f"{log}?did=look")


def test_lists_have_captions_and_landmarks_names(desk: Client, match: Match) -> None:
    text = read(desk, reverse("admin:games_match_changelist"))
    assert '<caption class="visually-hidden">Matches</caption>' in text
    named = re.findall(r"<nav ([^>]*)>", text)
    assert len(named) >= 3
    assert all("aria-label" in one for one in named)
    assert text.count("<h1") == 1
    for page in ("/admin/", reverse("admin:games_match_review", args=[match.pk])):
        regions = re.findall(r"<div class=[^>]*tabindex=\"0\"[^>]*>", read(desk, page))
        assert regions
        assert all('role="region"' in one and "aria-label" in one for one in regions), page


def test_in_portuguese_too(desk: Client, match: Match) -> None:
    User.objects.filter(username="Olga").update(language="pt-br")
    desk.cookies["django_language"] = "pt-br"
    text = read(desk, reverse("admin:games_match_changelist"))
    assert 'alt="Buscar"' in text
    assert "<h1>Partidas</h1>" in text
    for model in LISTS:
        shown = read(desk, reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
        words = re.findall(r'class="text">(?:<a[^>]*>|<span>)([^<]+)|<summary>\s*Por ([^<]+)', shown)
        said = {(one or other).strip().lower() for one, other in words}
        assert said.isdisjoint(ENGLISH), (model, said & ENGLISH)
    assert ">Análise</a>" in text


def test_what_was_done_is_told_at_once(desk: Client, match: Match) -> None:
    path = reverse("admin:games_match_act", args=[match.pk, "annul"])
    answer = desk.post(path, {"reason": "Because.", "next": "/admin/"}, follow=True)
    assert '<ul class="messagelist" role="status">' in answer.content.decode()


def test_the_review_calls_robots_by_their_names_and_no_seat_is_chosen_in_a_hurry(desk: Client, cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=2), robots=["scorer"])
    seats = read(desk, reverse("admin:games_match_review", args=[match.pk])).split('id="seats-title"')[1]
    assert "<td>Boxwood</td>" in seats.split("</table>")[0]
    act = reverse("admin:games_match_act", args=[match.pk, "robot"])
    assert '<option value="" selected>' in read(desk, act)
    answer = desk.post(act, {"seat": "", "reason": "He has a power cut."})
    assert (answer.status_code, match.seats.filter(left=True).count()) == (200, 0)
    desk.post(act, {"seat": "0", "reason": "He has a power cut."})
    seats = read(desk, reverse("admin:games_match_review", args=[match.pk])).split('id="seats-title"')[1]
    assert "a robot for the person: Bone" in seats.split("</table>")[0]
