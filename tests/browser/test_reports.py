"""Alice reports Bob from the table, and the score from the replay; on a phone, and without script. # B54"""

from __future__ import annotations

from tests.browser.conftest import People
from tests.browser.people import PHONE, Person
from tests.browser.play import Player, open_table, rush, sit_down
from tests.browser.test_accessible import nothing_found
from tests.browser.test_phone import fits


def report(person: Person, what: str, who: str = "") -> None:
    """Fill in the form that is on the page, and send it."""
    page = person.page
    page.get_by_label(what).check()
    if who:
        page.get_by_label(who, exact=True).check()
    page.get_by_role("button", name="Send the report").click()
    page.get_by_text("Thank you. Your report is with the site.").wait_for()


def test_reporting_from_the_table_and_from_the_replay(people: People) -> None:
    alice, bob = people("Alice", size=PHONE), people("Bob", script=False)
    open_table(alice, players=2)
    table = alice.path
    sit_down(bob, table)
    player = Player(alice)
    player.wait_for("turn", "wait")
    alice.page.locator(".top details.menu > summary").click()
    alice.page.get_by_role("link", name="Report something").click()
    alice.page.wait_for_url("**/report/")
    fits(alice)
    nothing_found(alice.page, "the form of a report")
    alice.mark_load()
    report(alice, "Left, or stalled on purpose")
    assert alice.same_load()
    nothing_found(alice.page, "the thanks for a report")
    fits(alice)
    alice.page.get_by_role("link", name="My reports").click()
    alice.page.get_by_text("waits to be looked at").wait_for()
    fits(alice)
    nothing_found(alice.page, "my reports")
    # Bob has no script: the same form, the same thanks, on pages of their own.
    bob.visit(f"{table}report/")
    report(bob, "Something is wrong with the score")
    assert bob.path == f"{table}report/"


def test_the_replay_has_the_way_to_a_report(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    rush([Player(alice)])
    alice.visit(alice.path.replace("/t/", "/m/"))
    alice.page.get_by_role("link", name="Report", exact=True).click()
    report(alice, "Something is wrong with the score")
