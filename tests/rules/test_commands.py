"""simulate, verify_record and explain, as RECORD.md describes them."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules import reading
from games.rules.ruleset import PRESETS, preset_players
from tests.rules.test_layout import VECTORS

DATA = Path(__file__).parent.parent / "data" / "rules"


def run(*words: str, **options: Any) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


def verified(*files: Path | str) -> tuple[int, list[str]]:
    """The exit code of verify_record and the lines that it prints."""
    out = io.StringIO()
    try:
        call_command("verify_record", *map(str, files), stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_all_good_records_hold() -> None:
    assert verified(DATA / "good.jsonl") == (0, ["17 of 17 records hold"])


def test_no_spoilt_record_holds_and_each_fault_is_placed() -> None:
    code, lines = verified(DATA / "spoilt.jsonl")
    assert (code, len(lines), lines[-1]) == (1, 100, "0 of 99 records hold")
    assert all(f"spoilt.jsonl:{number}: round " in line for number, line in enumerate(lines[:-1], start=1))


def test_several_files_are_counted_together() -> None:
    code, lines = verified(DATA / "good.jsonl", DATA / "spoilt.jsonl")
    assert (code, lines[-1]) == (1, "17 of 116 records hold")


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((DATA / "good.jsonl").read_bytes())))
    assert verified("-") == (0, ["17 of 17 records hold"])


@pytest.mark.parametrize(
    ("content", "told"), [(b"", "no record"), (b"nonsense", "not JSON"), (b"[1]", "must be an object")]
)
def test_a_file_without_a_record_fails_with_a_sentence(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    code, lines = verified(file)
    assert (code, len(lines), lines[-1]) == (1, 2, "0 of 1 records hold")
    assert told in lines[0]


def test_a_file_that_cannot_be_opened_fails_with_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        code, lines = verified(path)
        assert (code, "cannot be read" in lines[0]) == (1, True)


def test_a_file_of_200_megabytes_is_refused_without_being_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.jsonl"
    with file.open("wb") as stream:
        os.truncate(stream.fileno(), 200 * 1024 * 1024)
    code, lines = verified(file)
    assert (code, lines) == (1, [f"{file}: a file may not be larger than 100 MB", "0 of 1 records hold"])
    assert reading.MAX_FILE_BYTES == 100 * 1024 * 1024


@pytest.mark.parametrize(("name", "players"), [(name, players) for name in PRESETS for players in preset_players(name)])
def test_simulated_matches_hold(tmp_path: Path, name: str, players: int) -> None:
    text = run("simulate", ruleset=name, players=players, matches=1, seed=7, max_rounds=3)
    file = tmp_path / "one.jsonl"
    file.write_text(text)
    assert verified(file) == (0, ["1 of 1 records hold"])


@pytest.mark.parametrize(("name", "players"), [(name, players) for name in PRESETS for players in preset_players(name)])
def test_simulated_matches_in_which_points_are_called_hold(tmp_path: Path, name: str, players: int) -> None:
    text = run("simulate", ruleset=name, players=players, matches=1, seed=7, max_rounds=15, calling=True)
    plays = [move for one in json.loads(text)["rounds"] for move in one["moves"] if "count" in move]
    assert any(move["claim"] for move in plays)
    assert any(move["muggins"] for move in plays)
    assert any(move["count"] and not move["count"] % 5 and not move["claim"] and not move["muggins"] for move in plays)
    file = tmp_path / "one.jsonl"
    file.write_text(text)
    assert verified(file) == (0, ["1 of 1 records hold"])


def test_matches_with_calling_are_the_same_for_a_seed_too() -> None:
    two = run("simulate", matches=2, seed=7, max_rounds=2, players=3, calling=True)
    assert run("simulate", matches=2, seed=7, max_rounds=2, players=3, calling=True) == two
    assert run("simulate", matches=2, seed=8, max_rounds=2, players=3, calling=True) != two


def test_a_seed_plays_the_same_matches_again_however_many() -> None:
    three = run("simulate", matches=3, seed=7, max_rounds=2).splitlines()
    assert run("simulate", matches=2, seed=7, max_rounds=2).splitlines() == three[:2]
    assert run("simulate", matches=3, seed=8, max_rounds=2).splitlines() != three
    assert len(set(three)) == 3


def test_a_match_that_goes_on_too_long_is_printed_as_unfinished() -> None:
    record = json.loads(run("simulate", ruleset="thoughtco", players=3, seed=1, max_rounds=2))
    assert (record["end"], record["winner"], len(record["rounds"])) == ("unfinished", None, 2)
    assert record["why"] == "stopped after 2 rounds"


def test_robots_sit_where_they_are_named() -> None:
    record = json.loads(run("simulate", players=4, robots="scorer,beginner", max_rounds=1))
    assert [seat["robot"] for seat in record["seats"]] == ["scorer", "beginner", "scorer", "beginner"]


def test_no_command_needs_a_database() -> None:
    """Any query fails in a test that has not asked for a database."""
    assert run("simulate", max_rounds=1)
    assert run("explain", "55")
    assert verified(DATA / "good.jsonl")[0] == 0


@pytest.mark.parametrize(
    "options",
    [
        {"ruleset": "chess"},
        {"ruleset": "latino", "players": 3},
        {"players": 7},
        {"robots": "counter"},
        {"robots": "scorer,scorer,scorer"},
        {"robots": ""},
        {"max_rounds": 0},
        {"matches": -1},
    ],
    ids=str,
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(CommandError) as refusal:
        run("simulate", **options)
    assert str(refusal.value)


def test_explain_says_what_every_end_gives() -> None:
    first, second = run("explain", "55", "50>55.L1").splitlines()
    assert first == "55: 10 = 10 (55, double), scores 10; open: 55.L1, 55.L2"
    assert second == "50>55.L1: 10 = 10 (55, double) + 0 (50), scores 10; open: 50.0, 55.L2"


def test_explain_prints_json() -> None:
    assert json.loads(run("explain", "55", "50>55.L1", json=True))[1] == {
        "move": "50>55.L1",
        "count": 10,
        "points": 10,
        "ends": [{"tile": "55", "gives": 10}, {"tile": "50", "gives": 0}],
        "open": ["50.0", "55.L2"],
    }


def test_explain_follows_the_ruleset() -> None:
    assert json.loads(run("explain", "55", ruleset="five_up", json=True))[0]["points"] == 2
    assert json.loads(run("explain", "51", "55*>51.5", ruleset="sniff", json=True))[1]["count"] == 6


#: The vectors whose rules some preset has.
EXPLAINED = [each for each in VECTORS if each["spinner"] == "first" and not each["exposed_sides_count"]]


@pytest.mark.parametrize("vector", EXPLAINED, ids=lambda each: each["id"])
def test_explain_counts_the_vectors(vector: dict[str, Any]) -> None:
    told = json.loads(run("explain", *vector["moves"], ruleset="sniff" if vector["lengthwise"] else "pagat", json=True))
    assert [each["count"] for each in told] == vector["counts"]
    assert told[-1]["open"] == vector["open_after"]


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (["60>55.L1"], "nothing on the table"),
        (["55", "60>55.L1"], "60 does not fit 55.L1"),
        (["55", "+50"], "only plays"),
        (["55", "-"], "only plays"),
        (["5"], "not a move"),
        (["55*"], "may not lie lengthwise"),
        (["55", "50>55.L1", "50>55.L2"], "lies on the table already"),
        (["55", "50"], "must be joined"),
    ],
)
def test_an_illegal_move_is_explained_in_one_sentence(moves: list[str], told: str) -> None:
    with pytest.raises(CommandError) as refusal:
        run("explain", *moves)
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_explain_knows_only_presets() -> None:
    with pytest.raises(CommandError, match="there is no ruleset"):
        run("explain", "55", ruleset="chess")
