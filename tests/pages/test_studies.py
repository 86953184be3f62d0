"""Records that people bring: checked first, kept as understood, seen by link, ended by their owner. # B26, C17"""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import past
from games.models import Match, Seat, StudyRecord
from games.rules.record import check
from games.services import studies
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

Browser = Callable[[User | None], Client]
DATA = Path(__file__).parents[1] / "data" / "rules"
GOOD = [json.loads(line) for line in (DATA / "good.jsonl").read_text(encoding="utf-8").splitlines()]
SPOILT = [json.loads(line) for line in (DATA / "spoilt.jsonl").read_text(encoding="utf-8").splitlines()]


def sent(client: Client, content: bytes | str, name: str = "record.json") -> Any:
    data = content if isinstance(content, bytes) else content.encode()
    upload = io.BytesIO(data)
    upload.name = name
    return client.post("/matches/upload/", {"file": upload})


def changed(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD[0]), **changes}


def test_a_record_becomes_a_study_with_a_link(cast: Cast, browser: Browser) -> None:
    answer = sent(browser(cast.alice), json.dumps(GOOD[0]))
    study = StudyRecord.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/study/{study.token}/")
    assert study.owner == cast.alice
    text = browser(None).get(f"/study/{study.token}/?move=1.2").content.decode()
    assert 'data-move="1.2"' in text
    assert f"/study/{study.token}/1.2.png" in text
    assert browser(None).get(f"/study/{study.token}/1.2.png").status_code == 200


def test_our_own_file_is_read_back(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=30)))
    record = browser(cast.alice).get(f"/t/{match.code}/record/").content
    assert sent(browser(cast.eve), record).status_code == 302
    kept = StudyRecord.objects.get().record
    assert check(kept).match == check(json.loads(record)).match


def test_a_pasted_text_will_do(cast: Cast, browser: Browser) -> None:
    assert browser(cast.alice).post("/matches/upload/", {"text": json.dumps(GOOD[1])}).status_code == 302
    assert StudyRecord.objects.count() == 1


def test_a_file_of_many_is_a_study_each(cast: Cast, browser: Browser) -> None:
    answer = sent(browser(cast.alice), "\n".join(map(json.dumps, GOOD[:5])))
    assert (answer.status_code, answer["Location"]) == (302, "/matches/upload/")
    assert StudyRecord.objects.count() == 5


def test_nothing_of_a_study_is_history(cast: Cast, browser: Browser) -> None:
    sent(browser(cast.alice), json.dumps(GOOD[0]))
    assert (Match.objects.count(), Seat.objects.count()) == (0, 0)
    assert "You have not finished a match yet." in browser(cast.alice).get("/matches/").content.decode()


@pytest.mark.parametrize("index", range(len(SPOILT)))
def test_a_spoilt_record_is_refused_with_its_fault(cast: Cast, index: int) -> None:
    spoilt = SPOILT[index]
    with pytest.raises(studies.BadUpload) as bad:
        studies.upload(user=cast.alice, content=json.dumps(spoilt).encode())
    assert bad.value.fault
    assert StudyRecord.objects.count() == 0


def test_the_page_names_line_round_and_move(cast: Cast, browser: Browser) -> None:
    bad = copy.deepcopy(GOOD[1])
    plays = [n for n, move in enumerate(bad["rounds"][0]["moves"]) if "count" in move]
    bad["rounds"][0]["moves"][plays[2]]["count"] += 1
    answer = sent(browser(cast.alice), f"{json.dumps(GOOD[0])}\n{json.dumps(bad)}")
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "The record in line 2 does not hold, so nothing was added." in text
    assert f"round 1, move {plays[2] + 1} (" in text
    assert StudyRecord.objects.count() == 0


@pytest.mark.parametrize(
    "content, said",
    [
        (b"", "There is no record in it."),
        (b"\n \n", "There is no record in it."),
        (b"\xff\xfe", "does not hold"),
        (b"[" * 100_000, "does not hold"),
        (b"null", "does not hold"),
        (b"x" * (2 * 1024 * 1024 + 1), "larger than 2 MB"),
        (b"{}\n" * 3, "does not hold"),
    ],
)
def test_what_is_no_record_is_refused_in_words(cast: Cast, browser: Browser, content: bytes, said: str) -> None:
    answer = sent(browser(cast.alice), content)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_at_most_two_hundred_matches_come_at_once(cast: Cast) -> None:
    short = changed(rounds=[], winner=None, end="unfinished", why="stopped")
    with pytest.raises(studies.BadUpload, match="many"):
        studies.upload(user=cast.alice, content="\n".join([json.dumps(short)] * 201).encode())


def test_a_match_has_an_end(cast: Cast) -> None:
    with pytest.raises(studies.BadUpload, match="long"):
        studies.upload(user=cast.alice, content=json.dumps(changed(rounds=[{}] * 251)).encode())


