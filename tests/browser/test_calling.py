"""«Muggins!» in real browsers: claims and calls by finger, mouse and keyboard, and what nobody is shown meanwhile."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.calling import Caller, open_calling_table
from tests.browser.conftest import People
from tests.browser.deals import deal
from tests.browser.measure import covered_by_hand, out_of_view, sideways, too_small
from tests.browser.people import DESKTOP, PHONE, SMALL_PHONE, Person
from tests.browser.play import sit_down
from tests.browser.test_accessible import nothing_found

#: A round for two, with what each play is worth: Alice claims nothing for hers, Bob claims what his are worth.
ROUND = (
    ("32", 5, "taken by finger"),
    ("63>32.3", 0, ""),
    ("22>32.2", 10, "taken by mouse"),
    ("42>22.L2", 10, "claimed by finger"),
    ("20>22.S1", 10, "taken by keys"),
    ("50>20.0", 15, "claimed by mouse"),
    ("61>63.6", 10, "missed"),
    ("55>50.5", 15, "claimed by keys"),
    ("41>42.4", 0, ""),
)
HANDS = ("32 22 20 61 41", "63 42 50 55 66")


class Game:
    """Alice, Bob who takes what she does not claim, and Eve who watches."""

    def __init__(self, people: People) -> None:
        persons = [people("Alice"), people("Bob", size=PHONE), people("Eve")]
        path = open_calling_table(persons[0], seconds=12, hand_size="5", target="500")
        self.alice, self.bob, self.eve = (Caller(person) for person in persons)
        for caller in (self.alice, self.bob, self.eve):
            caller.path = path
        sit_down(persons[1], path)
        deal(persons[0].site, [self.alice, self.bob], HANDS)
        persons[2].visit(path)

    def play(self) -> None:
        for number, (move, worth, how) in enumerate(ROUND):
            caller = (self.alice, self.bob)[number % 2]
            caller.wait_for("turn")
            self.move(caller, move, worth, how)
            if caller is self.alice and how:
                self.upon(how, worth)
        for _ in range(500):
            if "round-end" in {self.alice.state, self.bob.state}:
                return
            self.let_go()
        raise AssertionError("the round does not end")

    def let_go(self) -> None:
        """Who has nothing to call says so, where the page offers that."""
        for caller in (self.alice, self.bob):
            if caller.page.locator("#go-on button").count():
                caller.press(caller.page.locator("#go-on button"))
                expect(caller.page.locator("#go-on")).to_have_count(0)
        self.alice.page.wait_for_timeout(40)

    def move(self, caller: Caller, move: str, worth: int, how: str) -> None:
        caller.touch = "finger" in how and caller is self.bob
        if "claimed" in how:
            caller.lay(move, claim=worth, keys="keys" in how)
            expect(caller.page.locator("#count")).to_contain_text(f"You claim {worth}.")
        else:
            caller.lay(move)
        assert caller.told_too_soon == 0

    def upon(self, how: str, worth: int) -> None:
        """Alice has claimed nothing for a play that is worth something, and Bob is next."""
        self.bob.wait_for_version(self.alice.version)
        assert self.bob.worth == worth
        self.nobody_is_told()
        if how == "missed":
            self.wait_it_out(worth)
            return
        self.bob.touch = "finger" in how
        self.bob.call(worth, keys="keys" in how)
        expect(self.bob.page.locator("#count")).to_contain_text(f"You took {worth}: «Muggins!»")
        self.eve.wait_for_version(self.bob.version)
        expect(self.eve.page.locator("#count")).to_contain_text("claimed nothing. ")

    def nobody_is_told(self) -> None:
        self.eve.wait_for_version(self.alice.version)
        for caller in (self.alice, self.bob, self.eve):
            assert caller.told_too_soon == 0
        assert self.bob.page.locator("#call").count() == 1
        assert self.alice.page.locator("#call").count() == self.eve.page.locator("#call").count() == 0

    def wait_it_out(self, worth: int) -> None:
        """Bob loads the page anew, has all in view on a phone and on a desk, and lets the time run out."""
        self.bob.page.reload()
        assert self.bob.told_too_soon == 0
        for width, height in (DESKTOP, PHONE):
            self.bob.page.set_viewport_size({"width": width, "height": height})
            assert sideways(self.bob.page) == 0
            assert out_of_view(self.bob.page, "#call .key, #call .muggins, .rack-tile") == []
            assert too_small(self.bob.page, "#call .muggins", 44) == []
        expect(self.bob.page.locator("#count.window")).to_have_count(0, timeout=20_000)
        expect(self.bob.page.locator("#count")).to_contain_text(f"missed {worth}")


def test_points_are_claimed_taken_and_missed(people: People) -> None:
    game = Game(people)
    game.play()
    shown = game.bob if game.bob.page.locator(".panel").count() else game.alice
    panel = shown.page.locator(".panel")
    expect(panel).to_contain_text("3 right claims.")
    expect(panel).to_contain_text("Took 25 points.")


def test_the_open_window_has_no_fault(people: People) -> None:
    alice, bob = people("Alice"), people("Bob", size=PHONE)
    players = _two(alice, bob)
    mover, other = whose_turn(players)
    mover.choose()
    nothing_found(mover.page, "a claim")
    mover.page.set_viewport_size({"width": 844, "height": 390})
    mover.page.evaluate("scrollTo(0, 9999)")  # the count sticks to the window's edge
    assert out_of_view(mover.page, "#count .tolog") == []
    mover.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    mover.lay(mover.best_move()[0])
    other.wait_for_version(mover.version)
    nothing_found(other.page, "a call")
    said, hand = other.page.locator("#count .says").bounding_box(), other.page.locator("#hand").bounding_box()
    assert said is not None
    assert hand is not None
    assert said["y"] + said["height"] <= hand["y"]  # nine tiles in two rows leave room for what is claimed
    for width, height in (SMALL_PHONE, (360, 640)):
        other.page.set_viewport_size({"width": width, "height": height})
        other.page.evaluate("Muggins.reveal()")
        assert out_of_view(other.page, "#count .tolog, #call .key, #call .muggins, .rack-tile") == []
        assert covered_by_hand(other.page) == []
        assert too_small(other.page, "#call .key, #call .muggins", 44) == []
    for width, height in ((667, 375), (844, 390)):
        other.page.set_viewport_size({"width": width, "height": height})
        assert too_small(other.page, "#call .key, #call .muggins", 44) == []


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
    expect(other.page.locator("#called")).to_have_text("You called 35. The true points are not told yet.")
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
