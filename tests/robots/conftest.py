"""Robots that think long do so in few deals here."""

import pytest

from games.robots import levels, strong


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to see that they choose legally, repeatably, and by what their seat may know."""
    monkeypatch.setattr(levels, "EFFORT", 0.0)
    monkeypatch.setattr(strong, "BATCH", 1)
