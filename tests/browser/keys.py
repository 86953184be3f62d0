"""A person who has a keyboard and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_STEPS = 150
# The name that a screen reader would say, near enough: its label, else its text; and whether it is checked.
_FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body || at === document.documentElement) return 'BODY';
  const label = at.getAttribute('aria-label') ?? [...(at.labels ?? [])].map((one) => one.textContent).join(' ');
  return (label || at.textContent || at.name || at.id || at.tagName).trim().replace(/\\s+/g, ' ');
}"""
_SEEN = """() => {
  const at = document.activeElement;
  const box = (at.querySelector?.(':scope > .hit') ?? at).getBoundingClientRect();
  const style = getComputedStyle(at.closest('label') && at.matches('[type=radio]') ? at.closest('label') : at);
  return { ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, svg: at instanceof SVGElement,
           tall: box.height };
}"""


class Keys:
    """Moves by Tab and arrows, presses by Enter and Space."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def focused(self) -> str:
        """The name of what has the focus; BODY when nothing has."""
        return str(self.page.evaluate(_FOCUSED))

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def ring_is_seen(self) -> bool:
        """Whether what has the focus shows it by an outline (the board's ghosts draw a ring of their own)."""
        look = self.page.evaluate(_SEEN)
        return bool(look["ring"] or look["svg"])

    def to(self, name: str | re.Pattern[str], key: str = "Tab") -> str:
        """Press Tab until what has the focus has this name; return its whole name."""
        pattern = re.compile(name) if isinstance(name, str) else name
        passed: list[str] = []
        for _ in range(MOST_STEPS):
            focused = self.focused
            if pattern.search(focused):
                return focused
            passed.append(focused[:40])
            self.press(key)
        raise AssertionError(f"{pattern.pattern} cannot be reached by {key}: {passed}")
