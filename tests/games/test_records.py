"""The record of a stored match, and rows that disagree with the rules."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.models import Match, Move, Round, Why
from games.services import records, seating
from games.services.tables import lock
from tests.cast import Cast, make_cast
from tests.conftest import Keep
from tests.tables import confirm_all, fresh, make_move, open_table, play_out_match, play_out_round, rules


def finished(cast: Cast) -> Match:
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=60)))


def verify_record(record: object) -> str:
    """What `verify_record` says of it."""
    out = StringIO()
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(json.dumps(record) + "\n")
        file.flush()
        with contextlib.suppress(SystemExit):
            call_command("verify_record", file.name, stdout=out)
    return out.getvalue().strip()


def test_the_record_of_a_match_holds(cast: Cast) -> None:
    match = finished(cast)
    record = records.export_record(match, cast.alice)
    assert verify_record(record) == "1 of 1 records hold"
    assert record["seats"] == [{"name": "Alice", "robot": None}, {"name": "Bob", "robot": None}]
    assert (record["winner"], record["end"]) == (match.winner_side, "target")
    assert len(record["rounds"]) == match.round_number


@pytest.mark.parametrize("viewer", ["alice", "bob", "eve", None])
def test_a_running_match_gives_its_finished_rounds_only(cast: Cast, viewer: str | None) -> None:  # B19
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=1000))
    who = getattr(cast, viewer) if viewer else None
    make_move(match)
    assert records.export_record(fresh(match), who)["rounds"] == []
    play_out_round(match)
    confirm_all(match)
    make_move(match)
    record = records.export_record(fresh(match), who)
    assert len(record["rounds"]) == 1
    assert (record["end"], record["winner"], record["why"]) == ("unfinished", None, "running")
    assert match.rounds.order_by("number").last().tiles.split() not in [row["tiles"] for row in record["rounds"]]
    assert verify_record(record) == "1 of 1 records hold"


def test_a_match_given_up_tells_why(cast: Cast) -> None:
    match = open_table(cast.alice, robots=["scorer"])
    with transaction.atomic():
        table = lock(match.pk)
        seating.close(table, Why.NOBODY_CAME)
        table.save()
    record = records.export_record(fresh(match), None)
    assert (record["end"], record["why"]) == ("unfinished", "nobody_came")
    assert record["seats"][1] == {"name": "Boxwood", "robot": "scorer"}
    assert record["rounds"][0]["end"] == "unfinished"
    assert verify_record(record) == "1 of 1 records hold"


# --- verify_matches


def verify(*codes: str) -> tuple[list[str], bool]:
    """The lines of `verify_matches`, and whether all matches hold."""
    out = StringIO()
    try:
        call_command("verify_matches", *codes, stdout=out)
    except CommandError:
        return out.getvalue().strip().splitlines(), False
    return out.getvalue().strip().splitlines(), True


def test_sound_matches_hold(cast: Cast) -> None:
    finished(cast)
    make_move(open_table(cast.alice, cast.bob))
    open_table(cast.carol)
    assert verify() == (["3 of 3 matches hold", "results and ratings hold"], True)


def spoil_points(match: Match) -> None:
    Move.objects.filter(pk=match.moves.filter(points__gt=0)[0].pk).update(points=35)


def spoil_count(match: Match) -> None:
    Move.objects.filter(pk=match.moves.filter(count__isnull=False)[0].pk).update(count=77)


def spoil_text(match: Match) -> None:
    Move.objects.filter(pk=match.moves.order_by("version")[1].pk).update(text="99")


def spoil_seat(match: Match) -> None:
    first = match.moves.order_by("version")[0]
    Move.objects.filter(pk=first.pk).update(seat=1 - first.seat)


def spoil_tiles(match: Match) -> None:
    row = match.rounds.first()
    Round.objects.filter(pk=row.pk).update(tiles=row.tiles[:-2] + row.tiles[:2])


def spoil_numbers(match: Match) -> None:
    last = match.moves.order_by("version").last()
    Move.objects.filter(pk=last.pk).update(number=last.number + 5)


def lose_a_move(match: Match) -> None:
    match.moves.order_by("version").last().delete()


def spoil_scores(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(scores=["0", "0.5"])


def spoil_settlement(match: Match) -> None:
    match.rounds.update(settlement=["1", "1"])


def spoil_end(match: Match) -> None:
    match.rounds.filter(number=1).update(end="blocked" if match.rounds.get(number=1).end != "blocked" else "domino")


def spoil_winner(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(winner_side=1 - match.winner_side)


def spoil_version(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(version=3, turn_version=1)


def spoil_ruleset(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(ruleset={**match.ruleset, "hand_size": 8})


@pytest.fixture(scope="module")
def stored(kept: Keep) -> tuple[int, int]:
    """A match that has begun, and one that is over."""

    def make() -> tuple[int, int]:
        cast = make_cast()
        sound, over = open_table(cast.alice, cast.bob), finished(cast)
        make_move(sound)
        return sound.pk, over.pk

    one, other = kept(make)
    return one, other


@pytest.mark.parametrize(
    "spoil",
    [spoil_points, spoil_count, spoil_text, spoil_seat, spoil_tiles, spoil_numbers, lose_a_move, spoil_scores,
     spoil_settlement, spoil_end, spoil_winner, spoil_version, spoil_ruleset],
)  # fmt: skip
def test_a_spoilt_row_is_reported(stored: tuple[int, int], db: None, spoil) -> None:  # type: ignore[no-untyped-def]
    sound, spoilt = (Match.objects.get(pk=pk) for pk in stored)
    spoil(spoilt)
    lines, holds = verify()
    assert not holds
    counted = lines.index("1 of 2 matches hold")  # after it the books of results are compared
    assert counted
    assert all(line.startswith(spoilt.code) for line in lines[:counted])
    assert verify(sound.code)[1]


def test_a_round_that_ends_while_the_record_is_read_has_all_its_moves_or_is_left_out(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=1000))
    play_out_round(match)
    confirm_all(match)
    asked = fresh(match)
    for step in ("_proofs", "_extra"):
        monkeypatch.setattr(records, step, played_on(match, getattr(records, step)))
    record = records.export_record(asked)
    assert all(row["moves"] for row in record["rounds"])
    assert verify_record(record) == "1 of 1 records hold"
    assert match.rounds.exclude(end="").count() == 3


def played_on(match: Match, step: Callable[[Match], Any]) -> Callable[[Match], Any]:
    """This step of a record, and a whole round that is played meanwhile."""

    def done(asked: Match) -> Any:
        play_out_round(match)
        confirm_all(match)
        return step(asked)

    return done
