"""Who may say what, and when: a table of it, its limits, and what is kept. # B53, C21, C35, C36"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone, translation
from pytest_django import Settings

from accounts import conduct
from accounts.company import block
from accounts.models import User
from games.models import Line, Match
from games.models_talk import MOST_TEXT, PHRASES
from games.services import errors, records, seating, talk
from games.words.refusals import refusal
from games.words.talk import phrase_words
from tests.cast import Cast, person
from tests.tables import Clock, fresh, open_table, play_out_match, play_out_round, rules, standing_clock

Scene = Callable[[Cast], Match]


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clock]:
    with standing_clock() as clock:
        yield clock


def say(match: Match, user: User, phrase: str = "", text: str | None = None) -> Line:
    return talk.say(match_id=match.pk, user=user, phrase=phrase, text=text)


def two(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob)


def two_write(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob, free_talk=True)


def two_rated(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob, rated=True, free_talk=True)


def two_private(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob, private=True, free_talk=True)


def partners(cast: Cast) -> Match:
    return open_table(*cast.seated(4), ruleset=rules(players=4), free_talk=True)


def partners_round_over(cast: Cast) -> Match:
    return play_out_round(partners(cast))


def partners_over(cast: Cast) -> Match:
    return play_out_match(open_table(*cast.seated(4), ruleset=rules(players=4, target=10), free_talk=True))


def rated_round_over(cast: Cast) -> Match:
    return play_out_round(two_rated(cast))


def waiting(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob, ruleset=rules(players=3), free_talk=True)


def alone(cast: Cast) -> Match:
    return seating.open_table(user=cast.alice, ruleset=rules(), robots=["careful"], free_talk=True)


def guest_there(cast: Cast) -> Match:
    User.objects.filter(pk=cast.bob.pk).update(is_guest=True)
    cast.bob.refresh_from_db()
    return two_write(cast)


def bob_left(cast: Cast) -> Match:
    match = open_table(*cast.seated(3), ruleset=rules(players=3), free_talk=True)
    seating.leave(match_id=match.pk, user=cast.bob)
    return match


SAID = "said"
#: At which table who says which; what becomes of it.
WHO_SAYS_WHAT: list[tuple[Scene, str, str, object]] = [
    (two, "alice", "phrase", SAID),
    (two, "alice", "text", errors.PhrasesOnly),
    (two, "eve", "phrase", SAID),
    (two, "eve", "text", errors.OnlySeated),
    (two_write, "alice", "text", SAID),
    (two_write, "eve", "text", errors.OnlySeated),
    (two_rated, "alice", "phrase", SAID),
    (two_rated, "alice", "text", SAID),
    (two_rated, "eve", "phrase", errors.WatchersWait),
    (rated_round_over, "eve", "phrase", SAID),
    (two_private, "bob", "text", SAID),
    (two_private, "eve", "phrase", errors.OnlySeated),
    (partners, "alice", "phrase", SAID),
    (partners, "alice", "text", errors.PartnersWait),
    (partners_round_over, "alice", "text", SAID),
    (partners_over, "alice", "text", SAID),
    (waiting, "alice", "text", SAID),
    (waiting, "bob", "phrase", SAID),
    (alone, "alice", "phrase", errors.NobodyToTalkTo),
    (alone, "eve", "phrase", errors.NobodyToTalkTo),
    (guest_there, "bob", "phrase", SAID),
    (guest_there, "bob", "text", errors.GuestsSayPhrases),
    (bob_left, "bob", "phrase", SAID),
    (bob_left, "bob", "text", errors.OnlySeated),
]


@pytest.mark.parametrize(
    ("scene", "who", "what", "becomes"),
    WHO_SAYS_WHAT,
    ids=[f"{scene.__name__}-{who}-{what}" for scene, who, what, _ in WHO_SAYS_WHAT],
)
def test_who_says_what(cast: Cast, scene: Scene, who: str, what: str, becomes: object) -> None:
    match, user = scene(cast), getattr(cast, who)
    words = {"phrase": "hello"} if what == "phrase" else {"text": "A fine table."}
    version = fresh(match).version
    if becomes is SAID:
        line = say(match, user, **words)
        assert (line.number, line.phrase, line.text) == (1, words.get("phrase", ""), words.get("text", ""))
    else:
        assert isinstance(becomes, type)
        with pytest.raises(becomes):
            say(match, user, **words)
        assert not Line.objects.exists()
    assert fresh(match).version == version  # no page is stale for a line


def test_a_guest_who_watches_says_nothing(cast: Cast) -> None:
    User.objects.filter(pk=cast.eve.pk).update(is_guest=True)
    with pytest.raises(errors.OnlySeated):
        say(two(cast), person("Eve"), "hello")


def test_where_mail_is_sent_words_of_ones_own_need_a_confirmed_address(  # C29
    cast: Cast, settings: Settings
) -> None:
    match = two_write(cast)
    settings.MAIL_WORKS = True
    with pytest.raises(errors.ConfirmFirst):
        say(match, cast.alice, text="A fine table.")
    say(match, cast.alice, "hello")
    EmailAddress.objects.create(user=cast.alice, email="alice@example.org", verified=True, primary=True)
    say(match, cast.alice, text="A fine table.")


def test_whom_the_staff_has_muted_says_nothing_anywhere(cast: Cast) -> None:
    staff = person("Sam")
    staff.is_staff = True
    staff.save()
    match = two_write(cast)
    conduct.mute(actor=staff, user=cast.alice, reason="abuse")
    with pytest.raises(errors.Silenced) as refused:
        say(match, cast.alice, "hello")
    assert "You may not write" in refusal(refused.value)
    conduct.lift(actor=staff, user=cast.alice, reason="enough")
    say(match, cast.alice, "hello")


def test_whom_a_player_has_blocked_says_nothing_where_that_player_sits(cast: Cast) -> None:
    match = two(cast)
    block(by=cast.alice, user=cast.eve)
    with pytest.raises(errors.OnlySeated):
        say(match, cast.eve, "hello")
    block(by=cast.alice, user=cast.bob)
    say(match, cast.bob, "hello")  # who sits there goes on as before


def test_half_an_hour_after_the_match_the_talk_is_over(cast: Cast, clock: Clock) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=10), free_talk=True))
    clock.pass_by(29 * 60)
    say(match, cast.alice, text="Thank you for the match.")
    clock.pass_by(2 * 60)
    with pytest.raises(errors.TalkOver):
        say(match, cast.bob, "thanks")


# ── what a line may hold ─────────────────────────────────────────────────

UNFIT = {
    "": "empty",
    "   ": "empty",
    "\u0301\u0308": "empty",
    "x" * (MOST_TEXT + 1): "long",
    "x" * 100_000: "long",
    "two\nlines": "unseen",
    "tab\there": "unseen",
    "nul\x00": "unseen",
    "\u202eevil": "unseen",
    "zero\u200bwidth": "unseen",
    "\u2066isolate": "unseen",
    "line\u2028separator": "unseen",
    "lone\ud800": "unseen",
    "Z\u0351\u0353\u0355algo": "marks",
    "see https://example.org/x": "link",
    "www.example.org": "link",
    "example.com": "link",
    "ｗｗｗ．example": "link",
}


@pytest.mark.parametrize("text", UNFIT, ids=[ascii(text)[:30] for text in UNFIT])
def test_a_text_that_is_no_line_is_refused_with_a_sentence(cast: Cast, text: str) -> None:
    with pytest.raises(errors.UnfitText) as refused:
        say(two_write(cast), cast.alice, text=text)
    assert (refused.value.what, refused.value.status) == (UNFIT[text], 400)
    assert refusal(refused.value)
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Good   evening ", "Good evening"),
        ("Cafe\u0301", "Café"),
        ("<b>bold</b> & {{7*7}}", "<b>bold</b> & {{7*7}}"),
        ("5.5 and 3-1: 10!", "5.5 and 3-1: 10!"),
        ("Mr. Green", "Mr. Green"),
        ("שלום", "שלום"),
        ("x" * MOST_TEXT, "x" * MOST_TEXT),
    ],
)
def test_a_line_is_stored_as_it_can_be_read(cast: Cast, typed: str, stored: str) -> None:
    assert say(two_write(cast), cast.alice, text=typed).text == stored


@pytest.mark.parametrize("phrase", ["", "nonsense", "HELLO", "hello ", "x" * 1000])
def test_a_phrase_that_is_none_is_refused(cast: Cast, phrase: str) -> None:
    with pytest.raises(errors.NoSuchPhrase):
        say(two(cast), cast.alice, phrase)


def test_every_phrase_has_its_words_in_both_languages() -> None:
    for language in ("en", "pt-br"):
        with translation.override(language):
            assert len({phrase_words(code) for code in PHRASES}) == len(PHRASES)
            assert not {phrase_words(code) for code in PHRASES} & set(PHRASES)
    with translation.override("pt-br"):
        assert phrase_words("well_played") == "Bem jogado"


# ── limits ───────────────────────────────────────────────────────────────


def test_four_lines_at_once_and_twelve_a_minute(cast: Cast, clock: Clock) -> None:
    match = two_write(cast)
    for number in range(4):
        say(match, cast.alice, text=f"line {number}")
    with pytest.raises(errors.TooMuchTalk) as refused:
        say(match, cast.alice, text="one more")
    assert (refused.value.status, refused.value.seconds) == (429, 10)
    say(match, cast.bob, "hello")  # others are not kept waiting
    clock.pass_by(4)
    for number in range(8):
        clock.pass_by(6)
        say(match, cast.alice, text=f"slower {number}")
    clock.pass_by(6)
    with pytest.raises(errors.TooMuchTalk) as refused:
        say(match, cast.alice, text="one more")
    assert refused.value.seconds == 2
    clock.pass_by(refused.value.seconds)
    say(match, cast.alice, text="now")
    assert Line.objects.filter(user=cast.alice).count() == 13


def test_the_limit_is_one_for_all_tables_of_a_person(cast: Cast) -> None:
    tables = [open_table(cast.alice, other) for other in (cast.bob, cast.carol, cast.dave, cast.eve)]
    for match in tables:
        say(match, cast.alice, "hello")
    with pytest.raises(errors.TooMuchTalk):
        say(tables[0], cast.alice, "thanks")


def test_the_same_twice_in_a_row_is_refused(cast: Cast, clock: Clock) -> None:
    match = two_write(cast)
    say(match, cast.alice, "well_played")
    say(match, cast.bob, "thanks")
    with pytest.raises(errors.SaidAlready):
        say(match, cast.alice, "well_played")
    say(match, cast.alice, text="Well played")  # a text, and no phrase
    with pytest.raises(errors.SaidAlready):
        say(match, cast.alice, text=" Well  played ")
    clock.pass_by(121)
    say(match, cast.alice, text="Well played")


def test_lines_are_numbered_at_each_table(cast: Cast) -> None:
    here, there = two(cast), open_table(cast.carol, cast.dave)
    assert [say(here, cast.alice, "hello").number, say(there, cast.carol, "hello").number] == [1, 1]
    assert say(here, cast.bob, "hello").number == 2


# ── what is kept ─────────────────────────────────────────────────────────


def test_a_record_holds_nothing_of_what_was_said(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=10), free_talk=True)
    say(match, cast.alice, text="between you and me")
    match = play_out_match(match)
    assert "between you" not in str(records.export_record(match, cast.alice))


def test_lines_are_forgotten_ninety_days_after_their_match(cast: Cast, clock: Clock) -> None:
    old = open_table(cast.alice, cast.bob, ruleset=rules(target=10))
    running = open_table(cast.carol, cast.dave)
    for match, user in ((old, cast.alice), (running, cast.carol)):
        say(match, user, "hello")
    play_out_match(old)
    assert talk.forget_old(clock.now + timedelta(days=90)) == 0
    assert talk.forget_old(clock.now + timedelta(days=90, seconds=1)) == 1
    assert [line.match_id for line in Line.objects.all()] == [running.pk]
    assert talk.forget_old(timezone.now() + timedelta(days=1000)) == 0  # a match that is not over keeps its lines


def test_the_next_match_at_these_seats_allows_what_this_one_did(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=10), free_talk=True))
    for user in (cast.alice, cast.bob):
        new = seating.ask_rematch(match_id=match.pk, user=user)
    assert new is not None
    assert new.free_talk
