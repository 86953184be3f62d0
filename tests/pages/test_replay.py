"""Looking back: every position is the rules' own, nothing of a round that is being played is in it. # B19, D48"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games import replay
from games.models import Deal, Match, Move, MoveBy, Round, Seat
from games.past import past_match
from games.presenters.past import replay_page
from games.rules import matches
from games.rules.matches import MatchState
from games.rules.notation import parse_move
from games.rules.retrace import Spot
from games.rules.sight import sight_of
from games.rules.tiles import TILES
from games.words.tiles import figure
from tests.cast import Cast, make_cast
from tests.conftest import Keep
from tests.pages.secrets import SPRITE, hidden_from, leaks
from tests.season import almost
from tests.tables import confirm_all, fresh, make_move, open_table, play_out_match, play_out_round, rules

Browser = Callable[[User | None], Client]
HTMX = {"HX-Request": "true"}
SENTENCES = re.compile(r'<ol class="sentences">.*?</ol>', re.DOTALL)
META = re.compile(r"<meta [^>]*>|<title>.*?</title>")


@pytest.fixture(scope="module")
def played(kept: Keep) -> int:
    """Alice and Bob, played to the end, once for all tests of this file."""

    def make() -> int:
        cast = make_cast()
        return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=100))).pk

    return int(kept(make))


@pytest.fixture
def match(played: int, db: None) -> Match:
    return Match.objects.get(pk=played)


def body(client: Client, address: str) -> str:
    answer = client.get(address, headers=HTMX)
    assert answer.status_code == 200, address
    return answer.content.decode()


def folded(match: Match) -> list[tuple[Spot, MatchState]]:
    """Every position, folded here from the rows by the rules alone."""
    value, found = matches.new_match(replay.ruleset_of(match.ruleset)), []
    for row in Round.objects.filter(match=match).order_by("number"):
        value = matches.start_round(value, replay.tiles_of(row), row.leader, row.leader_by).match
        found.append((Spot(row.number, 0), value))
        for move in Move.objects.filter(round=row).order_by("number"):
            value = matches.play(value, parse_move(move.text)).match
            found.append((Spot(row.number, move.number), value))
    return found


def test_the_replay_is_what_the_rules_fold(match: Match) -> None:
    past = past_match(match.code, None)
    expected = folded(match)
    assert [(at.spot, at.match) for at in past.positions] == expected
    for index, (spot, value) in enumerate(expected):
        step = replay_page(past, index, "all").step
        state = value.round
        assert state is not None
        assert step.spot == spot
        assert [tile.id for tile in step.boards[0].tiles] == [str(play.tile) for play in state.layout.placements]
        hands = {hand.name: sorted(tile.id for tile in hand.tiles) for hand in (*step.above, step.below)}
        assert hands == {name: sorted(map(str, state.hand(seat))) for seat, name in enumerate(("Alice", "Bob"))}
        assert [side.score for side in step.sides] == [figure(score) for score in value.scores]


def test_every_move_has_an_address_of_its_own(match: Match, browser: Browser) -> None:
    client = browser(None)
    for spot, _value in folded(match)[::7]:
        text = client.get(f"/m/{match.code}/?move={spot}").content.decode()
        assert f'data-move="{spot}"' in text
        assert f'property="og:image" content="http://testserver/m/{match.code}/{spot}.png"' in text


@pytest.mark.parametrize(
    "move", ["1", "1.", "0.1", "1.999", "99.1", "1.-1", "1.٣", "a", "1.1.1", "9" * 5000, "1.01", ""]
)
def test_other_moves_are_not_found(match: Match, browser: Browser, move: str) -> None:
    assert browser(None).get(f"/m/{match.code}/", {"move": move}).status_code == 404


def test_a_step_is_a_part_of_the_page_and_is_kept(match: Match, browser: Browser) -> None:
    client = browser(None)
    page = client.get(f"/m/{match.code}/?move=1.3")
    step = client.get(f"/m/{match.code}/?move=1.3", headers=HTMX)
    assert b"<html" in page.content
    assert b"<html" not in step.content
    assert step["Cache-Control"] == "private, max-age=15"  # for longer once it is reviewed
    assert "HX-Request" in step["Vary"]
    assert page["Cache-Control"] == "no-store"


def test_the_ends_of_the_way_are_no_links(match: Match, browser: Browser) -> None:
    spots = [spot for spot, _value in folded(match)]
    first, last = (body(browser(None), f"/m/{match.code}/?move={spot}") for spot in (spots[0], spots[-1]))
    off = re.compile(r'id="key-(\w+)" (?:aria-label="[^"]*" )?role="link" aria-disabled="true"')
    assert off.findall(first) == ["first", "back"]
    assert off.findall(last) == ["next", "last"]


def test_the_way_leads_from_round_to_round(match: Match, browser: Browser) -> None:
    end = max(spot for spot, _value in folded(match) if spot.round_no == 1)
    text = body(browser(None), f"/m/{match.code}/?move={end}")
    assert re.search(r'id="key-next" [^>]*href="\?move=2\.0"', text)


# --- nothing of a round that is being played ---


def viewers(match: Match, cast: Cast) -> list[User | None]:
    turn = fresh(match).turn_seat or 0
    order = [cast.alice, cast.bob]
    return [order[turn], order[1 - turn], cast.eve, None]


def stripped(text: str) -> str:
    """A page without what is new in each answer."""
    text = re.sub(r'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"', "", text)
    return SPRITE.sub("", text)


def test_there_is_nothing_to_see_of_a_first_round(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, cast.bob)
    for _ in range(4):
        make_move(match)
    for user in viewers(match, cast):
        client = browser(user)
        text = client.get(f"/m/{match.code}/").content.decode()
        assert "Nothing to look back at yet" in text
        assert leaks(text, TILES) == []
        for spot in ("1.0", "1.1", "1.3"):
            assert client.get(f"/m/{match.code}/{spot}.svg").status_code == 404
            assert client.get(f"/m/{match.code}/{spot}.png").status_code == 404


def test_a_round_that_is_played_leaves_no_trace(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    moves = Move.objects.filter(match=match).count()
    addresses = [f"/m/{match.code}/", *(f"/m/{match.code}/?move=1.{move}" for move in range(0, moves + 1, 6))]
    addresses += [f"/m/{match.code}/?move=1.{moves}&seat=1", f"/m/{match.code}/1.{moves}.svg"]

    def seen() -> list[list[str]]:
        people = [cast.alice, cast.bob, cast.eve, None]
        return [[stripped(browser(user).get(a).content.decode()) for a in addresses] for user in people]

    before = seen()
    confirm_all(match)
    assert seen() == before
    for _ in range(5):
        make_move(match)
    assert seen() == before
    for user in viewers(match, cast):
        for spot in ("2.0", "2.1", "2.5"):
            assert browser(user).get(f"/m/{match.code}/?move={spot}").status_code == 404
            assert browser(user).get(f"/m/{match.code}/{spot}.png").status_code == 404


def test_the_last_round_of_an_abandoned_match_is_not_in_it(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    confirm_all(match)
    make_move(match)
    Match.objects.filter(pk=match.pk).update(state="abandoned", end="unfinished", turn_seat=None, wake_at=None)
    text = browser(cast.alice).get(f"/m/{match.code}/").content.decode()
    assert 'data-move="1.0"' in text
    assert browser(cast.alice).get(f"/m/{match.code}/?move=2.1").status_code == 404
    assert '<span class="tag">unfinished</span>' in text


# --- one seat's view ---


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_what_it_knew(match: Match, browser: Browser, seat: int) -> None:
    client = browser(None)
    for at in past_match(match.code, None).positions[::4]:
        sight = sight_of(at.match, at.events, seat)
        text = SENTENCES.sub("", body(client, f"/m/{match.code}/?move={at.spot}&seat={seat}"))
        assert leaks(text, hidden_from(sight)) == [], at.spot


def test_open_hands_show_what_was_drawn_and_another_seat_does_not(match: Match, browser: Browser) -> None:
    draw = Move.objects.filter(match=match, text__startswith="+").select_related("round").first()
    assert draw is not None
    spot = Spot(draw.round.number, draw.number)
    name = next(at.move.tile for at in past_match(match.code, None).positions if at.spot == spot)  # type: ignore[union-attr]
    client = browser(None)
    known, unknown = (
        SENTENCES.sub("", body(client, f"/m/{match.code}/?move={spot}{view}"))
        for view in ("", f"&seat={1 - draw.seat}")
    )
    assert leaks(known, [name])
    assert "drew a tile." in unknown
    assert leaks(unknown, [name]) == []


@pytest.mark.parametrize("seat", ["2", "-1", "x", "", "00", "٠"])
def test_other_seats_are_all_hands(match: Match, browser: Browser, seat: str) -> None:
    assert 'data-view="all"' in browser(None).get(f"/m/{match.code}/", {"seat": seat}).content.decode()


def test_a_player_is_spoken_to(match: Match, browser: Browser, cast: Cast) -> None:
    mine = body(browser(cast.alice), f"/m/{match.code}/?move=1.4")
    others = body(browser(cast.eve), f"/m/{match.code}/?move=1.4")
    assert "You " in mine
    assert "You " not in others


# --- what is said ---


def test_a_link_preview_names_no_tile_of_a_hand(match: Match, browser: Browser) -> None:
    for at in past_match(match.code, None).positions[::5]:
        text = browser(None).get(f"/m/{match.code}/?move={at.spot}").content.decode()
        laid = {play.tile for play in at.match.round.layout.placements} if at.match.round else set()
        metas = " ".join(META.findall(text))
        assert "og:description" in metas
        assert leaks(metas, set(TILES) - laid) == []


def test_the_clock_and_the_stand_in_are_named(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    plays = list(Move.objects.filter(match=match, count__isnull=False).select_related("round")[:2])
    for play, by in zip(plays, (MoveBy.CLOCK, MoveBy.STAND_IN), strict=True):
        Move.objects.filter(pk=play.pk).update(by=by, user=None, key="")
    Seat.objects.filter(match=match).update(stand_in="careful")
    texts = [body(browser(None), f"/m/{match.code}/?move={play.round.number}.{play.number}") for play in plays]
    assert "had run out, so the table played." in texts[0]
    assert "Bone, a robot, stood in for" in texts[1]


def test_each_end_of_the_round_is_told(match: Match, browser: Browser) -> None:
    for row in Round.objects.filter(match=match):
        last = Move.objects.filter(round=row).count()
        text = body(browser(None), f"/m/{match.code}/?move={row.number}.{last}")
        assert '<div class="explain ending">' in text
        for score in row.scores:
            assert f"<b>{score}</b>" in text


def test_the_round_stands_there_as_sentences(match: Match, browser: Browser) -> None:
    text = body(browser(None), f"/m/{match.code}/?move=1.2")
    lines = re.findall(r"<li[^>]*><a href=\"\?move=(1\.\d+)\"", SENTENCES.findall(text)[0])
    moves = Move.objects.filter(match=match, round__number=1)
    plays = {f"1.{number}" for number in moves.filter(count__isnull=False).values_list("number", flat=True)}
    assert plays <= set(lines)
    assert lines[0] == "1.0"


def test_a_stroke_leads_to_its_move(match: Match, browser: Browser) -> None:
    past, side = past_match(match.code, None), match.winner_side or 0
    first = next(at for at in past.positions if at.match.scores[side] >= 5)
    last = next(at for at in past.positions if at.match.scores[side] // 5 == int(match.scores[side]) // 5)
    client, base = browser(None), f"/m/{match.code}/"
    answer = client.get(f"{base}?stroke={side}.1")
    assert (answer.status_code, answer["Location"]) == (302, f"{base}?move={first.spot}")
    assert client.get(f"{base}?stroke={side}.9999")["Location"] == f"{base}?move={last.spot}"
    assert client.get(f"{base}?stroke=3.1")["Location"] == f"{base}?move=1.0"


def test_names_are_text(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20), title="<b>x</b>"))
    text = browser(None).get(f"/m/{match.code}/").content.decode()
    assert "<b>x</b>" not in text
    assert '<h1><a href="/players/Alice/">Alice</a> and <a href="/players/Bob/">Bob</a>, round 1' in text


def test_guests_and_robots_have_no_page_to_lead_to(cast: Cast, browser: Browser) -> None:
    heron = User.objects.create_user(username="Guest Heron 7", is_guest=True)
    match = almost([heron], rules(target=20), 1, robots={1: "careful"}).finish()
    assert "<h1>Guest Heron 7 and Bone, round 1" in browser(None).get(f"/m/{match.code}/").content.decode()


def test_a_private_match_is_for_whoever_has_the_link(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20), private=True))
    answer = browser(None).get(f"/m/{match.code}/")
    assert answer.status_code == 200
    assert b'name="robots" content="noindex"' in answer.content
    assert "private" in browser(None).get(f"/m/{match.code}/1.1.png")["Cache-Control"]


def test_an_address_that_never_was_is_not_found(browser: Browser, db: None) -> None:
    assert browser(None).get(f"/m/{'A' * 22}/").status_code == 404
    assert browser(None).get(f"/m/{'A' * 22}/1.1.png").status_code == 404


@pytest.mark.parametrize(
    "name, players", [("five_up", 3), ("sniff", 2), ("thoughtco", 3), ("latino", 4), ("muggins", 2)]
)
def test_every_kind_of_match_is_gone_through(cast: Cast, name: str, players: int) -> None:
    target = 21 if name == "five_up" else 30
    match = play_out_match(open_table(*cast.seated(players), ruleset=rules(name, players, target=target)))
    past = past_match(match.code, cast.alice)
    for index in range(0, len(past.positions), 3):
        page = replay_page(past, index, "all")
        assert page.step.spoken
        assert len(page.step.sides) == len(match.scores)
    assert [side.score for side in replay_page(past, len(past.positions) - 1, "all").step.sides] == [
        figure(score) for score in past.positions[-1].match.scores
    ]


def test_each_finished_round_shows_its_proof(cast: Cast, browser: Browser) -> None:
    """In words for everybody, and as data for the browser that checks it; in a fragment too. # D48"""
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=100)))
    for round_ in Round.objects.filter(match=match):
        text = browser(None).get(f"/m/{match.code}/?move={round_.number}.1", headers=HTMX).content.decode()
        deal = Deal.objects.get(match=match, number=round_.number)
        assert f"<dd>{deal.commitment}</dd>" in text
        assert f"<dd>{deal.secret}</dd>" in text
        assert f'data-tiles="{round_.tiles}"' in text
        assert text.count("This deal can be checked: ") == 1


def test_nothing_is_published_of_a_round_that_is_being_played(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob))
    confirm_all(match)
    first, present = Deal.objects.filter(match=match).order_by("number")
    for user in (None, cast.alice):
        text = browser(user).get(f"/m/{match.code}/").content.decode()
        assert first.secret in text
        assert present.secret not in text
        assert present.commitment not in text
