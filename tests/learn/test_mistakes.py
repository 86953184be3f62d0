"""One's own mistakes, as reviews found them: they come back as puzzles, to whoever made them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.learning.puzzles import Position, Solved, Valued
from games.models import Choice, Match, Move, Puzzle, Puzzler, Review
from games.services import puzzle_store
from tests.cast import Cast
from tests.tables import open_table, play_out_match

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def mistake(cast: Cast) -> Choice:
    """A play of Alice's in a match that is over, which a review found to be a mistake."""
    match = play_out_match(open_table(cast.alice, cast.bob))
    review = Review.objects.get(match=match)  # it begins by itself
    for row in Move.objects.filter(match=match, user=cast.alice).select_related("round"):
        position = puzzle_store.position_at(match, row.round.number, row.number)
        if position is None or len(position.options) < 2:
            continue
        moves = [str(option) for option in position.options]
        best = next(move for move in moves if move != row.text)
        values = [
            {"play": move, "points": 0 if move == best else -7, "error": 1, "lost": 7 * (move != best), "lost_error": 1}
            for move in sorted(moves, key=lambda move: move != best)
        ]
        return Choice.objects.create(
            review=review, match=match, round_no=row.round.number, move_no=row.number, seat=row.seat, by=row.by,
            user=cast.alice, text=row.text, best=best, verdict="mistake", lots=400, lost=7, error=1, worth=-7,
            values=values,
        )  # fmt: skip
    raise AssertionError("Alice had nothing to choose")


def test_a_mistake_of_ones_own_comes_back_as_a_puzzle(cast: Cast, mistake: Choice) -> None:
    alice = signed_in(cast.alice)
    address = f"/puzzles/mistakes/{mistake.match.code}/{mistake.round_no}.{mistake.move_no}/"
    assert address in alice.get("/puzzles/mistakes/").content.decode()
    before = alice.get(address).content.decode()
    assert "What was better?" in before
    assert "in the match" not in before
    assert "As in the match" in alice.post(address, {"play": mistake.text}).content.decode()
    assert "Right: " in alice.post(address, {"play": mistake.best}).content.decode()
    assert not Puzzler.objects.exists()


def test_one_mistake_leads_to_the_next_older_one(cast: Cast, mistake: Choice) -> None:
    def address(choice: Choice) -> str:
        return f"/puzzles/mistakes/{choice.match.code}/{choice.round_no}.{choice.move_no}/"

    match = play_out_match(open_table(cast.alice, cast.bob))
    newer = Choice.objects.get(pk=mistake.pk)
    newer.pk, newer.match, newer.review = None, match, Review.objects.get(match=match)
    newer.save()
    alice = signed_in(cast.alice)
    assert alice.get(address(newer)).context["next"] == address(mistake)
    assert alice.get(address(mistake)).context["next"] == "/puzzles/mistakes/"


def test_a_mistake_near_the_target_comes_back_in_chances(cast: Cast, mistake: Choice) -> None:
    for value in mistake.values:
        value |= {"chance": 0.5 - value["lost"] / 100, "chance_lost": value["lost"] / 100, "chance_error": 0.01}
    Choice.objects.filter(pk=mistake.pk).update(near=True, chance_lost=0.07, lost=0, values=mistake.values)
    alice = signed_in(cast.alice)
    assert "7 % of winning the match" in alice.get("/puzzles/mistakes/").content.decode()
    address = f"/puzzles/mistakes/{mistake.match.code}/{mistake.round_no}.{mistake.move_no}/"
    told = alice.post(address, {"play": mistake.text}).content.decode()
    assert re.search("As in the match: [^<]* wins it in 43 % of all deals, [^<]* in 50 %.", told)
    assert "wins the match in 50 %" in alice.post(address, {"play": mistake.best}).content.decode()


def test_mistakes_are_nobody_else_s_business(cast: Cast, client: Client, mistake: Choice) -> None:
    address = f"/puzzles/mistakes/{mistake.match.code}/{mistake.round_no}.{mistake.move_no}/"
    bob = signed_in(cast.bob)
    assert bob.get(address).status_code == bob.post(address, {"play": mistake.best}).status_code == 404
    assert mistake.match.code not in bob.get("/puzzles/mistakes/").content.decode()
    assert client.get(address).status_code == 302


def test_what_was_met_at_tables_names_nobody(cast: Cast, mistake: Choice, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of a public match may become everybody's puzzle: without names, and never from a private one."""

    def found(position: Position, seed: int) -> Solved:
        moves = [str(option) for option in position.options]
        return Solved(tuple(Valued(move, -place, 1, 5.0 * place, 1) for place, move in enumerate(moves)), 400)

    monkeypatch.setattr(puzzle_store, "_solved", found)
    rows = [row for row in puzzle_store.met_at_tables() if row is not None]
    assert puzzle_store.store(rows=rows) == len(rows) == 1
    puzzle = Puzzle.objects.get(match=mistake.match)
    assert "Alice" not in signed_in(cast.bob).get(f"/puzzles/{puzzle.key}/").content.decode()
    Puzzle.objects.filter(match=mistake.match).delete()
    Match.objects.filter(pk=mistake.match_id).update(private=True)
    assert not list(puzzle_store.met_at_tables())
