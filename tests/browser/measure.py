"""Measuring what can be pressed, from the page itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Everything that can be pressed and seen, with the box that takes the press: a label for its radio or box, the hit area
# of a ghost. Links within a sentence are left out, as WCAG 2.5.8 does.
_TARGETS = """(selector) => {
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // what a closed <details> holds has a box, too: as narrow as its summary
    return element.checkVisibility() && box.width > 1 && box.height > 1
      && style.visibility !== 'hidden' && style.opacity !== '0'
      && !element.closest('[inert]') && !element.closest('.skip, .vh');
  };
  const inline = (element) => element.matches('a') && getComputedStyle(element).display === 'inline'
    && element.closest('p, li, dd, td')?.textContent.trim() !== element.textContent.trim();
  const found = [];
  for (const element of document.querySelectorAll(selector)) {
    const area = element.querySelector(':scope > .hit') ?? element.closest('label') ?? element;
    if (!seen(area) || inline(element)) continue;
    const box = area.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? (element.textContent || element.name || '').trim().slice(0, 40);
    found.push({ name: `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${name}`,
      x: box.x, y: box.y, width: box.width, height: box.height, bottom: box.bottom, right: box.right });
  }
  return found;
}"""
PRESSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]"
# The hand, the ends and the main buttons are pressed all the time, and by thumbs.
MAIN = ".rack-tile, #play .btn, .board .ghost, .btn.main, .go .btn"


def targets(page: Page, selector: str = PRESSABLE) -> list[dict[str, Any]]:
    """All visible targets: name, x, y, width, height, right, bottom in CSS pixels."""
    found: list[dict[str, Any]] = page.evaluate(_TARGETS, selector)
    return found


def too_small(page: Page, selector: str, least: float) -> list[str]:
    """The targets that are less than so many CSS pixels wide or high."""
    return [
        f"{target['name']}: {target['width']:.1f} × {target['height']:.1f}"
        for target in targets(page, selector)
        if min(target["width"], target["height"]) < least - 0.01
    ]


def out_of_view(page: Page, selector: str) -> list[str]:
    """The targets that do not lie wholly within the window."""
    size = page.viewport_size
    assert size is not None
    return [
        f"{target['name']}: {target['x']:.0f}–{target['right']:.0f} × {target['y']:.0f}–{target['bottom']:.0f}"
        for target in targets(page, selector)
        if target["x"] < -0.5
        or target["y"] < -0.5
        or target["right"] > size["width"] + 0.5
        or target["bottom"] > size["height"] + 0.5
    ]


#: What of the board has its foot below the head of the hand.
_COVERED = """() => {
  const { top } = document.querySelector(".felt > .mine").getBoundingClientRect();
  const parts = { count: ".boardbox .count", line: ".boardspace" };
  return Object.keys(parts).filter((part) =>
    document.querySelector(parts[part]).getBoundingClientRect().bottom > top + 0.5);
}"""


def covered_by_hand(page: Page) -> list[str]:
    """Which of count and line lies behind the hand that sticks to the window's foot."""
    found: list[str] = page.evaluate(_COVERED)
    return found


def sideways(page: Page) -> int:
    """By how many CSS pixels the page could be scrolled sideways."""
    return int(page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth"))
