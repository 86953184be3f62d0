"""«Muggins!» in real browsers: claims and calls by finger, mouse and keyboard, and what nobody is shown meanwhile."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from tests.browser.calling import Caller, open_calling_table
from tests.browser.conftest import People
from tests.browser.measure import out_of_view, sideways, too_small
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.play import sit_down
from tests.browser.test_accessible import nothing_found

#: What is tried on Alice's plays that score, with Bob next: he takes it by mouse or finger, by keys, or nobody does.
UPON_ALICE = ["taken by finger", "taken by mouse", "taken by keys", "missed"]
UPON_BOB = ["claimed by finger", "claimed by mouse", "claimed by keys"]


class Game:
    """Alice, Bob behind her, a gentle robot, and Eve who watches; each thing is tried as soon as a play scores."""

    def __init__(self, people: People) -> None:
        self.persons = [people("Alice"), people("Bob", size=PHONE), people("Eve")]
        path = open_calling_table(self.persons[0], players=3, robots=1, seconds=5, robot="beginner", target="500")
        self.alice, self.bob, self.eve = (Caller(person) for person in self.persons)
        for caller in (self.alice, self.bob, self.eve):
            caller.path = path
        sit_down(self.persons[1], path)
        self.persons[2].visit(path)
        self.upon_alice, self.upon_bob = list(UPON_ALICE), list(UPON_BOB)

    def play(self, until: float) -> None:
        """On until all has been tried and a round is over."""
        while time.monotonic() < until:
            states = [self.alice.state, self.bob.state]
            if "round-end" in states and not self.upon_alice and not self.upon_bob:
                return
            assert "over" not in states
            for caller, state in zip((self.alice, self.bob), states, strict=True):
                self.act(caller, state)
            self.alice.page.wait_for_timeout(40)
        raise AssertionError(f"not tried: {self.upon_alice} {self.upon_bob}")

    def act(self, caller: Caller, state: str) -> None:
        if state == "round-end":
            caller.go_on()
        elif state == "turn":
            self.move(caller)
        elif caller.page.locator("#go-on button").count():
            caller.press(caller.page.locator("#go-on button"))
            expect(caller.page.locator("#go-on")).to_have_count(0)

    def move(self, caller: Caller) -> None:
        text, worth = caller.best_move()
        if caller is self.alice and worth and self.upon_alice:
            caller.lay(text)
            self.upon(self.upon_alice[0], worth)
        elif caller is self.bob and worth and self.upon_bob:
            caller.touch = "finger" in self.upon_bob[0]
            caller.lay(text, claim=worth, keys="keys" in self.upon_bob[0])
            expect(caller.page.locator("#count")).to_contain_text(f"You claim {worth}.")
            self.upon_bob.pop(0)
        else:
            caller.lay(text, claim=worth or None)
        assert caller.told_too_soon == 0

    def upon(self, what: str, worth: int) -> None:
        """Alice has claimed nothing for a play that is worth something, and Bob is next."""
        self.bob.wait_for_version(self.alice.version)
        if not self.bob.page.locator("#call").count():
            return  # the round is over, or the robot was quicker
        self.nobody_is_told()
        if what == "missed":
            self.wait_it_out(worth)
        else:
            self.bob.touch = "finger" in what
            self.bob.call(worth, keys="keys" in what)
            if not self.told(f"You took {worth}: «Muggins!»"):
                return
        self.upon_alice.pop(0)

    def nobody_is_told(self) -> None:
        self.eve.wait_for_version(self.alice.version)
        for caller in (self.alice, self.bob, self.eve):
            assert caller.told_too_soon == 0
        assert self.alice.page.locator("#call").count() == self.eve.page.locator("#call").count() == 0

    def told(self, sentence: str) -> bool:
        """Whether Bob took it; the robot may have been quicker."""
        if sentence not in (self.bob.page.locator("#count, .panel").first.text_content() or ""):
            return False
        self.eve.wait_for_version(self.bob.version)
        expect(self.eve.page.locator("#count")).to_contain_text("claimed nothing. ")
        return True

    def wait_it_out(self, worth: int) -> None:
        """Bob loads the page anew, has all in view on a phone and on a desk, and lets the time run out."""
        self.bob.page.reload()
        if not self.bob.in_window:
            return
        assert self.bob.told_too_soon == 0
        for width, height in (DESKTOP, PHONE):
            self.bob.page.set_viewport_size({"width": width, "height": height})
            assert sideways(self.bob.page) == 0
            assert out_of_view(self.bob.page, "#call .key, #call .muggins, .rack-tile") == []
            assert too_small(self.bob.page, "#call .muggins", 44) == []
        expect(self.bob.page.locator("#count.window")).to_have_count(0, timeout=20_000)
        expect(self.bob.page.locator("#count")).to_contain_text(re.compile(rf"missed {worth}|took {worth}"))


def test_points_are_claimed_taken_and_missed(people: People) -> None:
    game = Game(people)
    game.play(time.monotonic() + 240)
    shown = game.bob if game.bob.page.locator(".panel").count() else game.alice
    panel = shown.page.locator(".panel")
    expect(panel).to_contain_text(re.compile(r"right claims?\."))
    expect(panel).to_contain_text(re.compile(r"Took (nothing|\d+ points?)\."))


def test_the_open_window_has_no_fault(people: People) -> None:
    alice, bob = people("Alice"), people("Bob", size=PHONE)
    players = _two(alice, bob)
    mover, other = whose_turn(players)
    mover.choose()
    nothing_found(mover.page, "a claim")
    mover.lay(mover.best_move()[0])
    other.wait_for_version(mover.version)
    nothing_found(other.page, "a call")
    said, hand = other.page.locator("#count .says").bounding_box(), other.page.locator("#hand").bounding_box()
    assert said is not None
    assert hand is not None
    assert said["y"] + said["height"] <= hand["y"]  # nine tiles in two rows leave room for what is claimed


def test_a_wrong_call_is_the_only_one_and_the_window_stays_open(people: People) -> None:
    players = _two(people("Alice"), people("Bob"), players=3)
    third = Caller(people("Carol"))
    third.path = players[0].path
    sit_down(third.person, third.path)
    everybody = [*players, third]
    mover, other, _third = whose_turn(everybody)
    mover.lay(mover.best_move()[0])
    other.wait_for_version(mover.version)
    other.call(35)
    expect(other.page.locator("#called")).to_have_text("You called 35. The window is open still.")
    assert other.page.locator("#call").count() == 0
    assert other.told_too_soon == 0


def test_what_is_typed_stays_until_the_tile_is_laid(people: People) -> None:
    players = _two(people("Alice"), people("Bob"), seconds=5)
    mover, other = whose_turn(players)
    mover.lay(mover.best_move()[0])
    other.wait_for_version(mover.version)
    if other.state != "turn":
        return  # nothing fits: there is nothing to claim
    other.choose()
    other.page.locator("#claim").fill("15")
    expect(other.page.locator("#claim-15")).to_have_attribute("aria-pressed", "true")
    expect(other.page.locator("#count.window")).to_have_count(0, timeout=20_000)  # the time runs out meanwhile
    expect(other.page.locator("#claim")).to_have_value("15")


def test_an_empty_call_says_what_to_do(people: People) -> None:
    players = _two(people("Alice"), people("Bob"))
    mover, other = whose_turn(players)
    mover.lay(mover.best_move()[0])
    other.wait_for_version(mover.version)
    version = other.version
    other.press(other.page.locator("#call .muggins"))
    expect(other.page.locator("#why")).to_contain_text("Choose the points first")
    assert other.version == version


def test_single_keys_can_be_turned_off_at_the_table(people: People) -> None:
    alice = people("Alice")
    player = Caller(alice)
    player.path = open_calling_table(alice, robots=1, seconds=12)
    player.wait_for("turn")
    player.choose()
    alice.page.keyboard.type("15")
    expect(alice.page.locator("#claim")).to_have_value("15")
    alice.page.locator(".top details.menu > summary").first.click()
    alice.press("Keys M and digits: on. Turn off")
    player.wait_for("turn")
    player.choose()
    alice.page.locator("#claim").fill("")
    player.page.locator(".rack-tile.can").first.focus()
    alice.page.keyboard.type("15")
    expect(alice.page.locator("#claim")).to_have_value("")


def test_a_claim_and_a_call_without_script(people: People) -> None:
    alice, bob = people("Alice", script=False), people("Bob", script=False)
    path = open_calling_table(alice, seconds=20)
    bob.visit(path)
    bob.press(re.compile("^Sit down"))
    mover, other = _on_turn_without_script([alice, bob], path)
    mover.page.locator(".rack-tile.can").first.click()
    mover.page.locator("#claim").fill("25")
    mover.page.locator("#play button[name=move]").filter(visible=True).first.click()
    expect(mover.page.locator("#count")).to_contain_text("You claim 25.")
    other.visit(path)
    expect(other.page.locator("#count")).to_contain_text(re.compile(r"0:\d\d"))
    other.page.locator("#call-points").fill("5")
    other.page.locator("#call .muggins").click()
    expect(other.page.locator("#count .sum")).to_be_visible()


def _on_turn_without_script(persons: list[Person], path: str) -> list[Person]:
    """Who is on turn, and the other: they look again until the round is dealt."""
    for _ in range(40):
        for person in persons:
            if person.visit(path).locator("#play").count():
                return [person, *[other for other in persons if other is not person]]
        persons[0].page.wait_for_timeout(500)
    raise AssertionError("nobody is on turn")


def _two(alice: Person, bob: Person, players: int = 2, seconds: int = 12) -> list[Caller]:
    path = open_calling_table(alice, players=players, seconds=seconds)
    sit_down(bob, path)
    callers = [Caller(alice), Caller(bob)]
    for caller in callers:
        caller.path = path
    return callers


def whose_turn(callers: list[Caller]) -> list[Caller]:
    """These people, whoever is on turn first."""
    for _ in range(200):
        found = [caller for caller in callers if caller.state == "turn"]
        if found:
            return [found[0], *[caller for caller in callers if caller is not found[0]]]
        callers[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is on turn")
