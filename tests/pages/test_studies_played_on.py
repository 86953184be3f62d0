"""What if, from a record that somebody brought along: as from a match that was played here."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import my_data, verification
from games.models import Match, MoveBy, Prescription, StudyRecord
from games.rules.record import check
from games.services import errors, studies, what_if
from games.services.records import export_record
from tests.cast import Cast
from tests.games.test_what_if import play_out, played_match
from tests.tables import Clock, state_of, texts

FORM = {"move": "1.5", "seat": "0", "robot": "careful", "tiles": "same"}


def brought(record: dict[str, Any], cast: Cast) -> StudyRecord:
    """Bob has uploaded it."""
    return StudyRecord.objects.create(owner=cast.bob, record=studies.canonical(studies.Read(record, check(record))))


@pytest.fixture
def study(cast: Cast, clock: Clock) -> StudyRecord:
    return brought(export_record(played_match(cast, rounds=2)), cast)


def begun(client: Client, study: StudyRecord, **form: str) -> Match:
    answer = client.post(f"/study/{study.token}/play-on/", FORM | form)
    assert answer.status_code == 302, answer.content
    return Match.objects.get(code=answer["Location"].split("/")[2])


def left_by_eve(study: StudyRecord, cast: Cast, *, move: int, number: int = 1, seat: int, anew: bool) -> Match:
    return what_if.play_on_study(
        study=study, user=cast.eve, round_number=number, move=move, seat=seat, robot="careful", anew=anew
    )


def test_the_study_leads_to_the_table_and_the_table_to_both_courses(
    study: StudyRecord, newcomer: Client, clock: Clock
) -> None:
    address = f"/study/{study.token}/play-on/"
    assert f"{address}?move=1.5" in newcomer.get(f"/study/{study.token}/?move=1.5").content.decode()
    page = newcomer.get(f"{address}?move=1.5").content.decode()
    assert f'action="{address}"' in page
    assert "Share this deal" not in page
    branch = begun(newcomer, study)
    assert "it goes on from round 1" in newcomer.get(f"/t/{branch.code}/").content.decode()
    over = play_out(branch, clock)
    both = newcomer.get(f"/m/{over.code}/compared/").content.decode()
    assert f'href="/study/{study.token}/?move=' in both
    assert f'href="{address}?move=' in both
    assert newcomer.post(f"/m/{over.code}/play-on/again/").status_code == 302
    assert "Your what-ifs from this study" in newcomer.get(address).content.decode()


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize(
    ("name", "players", "settings"),
    [("pagat", 3, {}), ("latino", 4, {}), ("sniff", 2, {}), ("muggins", 2, {"calling": "muggins"})],
)
def test_it_ends_with_its_round_and_its_rows_hold(
    cast: Cast, clock: Clock, name: str, players: int, settings: dict[str, object], anew: bool
) -> None:
    match = played_match(cast, players, name, rounds=2, **settings)
    branch = left_by_eve(brought(export_record(match), cast), cast, number=2, move=4, seat=players - 1, anew=anew)
    assert verification.faults_of(branch) == []
    assert branch.rounds.get(number=1).scores == match.rounds.get(number=1).scores
    assert set(branch.moves.values_list("by", "user")) <= {(MoveBy.PAST, None), (MoveBy.FORCED, None)}
    over = play_out(branch, clock)
    assert verification.faults_of(over) == []
    check(export_record(over))
    assert over.prescription.gained is not None


def test_it_stands_as_from_the_match_itself(cast: Cast, clock: Clock) -> None:
    match = played_match(cast)
    there = what_if.play_on(match=match, user=cast.eve, round_number=1, move=6, seat=1, robot="careful", anew=False)
    here = left_by_eve(brought(export_record(match), cast), cast, move=6, seat=1, anew=False)
    assert (texts(here), state_of(here)) == (texts(there), state_of(there))


def test_a_round_that_was_left_in_its_middle_is_played_to_its_end(cast: Cast, clock: Clock, newcomer: Client) -> None:
    """They went home: what the club would have liked to know."""
    record = export_record(played_match(cast))
    played = record["rounds"][0]
    cut = {**played, "moves": played["moves"][:6], "end": "unfinished", "settlement": [0, 0]}
    cut["scores"] = [sum(move.get("points", 0) for move in cut["moves"] if move["seat"] == seat) for seat in (0, 1)]
    study = brought({**record, "rounds": [cut], "why": "we went home"}, cast)
    over = play_out(begun(newcomer, study, move="1.4"), clock)
    assert verification.faults_of(over) == []
    assert "Then and now" in newcomer.get(f"/m/{over.code}/compared/").content.decode()


def test_when_the_study_is_gone_the_what_if_stays(study: StudyRecord, newcomer: Client, clock: Clock) -> None:
    over = play_out(begun(newcomer, study), clock)
    study.delete()
    assert newcomer.get(f"/m/{over.code}/compared/")["Location"] == f"/m/{over.code}/"
    assert newcomer.post(f"/m/{over.code}/play-on/again/").status_code == 404
    assert Prescription.objects.get().study is None


@pytest.mark.parametrize("move", ["9.1", "1.999", "x", "0.1"])
def test_there_is_no_such_move(study: StudyRecord, newcomer: Client, move: str) -> None:
    assert newcomer.get(f"/study/{study.token}/play-on/?move={move}").status_code == 404


@pytest.mark.parametrize("form", [{"seat": "2"}, {"robot": "nobody"}, {"tiles": ""}], ids=str)
def test_a_bad_form_is_shown_again(study: StudyRecord, newcomer: Client, form: dict[str, str]) -> None:
    assert newcomer.post(f"/study/{study.token}/play-on/", FORM | form).status_code == 400
    assert not Prescription.objects.exists()


def test_from_a_forced_move_one_gets_to_the_next_choice(study: StudyRecord) -> None:
    for number, played in enumerate(study.record["rounds"], start=1):
        for place, move in enumerate(played["moves"], start=1):
            if move["move"][0] == "+":
                assert what_if.fork_of_study(study, number, place).move > place
    with pytest.raises(errors.NoSuchMove):
        what_if.fork_of_study(study, 1, 999)


def test_it_is_among_ones_data(study: StudyRecord, cast: Cast) -> None:
    left_by_eve(study, cast, move=5, seat=0, anew=True)
    given = dict(my_data.about(cast.eve))["given deals"]
    assert [(row["match__prescribed"], row["study__token"], row["anew"]) for row in given] == [
        ("what_if", study.token, True)
    ]