def test_a_study_is_checked_once_and_not_at_every_step(
    cast: Cast, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = studies.upload(user=cast.alice, content=json.dumps(GOOD[0]).encode())[0].token
    client = browser(None)
    assert client.get(f"/study/{token}/?move=1.1").status_code == 200
    monkeypatch.setattr(past, "check", None)
    assert client.get(f"/study/{token}/?move=1.2").status_code == 200


def test_what_is_kept_in_memory_has_a_bound() -> None:
    kept: past._Memo[past.Trace] = past._Memo(10)
    one = past.Trace((None,) * 6, {}, {}, ())  # type: ignore[arg-type]
    for number in range(3):
        kept.get_or(("a", number), lambda: one)
    assert list(kept._known) == [("a", 2)]


def test_a_record_without_a_round_shows_nothing(cast: Cast) -> None:
    short = changed(rounds=[], winner=None, end="unfinished", why="stopped")
    with pytest.raises(studies.BadUpload, match="no rounds"):
        studies.upload(user=cast.alice, content=json.dumps(short).encode())


def test_there_is_an_end_to_what_one_person_keeps(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MAX_STUDIES", 1)
    studies.upload(user=cast.alice, content=json.dumps(GOOD[0]).encode())
    with pytest.raises(studies.BadUpload, match="full"):
        studies.upload(user=cast.alice, content=json.dumps(GOOD[1]).encode())


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }}",
    "\u202eevil",
    "a\nb\x07c",
    "x" * 5000,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_short_plain_text(cast: Cast, browser: Browser, name: str) -> None:
    record = changed()
    record["seats"][0]["name"] = name
    record["seats"][1]["robot"] = name
    token = studies.upload(user=cast.alice, content=json.dumps(record).encode())[0].token
    kept = StudyRecord.objects.get().record["seats"]
    assert len(kept[0]["name"]) <= studies.LONGEST_NAME
    assert not set(kept[0]["name"]) & set("\u202e\n\x07")
    for address in (f"/study/{token}/", f"/study/{token}/?move=1.1", "/matches/upload/"):
        text = browser(cast.alice).get(address).content.decode()
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert "\u202e" not in text


def test_extra_keys_are_left_behind(cast: Cast) -> None:
    record = changed(evil={"deep": [1] * 1000}, why_not="?")
    record["rounds"][0]["deal"] = {"secret": "x"}
    record["rounds"][0]["moves"][0] |= {"by": "clock", "at": "now", "html": "<b>"}
    studies.upload(user=cast.alice, content=json.dumps(record).encode())
    kept = StudyRecord.objects.get().record
    assert set(kept) <= {"format", "version", "ruleset", "seats", "rounds", "winner", "end", "why"}
    assert "deal" not in kept["rounds"][0]
    assert set(kept["rounds"][0]["moves"][0]) == {"seat", "move", "count", "points", "by"}
    assert "html" not in json.dumps(kept)


def test_who_chose_is_kept_where_our_files_say_it(cast: Cast, browser: Browser) -> None:
    record = changed()
    record["rounds"][0]["moves"][0]["by"] = "clock"
    token = studies.upload(user=cast.alice, content=json.dumps(record).encode())[0].token
    assert "had run out" in browser(None).get(f"/study/{token}/?move=1.1").content.decode()


def test_the_record_of_a_study_can_be_taken_away_again(cast: Cast, browser: Browser) -> None:
    token = studies.upload(user=cast.alice, content=json.dumps(GOOD[0]).encode())[0].token
    answer = browser(None).get(f"/study/{token}/record/")
    assert check(json.loads(answer.content)).match == check(GOOD[0]).match


def test_only_the_owner_deletes(cast: Cast, browser: Browser) -> None:
    token = studies.upload(user=cast.alice, content=json.dumps(GOOD[0]).encode())[0].token
    assert browser(cast.bob).post(f"/study/{token}/delete/").status_code == 404
    assert browser(None).post(f"/study/{token}/delete/").status_code == 302
    assert StudyRecord.objects.count() == 1
    assert browser(cast.alice).post(f"/study/{token}/delete/").status_code == 302
    assert StudyRecord.objects.count() == 0
    assert browser(cast.alice).get(f"/study/{token}/").status_code == 404


def test_a_study_lists_itself_to_its_owner_alone(cast: Cast, browser: Browser) -> None:
    token = studies.upload(user=cast.alice, content=json.dumps(GOOD[0]).encode())[0].token
    assert token in browser(cast.alice).get("/matches/upload/").content.decode()
    assert token not in browser(cast.bob).get("/matches/upload/").content.decode()


def test_who_is_not_signed_in_is_asked_to(browser: Browser, db: None) -> None:
    assert browser(None).get("/matches/upload/")["Location"].startswith("/accounts/login/")
    assert sent(browser(None), "{}").status_code == 302


def test_a_file_is_taken_at_this_one_address(cast: Cast, browser: Browser) -> None:
    upload = io.BytesIO(b"{}")
    upload.name = "x.json"
    assert browser(cast.alice).post("/play-now/", {"file": upload}).status_code == 400
    two = [io.BytesIO(b"{}"), io.BytesIO(b"{}")]
    for number, one in enumerate(two):
        one.name = f"{number}.json"
    assert browser(cast.alice).post("/matches/upload/", {"file": two}).status_code == 400
