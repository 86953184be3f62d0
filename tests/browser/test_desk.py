"""A report goes through the desk to an annulment and back; every page of the admin keeps the policy. # D45"""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import expect

from tests.accounts.totp import code_of
from tests.browser.conftest import People
from tests.browser.measure import sideways
from tests.browser.people import Person
from tests.browser.play import Player, open_table, rush
from tests.browser.test_accessible import nothing_found
from tests.browser.test_account import send
from tests.browser.test_invites import PASSWORD, sign_up
from tests.browser.test_reports import report

ALICE, OLGA = "Alice reports", "Olga desk"
WORDS = "<script>alert('counted wrongly')</script>"
PAGES = (
    "games/match",
    "games/report",
    "games/flag",
    "games/round",
    "games/move",
    "games/call",
    "games/studyrecord",
    "games/puzzle",
    "accounts/user",
    "accounts/sanction",
    "accounts/auditentry",
)


def come_to_the_desk(olga: Person) -> None:
    """Olga has an account, is made a member of staff, and sets up her second factor."""
    sign_up(olga, OLGA)
    olga.site.write("update accounts_user set is_staff = 1 where username = ?", OLGA)
    page = olga.visit("/admin/")
    page.locator("[name=password]").fill(PASSWORD)
    send(olga)
    page.locator("[name=code]").fill(code_of(page.locator(".factor-key").inner_text()))
    send(olga)
    olga.visit("/admin/")


def play_and_report(alice: Person) -> str:
    """Alice plays a short match with a robot and reports it from its replay; the match's code."""
    sign_up(alice, ALICE)
    open_table(alice, robots=1, target=20)
    rush([Player(alice)], until="over")
    code = alice.path.split("/")[2]
    alice.visit(f"/m/{code}/").get_by_role("link", name="Report", exact=True).click()
    alice.page.locator("main textarea").fill(WORDS)
    report(alice, "Something is wrong with the score")
    return code


def matches_of_alice(olga: Person) -> str:
    """What Alice's page says of the matches that count."""
    return olga.visit(f"/players/{quote(ALICE)}/").locator("main").inner_text()


def pages_of(olga: Person, code: str) -> dict[str, str]:
    """Every kind of page that the desk has, by name."""
    rows = olga.site.rows
    [(match,)] = rows("select id from games_match where code = ?", code)
    [(report,)] = rows("select id from games_report where match_id = ?", match)
    [(alice,)] = rows("select id from accounts_user where username = ?", ALICE)
    [(puzzle,)] = rows("select min(id) from games_puzzle")
    return {
        "index": "",
        "queue": "games/report/?state__exact=open",
        "search": "games/match/?q=Alice",
        "nothing-found": "games/match/?q=zzzz",
        "match": f"games/match/{match}/change/",
        "review": f"games/match/{match}/review/",
        "annul": f"games/match/{match}/act/annul/",
        "report": f"games/report/{report}/change/",
        "person": f"accounts/user/{alice}/change/",
        "mute": f"accounts/user/{alice}/act/mute/",
        "puzzle": f"games/puzzle/{puzzle}/change/",
        "log": "accounts/auditentry/?did=all",
        **{name.replace("/", "-"): f"{name}/" for name in PAGES},
    }


def decide(olga: Person, act: str, reason: str) -> None:
    """Press the act on the page, say why, and be back."""
    page, before = olga.page, olga.path
    page.get_by_role("link", name=act, exact=True).click()
    page.locator("[name=reason]").fill(reason)
    page.locator(".submit-row [type=submit]").click()
    page.wait_for_url(f"**{before}")


def look_through_all(olga: Person) -> None:
    """The button asks for it, and the page tells by itself when it has been done."""
    page = olga.visit("/admin/games/flag/")
    page.get_by_role("button", name="Look through all matches now").click()
    page.wait_for_load_state()
    olga.mark_load()
    expect(page.locator("#look")).to_contain_text("All matches were looked through", timeout=30_000)
    assert olga.same_load()


def test_a_report_goes_through_the_desk_and_back(people: People) -> None:
    alice, olga = people("Alice"), people("Olga")
    code = play_and_report(alice)
    come_to_the_desk(olga)
    before = matches_of_alice(olga)
    # From the first page to the queue, and from there to the match.
    page = olga.visit("/admin/")
    page.get_by_role("link", name=re.compile("^Open reports: ")).click()
    row = page.locator("#result_list tbody tr", has_text=ALICE)
    expect(row).to_contain_text(WORDS)
    row.get_by_role("link", name="Review").click()
    expect(page.locator("#engine")).to_contain_text("as the rules have it")
    expect(page.locator(".review-reports")).to_contain_text(WORDS)
    review = olga.path
    olga.mark_load()
    for key, spot in (("ArrowRight", "1.1"), ("ArrowRight", "1.2"), ("ArrowLeft", "1.1")):
        page.keyboard.press(key)
        page.wait_for_url(re.compile(rf"move={spot}"))
    assert olga.same_load()
    # Annulled: her page counts it no longer, and she is told; undone: all is as it was.
    decide(olga, "Annul", "The robot was miscounted.")
    expect(page.locator(".review-head")).to_contain_text("annulled")
    assert matches_of_alice(olga) != before
    expect(alice.visit("/").locator("body")).to_contain_text("annulled")
    olga.visit(review)
    decide(olga, "Undo the annulment", "It was counted well.")
    assert matches_of_alice(olga) == before
    olga.visit(review)
    decide(olga, "Dismiss", "Counted as the rules say.")
    log = olga.visit("/admin/accounts/auditentry/").locator("#result_list")
    for reason in ("The robot was miscounted.", "It was counted well.", "Counted as the rules say."):
        expect(log).to_contain_text(reason)
    expect(log).to_contain_text(code)
    look_through_all(olga)
    # No page of the desk complains, hides anything from ear or keyboard, or is wider than a phone.
    olga.page.set_viewport_size({"width": 390, "height": 844})
    for name, path in pages_of(olga, code).items():
        # Without reading style sheets again: the admin's import others, for which axe would need styles in the page.
        nothing_found(olga.visit(f"/admin/{path}"), f"the desk: {name}", preload=False)
        assert sideways(olga.page) == 0, path
