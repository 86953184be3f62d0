"use strict";
/* What the viewer does: choose a tile, see where it may lie and what it would earn, play it. */
(() => {
  const { table, show, number, reveal } = window.Muggins;
  const RETRIES = [1000, 2000, 4000];
  const CHOSEN = `chosen.${table()?.dataset.code}`;
  let chosen = "";
  let pending = null;

  const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];
  const form = () => document.getElementById("play");
  const option = (move) => all("#play button").find((button) => button.value === move);

  /* ── choosing ────────────────────────────────────────────────────────── */

  function choose(tile) {
    chosen = tile;
    remember();
    for (const one of all(".rack-tile")) one.setAttribute("aria-pressed", String(one.value === tile));
    for (const ghost of all(".ghost")) ghost.classList.toggle("off", ghost.dataset.tile !== tile);
    for (const part of all("#play [data-tile]")) part.hidden = part.dataset.tile !== tile;
    for (const part of all("#call, #play [data-uncall]")) part.hidden = part.matches("#call") === Boolean(tile);
    for (const part of all("#play [data-claiming]")) part.hidden = !tile && all("#call").length > 0;
    for (const hint of all("#play [data-choose]")) hint.hidden = Boolean(tile && form());
    why("");
    preview(null);
  }

  /** What is chosen outlives a load of the page (another language, another light), while nothing has been played.
      Its place in the hand is kept, and not the tile: nothing of a hand stays in a browser. */
  function remember() {
    const place = all(".rack-tile").findIndex((one) => one.value === chosen);
    try {
      if (place < 0) sessionStorage.removeItem(CHOSEN);
      else sessionStorage.setItem(CHOSEN, `v${table().dataset.version}p${place}`);
    } catch { /* no memory */ }
  }

  function remembered() {
    try {
      const [version, place] = (sessionStorage.getItem(CHOSEN) ?? "").slice(1).split("p");
      return version === table().dataset.version ? all(".rack-tile")[place]?.value ?? "" : "";
    } catch {
      return "";
    }
  }

  function why(text) {
    const note = document.getElementById("why");
    if (note) {
      note.hidden = !text;
      note.querySelector("span").replaceChildren(...text.split(/(\p{L}+-\p{L}+)/u).map(unbroken));
    }
    reveal();
  }

  /** Every other piece is the name of a tile, which never breaks at its hyphen. */
  function unbroken(piece, index) {
    if (index % 2 === 0) return piece;
    const name = document.createElement("span");
    name.className = "nb";
    name.textContent = piece;
    return name;
  }

  function tap(tile) {
    if (pending) return;
    if (tile.dataset.why) {
      choose("");
      why(tile.dataset.why);
      return;
    }
    const offers = all("#play button").filter((button) => button.dataset.tile === tile.value);
    if (offers.length === 1 && "oneTap" in table().dataset) {
      choose(tile.value);
      play(offers[0]);
      return;
    }
    choose(chosen === tile.value && tile.getAttribute("aria-pressed") === "true" ? "" : tile.value);
  }

  /** Press a move's button: a click, because htmx sends the value of the button that was clicked last. */
  function play(button) {
    if (button && form()) button.click();
  }

  Object.assign(Muggins, { choose, why });

  /* ── what a choice would make ────────────────────────────────────────── */

  let written = null;

  function preview(button) {
    const line = document.getElementById("count");
    if (line && written && written.line === line) {
      line.classList.remove("preview");
      line.replaceChildren(...written.nodes);
    }
    written = null;
    strokes(button ?? best());
    if (!line || !button?.dataset.ends) return;
    written = { line, nodes: [...line.childNodes] };
    line.classList.add("preview");
    const says = document.createElement("span");
    says.className = "says";
    says.textContent = button.dataset.makes;
    line.replaceChildren(sum(button.dataset.ends.split(","), button.dataset.count), says, ...all("#count .tolog"));
  }

  function sum(ends, count) {
    const line = document.createElement("span");
    line.className = "sum";
    ends.forEach((end, index) => {
      if (index) line.append(" + ");
      const coin = document.createElement("span");
      coin.className = "c";
      coin.textContent = end;
      line.append(coin);
    });
    const total = document.createElement("b");
    total.textContent = count;
    line.append(" = ", total);
    return line;
  }

  /** The best of the chosen tile's ends: its strokes are dotted while none is looked at. */
  function best() {
    const offers = all("#play button").filter((button) => button.dataset.tile === chosen);
    return offers.sort((one, other) => number(other.dataset.strokes) - number(one.dataset.strokes))[0] ?? null;
  }

  function strokes(button) {
    const more = number(button?.dataset.strokes) || 0;
    for (const tally of all("[data-mine] .tally")) {
      const first = number(tally.dataset.strokes);
      for (const stroke of tally.querySelectorAll("[data-stroke]")) stroke.classList.toggle("shown", number(stroke.dataset.stroke) < first + more);
    }
  }

  const looked = (event) => {
    const at = event.target.closest?.(".ghost, #play button");
    return at && (at.matches("button") ? at : option(at.dataset.move));
  };
  for (const kind of ["mouseover", "focusin"]) document.addEventListener(kind, (event) => { const at = looked(event); if (at) preview(at); });
  for (const kind of ["mouseout", "focusout"]) document.addEventListener(kind, (event) => { if (looked(event)) preview(null); });

  /* ── taps and keys ───────────────────────────────────────────────────── */

  document.addEventListener("click", (event) => {
    const at = event.target.closest?.(".rack-tile, .ghost, [data-peek], [data-show-log], [data-hide-log], [data-copy], [data-share]");
    if (!at) return;
    if (at.matches(".rack-tile")) { event.preventDefault(); tap(at); }
    else if (at.matches(".ghost")) play(option(at.dataset.move));
    else if (at.matches("[data-peek]")) Muggins.peek(!document.querySelector(".over.peek"));
    else if (at.matches("[data-copy]")) Site.copy(at).then((done) => Muggins.say("live", done));
    else if (at.matches("[data-share]")) share(at);
    else { event.preventDefault(); log(at.matches("[data-show-log]")); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.(".ghost") && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      play(option(event.target.dataset.move));
    } else if (event.key === "Escape" && !event.defaultPrevented) {
      if (document.body.classList.contains("show-log")) log(false);
      else if (chosen && !pending) {
        const tile = all(".rack-tile").find((one) => one.value === chosen);
        choose("");
        tile?.focus();
      }
    }
  });

  function log(open) {
    document.body.classList.toggle("show-log", open);
    if (!open && location.hash.startsWith("#move-")) location.replace("#hand"); // a target keeps the log in sight
    document.getElementById(open ? "slip" : "hand")?.focus();
  }

  /** Step aside from the result to look at the board, and come back to it. */
  Muggins.peek = (aside) => {
    document.querySelector(".over")?.classList.toggle("peek", aside);
    for (const under of all("[data-under]")) under.inert = !aside;
    const next = aside ? all(".mine [data-peek]")[0] : all(".over [data-first], .over [data-peek]")[0];
    next?.focus();
  };

  /** Hand the link to another program of this device; who thinks better of it has changed nothing. */
  function share(button) {
    const { value } = document.querySelector(button.dataset.share);
    navigator.share({ title: button.dataset.title, url: value }).catch(() => {});
  }

  /* ── sending ─────────────────────────────────────────────────────────── */

  const sending = (event) => event.detail.elt?.id === "play";

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!table()?.contains(event.detail.elt)) return;
    if (Muggins.blocked) {
      event.preventDefault();
      why(Muggins.blocked);
      return;
    }
    if (!sending(event)) return;
    const move = event.detail.requestConfig.parameters.move ?? event.detail.requestConfig.formData?.get("move");
    if (pending && !pending.again) { event.preventDefault(); return; }
    pending = { move, tries: pending?.tries ?? 0, again: false, form: form() };
    why("");
    for (const tile of all(".rack-tile")) tile.classList.toggle("sent", tile.value === option(move)?.dataset.tile);
    for (const button of all("#play button")) button.setAttribute("aria-disabled", "true");
  });

  function settle() {
    pending = null;
    for (const tile of all(".rack-tile.sent")) tile.classList.remove("sent");
    for (const button of all("#play button")) button.removeAttribute("aria-disabled");
  }

  /** The answer never came: the same form with the same key, so that the server knows it for the same move. */
  function again(event) {
    if (!sending(event) || !pending) return;
    if (pending.form !== form()) { settle(); return; }
    if (pending.tries >= RETRIES.length) {
      settle();
      Muggins.banner?.("unsent");
      return;
    }
    const { move } = pending;
    setTimeout(() => {
      if (!pending || pending.form !== form()) return;
      if (Muggins.blocked) {
        /* The banner says why already; what became of the move is seen when the table is reached again. */
        settle();
        why(document.querySelector('[data-banner="unsent"] span').textContent);
        return;
      }
      pending.again = true;
      play(option(move));
    }, RETRIES[pending.tries]);
    pending.tries += 1;
  }
  document.addEventListener("htmx:sendError", again);
  document.addEventListener("htmx:timeout", again);

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "table") return;
    event.detail.shouldSwap = false;
    const { xhr } = event.detail;
    if (sending(event)) {
      if (xhr.status >= 502 && xhr.status <= 504) { again(event); return; }
      settle();
    }
    if (!show(xhr.responseText) && xhr.status >= 400) Muggins.failed?.(xhr.status);
  });

  /* ── after each drawing ──────────────────────────────────────────────── */

  function settleIn() {
    if (pending && pending.form !== form()) settle();
    const own = all('.rack-tile[aria-pressed="true"]')[0]?.value;
    const still = all(".rack-tile").some((tile) => tile.value === chosen && !tile.dataset.why);
    choose(still ? chosen : own ?? "");
    for (const field of all("[data-invite]")) field.value = new URL(field.getAttribute("value"), window.location.href).href;
    for (const button of all("[data-copy]")) button.hidden = false;
    for (const button of all("[data-share]")) button.hidden = !navigator.share;
  }
  document.addEventListener("table:shown", settleIn);
  if (window.htmx) window.htmx.config.timeout = 8000;
  if (table()) {
    chosen = remembered();
    settleIn();
  }
})();
