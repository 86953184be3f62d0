"""The eye on the pages sees what it is there for."""

from __future__ import annotations

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person


@pytest.mark.parametrize(
    ("deed", "seen"),
    [
        ("console.error('spilt ink')", "spilt ink"),
        ("setTimeout(() => { throw new Error('dropped'); })", "dropped"),
        ("document.body.setAttribute('style', 'color: red')", "content policy"),
        ("{ const s = document.createElement('script'); s.text = '1'; document.head.append(s); }", "content policy"),
        ("fetch('http://127.0.0.2:9/').catch(() => {})", "content policy"),
    ],
    ids=["console", "uncaught", "style", "script", "request"],
)
def test_a_fault_is_noticed(people: People, deed: str, seen: str) -> None:
    eve = people("Eve")
    assert any(seen in fault for fault in _faults_after(eve, deed))


@pytest.mark.parametrize("deed", ["fetch('http://127.0.0.2:9/').catch(() => {})", "new WebSocket('ws://127.0.0.2:9/')"])
def test_a_request_to_another_host_is_noticed(people: People, deed: str) -> None:
    eve = people("Eve", bypass_csp=True)
    assert any("another host" in fault for fault in _faults_after(eve, deed))


def _faults_after(eve: Person, deed: str) -> list[str]:
    page = eve.visit("/rules/")
    page.evaluate(f"() => {{ {deed}; }}")
    for _ in range(40):
        if eve.watch.faults:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(100)
    found, eve.watch.faults = eve.watch.faults, []
    return found
