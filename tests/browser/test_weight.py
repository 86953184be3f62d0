"""What a first visit costs, with fonts, sheets and scripts: few bytes, all ours, and nothing jumps. # D40"""

from __future__ import annotations

from typing import Any

from tests.browser.conftest import People
from tests.browser.people import PHONE
from tests.browser.play import Player, open_table

MOST_BYTES, MOST_JUMPS = 150_000, 0.05
_JUMPS = """() => new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => told(sum)));
})"""


def test_a_first_visit_is_light_and_nothing_jumps(people: People) -> None:
    alice = people("Alice", size=PHONE)
    open_table(alice, robots=1, target=100)
    Player(alice).wait_for("turn")
    page, table = alice.page, alice.path
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    weights: list[int] = []
    asked: list[str] = []

    def weigh(event: dict[str, Any]) -> None:
        weights.append(int(event["encodedDataLength"]))

    session.on("Network.loadingFinished", weigh)
    session.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    for path in (table, "/", "/leaderboards/", "/tables/new/"):
        weights.clear()
        alice.visit(path)
        page.wait_for_load_state("networkidle")
        assert 50_000 < sum(weights) <= MOST_BYTES, path
        assert page.evaluate(_JUMPS) < MOST_JUMPS, path
    own = page.url.split("/tables/")[0] + "/"
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == []
