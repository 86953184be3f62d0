"""A member of staff sets up the second factor on a phone and comes to the desk; the pages about accounts on the way."""

from __future__ import annotations

from tests.accounts.totp import code_of
from tests.browser.conftest import People
from tests.browser.measure import PRESSABLE, sideways, too_small
from tests.browser.people import PHONE, Person
from tests.browser.test_accessible import nothing_found

PASSWORD = "eleven herons"
PAGES = (
    "/accounts/settings/",
    "/accounts/places/",
    "/accounts/email/",
    "/accounts/data/",
    "/accounts/delete/",
    "/accounts/2fa/",
)


def looked_at(person: Person, name: str) -> None:
    """Readable by day and by night, within the screen, large enough to press."""
    nothing_found(person.page, name)
    assert sideways(person.page) == 0, name
    assert too_small(person.page, PRESSABLE, 24) == [], name


def send(person: Person) -> None:
    person.page.locator("main form button.main").first.click()
    person.page.wait_for_load_state()


def test_a_member_of_staff_comes_to_the_desk_by_a_code(people: People) -> None:
    olga = people("Olga", size=PHONE)
    olga.watch.expect("favicon")  # the desk, which has no icon of its own
    page = olga.visit("/accounts/signup/")
    looked_at(olga, "sign-up")
    for field, text in {"username": "Olga", "password1": PASSWORD, "password2": PASSWORD}.items():
        page.locator(f"[name={field}]").fill(text)
    send(olga)
    olga.site.write("update accounts_user set is_staff = 1, is_superuser = 1 where username = ?", "Olga")
    olga.visit("/admin/")
    assert olga.path == "/accounts/reauthenticate/"
    looked_at(olga, "password")
    page.locator("[name=password]").fill(PASSWORD)
    send(olga)
    assert olga.path == "/accounts/2fa/app/"
    assert page.locator(".factor-code").evaluate("picture => picture.naturalWidth") > 0
    looked_at(olga, "set-up")
    secret = page.locator(".factor-key").inner_text()
    page.locator("[name=code]").fill(code_of(secret))
    send(olga)
    assert page.locator(".factor-codes li").count() == 10
    looked_at(olga, "recovery-codes")
    for path in PAGES:
        olga.visit(path)
        looked_at(olga, path)
    page.goto("/admin/")
    assert (olga.path, page.title() != "") == ("/admin/", True)
    olga.visit("/accounts/logout/")
    send(olga)
    olga.visit("/accounts/login/?next=/admin/")
    page.locator("[name=login]").fill("Olga")
    page.locator("[name=password]").fill(PASSWORD)
    send(olga)
    assert olga.path == "/accounts/2fa/authenticate/"
    looked_at(olga, "code")
    page.locator("[name=code]").fill(code_of(secret, later=1))
    send(olga)
    assert olga.path == "/admin/"
