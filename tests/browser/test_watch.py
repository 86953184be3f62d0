"""The eye on the pages sees what it is there for."""

from __future__ import annotations

import pytest

from tests.browser.conftest import People


@pytest.mark.parametrize(
    ("deed", "seen"),
    [
        ("console.error('spilt ink')", "spilt ink"),
        ("setTimeout(() => { throw new Error('dropped'); })", "dropped"),
        ("document.body.setAttribute('style', 'color: red')", "content policy"),
        ("{ const s = document.createElement('script'); s.text = '1'; document.head.append(s); }", "content policy"),
        ("fetch('http://127.0.0.2:9/').catch(() => {})", "another host"),
        ("new WebSocket('ws://127.0.0.2:9/')", "another host"),
    ],
    ids=["console", "uncaught", "style", "script", "request", "socket"],
)
def test_a_fault_is_noticed(people: People, deed: str, seen: str) -> None:
    eve = people("Eve")
    page = eve.visit("/rules/")
    page.evaluate(f"() => {{ {deed}; }}")
    for _ in range(40):
        if any(seen in fault for fault in eve.watch.faults):
            break
        page.wait_for_timeout(50)
    found, eve.watch.faults = eve.watch.faults, []
    assert any(seen in fault for fault in found), found
