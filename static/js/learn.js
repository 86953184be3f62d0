"use strict";
/* Learning to count: places pressed on the board, keys, the copied link, and what is said aloud. All of it works without. */
(() => {
  const root = () => document.querySelector("[data-learn]");
  const one = (selector) => root()?.querySelector(selector);

  const say = (text) => {
    const told = document.getElementById("told");
    if (told && text) told.textContent = text;
  };

  /* ── a place on the board is the button of the same move ─────────────── */

  const press = (ghost) => {
    const own = [...root().querySelectorAll("a[data-move], button[data-move]")];
    own.find((button) => button.dataset.move === ghost.dataset.move)?.click();
  };

  document.addEventListener("click", (event) => {
    const ghost = event.target.closest?.(".ghost");
    if (ghost && root()?.contains(ghost)) press(ghost);
    const copier = event.target.closest?.("[data-copy]");
    if (copier) Site.copy(copier).then(say);
    const tile = event.target.closest?.("[data-take]");
    if (tile && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      take(tile);
    }
    const digit = event.target.closest?.("[data-digit]");
    if (digit) type(digit.dataset.digit);
  });

  /* ── a hand: the tile that is taken up shows its places ──────────────── */

  function take(tile) {
    const id = tile.dataset.take;
    for (const other of root().querySelectorAll("[data-take]")) {
      if (other === tile) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
    for (const part of root().querySelectorAll("[data-tile]")) {
      const off = part.dataset.tile !== id;
      if (part.matches(".ghost")) part.classList.toggle("off", off);
      else part.hidden = off;
    }
    const hint = one("[data-choose]");
    if (hint) hint.hidden = true;
    one("[data-why]")?.replaceChildren(tile.dataset.whyNot ?? "");
    say(tile.dataset.whyNot || tile.dataset.said);
  }

  /* ── keys ────────────────────────────────────────────────────────────── */

  let first = "", timer = null;

  const number = () => one("input[name=answer]");

  function type(digit) {
    const field = number();
    if (!field) return;
    if (digit === "back") field.value = field.value.slice(0, -1);
    else if (field.value.length < 2) field.value += digit;
    if (digit === "back" || matchMedia("(pointer: fine)").matches) field.focus();
  }

  function pair(digit) {
    clearTimeout(timer);
    if (!first) {
      first = digit;
      timer = setTimeout(() => { first = ""; }, 1500);
      return;
    }
    const id = [first, digit].sort().reverse().join("");
    first = "";
    const tile = one(`a.set-tile[data-tile="${id}"], a[data-take="${id}"]`);
    if (tile) {
      tile.focus();
      tile.click();
    }
  }

  const typing = (target) => target.matches?.("input:not([readonly]), textarea:not([readonly]), select");

  document.addEventListener("keydown", (event) => {
    const ghost = event.target.closest?.(".ghost");
    if (ghost && root()?.contains(ghost) && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      press(ghost);
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey || !root()) return;
    /* single keys act only while the focus is in what they act on (WCAG 2.1.4) */
    if (!root().contains(event.target)) return;
    const next = one("[data-next]");
    if (next && event.key.toLowerCase() === "n") {
      event.preventDefault();
      next.click();
      return;
    }
    if (typing(event.target)) return;
    if (/^[0-6]$/.test(event.key) && one(".set, .learn-hand")) pair(event.key);
    else if (/^[0-9]$/.test(event.key) && number()) {
      event.preventDefault();
      type(event.key);
      number().focus();
    } else if (event.key === "Backspace" && one("[data-undo]")) {
      event.preventDefault();
      one("[data-undo]").click();
    }
  });

  /* ── after a part was swapped: what is new is said, and the focus goes where one goes on ── */

  function settle() {
    say(one("[data-told]")?.textContent.trim());
    const held = document.activeElement;
    const place = one(".acts a[data-move]:not([hidden])");
    /* a tile that fits in several places keeps its focus in the new part; one goes on at the places */
    if (place && held?.matches(".set-tile")) { place.focus(); return; }
    if (held && held !== document.body) return;
    const onward = one("[data-next], [data-onward]") ?? number() ?? place ?? one("a.set-tile") ?? one(".hand-tile.can");
    onward?.focus({ preventScroll: Boolean(onward.closest(".set")) });
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (root() && (event.detail.target?.id === root().id)) settle();
  });

  /* a finger has the number pad; the keyboard of the phone would hide the board */
  function bare() {
    if (matchMedia("(pointer: coarse)").matches && number() && one(".pad")) number().inputMode = "none";
  }
  document.addEventListener("htmx:load", bare);
  bare();
})();
