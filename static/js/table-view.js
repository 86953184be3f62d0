"use strict";
/* What is shown: the one way in which a table gets onto the page, and what goes with it: focus, title, news, clock. */
(() => {
  const table = () => document.getElementById("table");
  const number = (text) => Number.parseInt(text ?? "", 10);
  const icon = document.querySelector('link[rel="icon"]');
  const icons = { other: icon?.href, mine: icon?.href.replace(/icon(\.[^./]*)?\.svg/, "icon-turn.svg") };
  let spoken = number(table()?.dataset.version);
  let status = document.getElementById("status-news")?.textContent ?? "";
  let clock = null;

  /* ── focus: never lost to a swap ─────────────────────────────────────── */

  const quote = (value) => JSON.stringify(value);

  /** How to find the focused element again in another drawing of the table. */
  function remember() {
    const at = document.activeElement;
    if (!at || !table()?.contains(at)) return null;
    if (at.id) return [`#${CSS.escape(at.id)}`];
    if (at.matches(".rack-tile")) return [`.rack-tile[value=${quote(at.value)}]`, ".rack-tile.can", ".rack-tile"];
    if (at.matches(".ghost")) return [`.board.${at.closest(".portrait") ? "portrait" : "landscape"} .ghost[data-move=${quote(at.dataset.move)}]`, ".rack-tile.can", ".rack-tile"];
    if (at.matches("#play button")) return [`#play button[value=${quote(at.value)}]`, ".rack-tile.can", ".rack-tile"];
    if (at.closest(".over")) return [at.matches("[data-peek]") ? ".over [data-peek]" : ".over [data-first]", ".over [data-peek]"];
    if (at.closest(".places li")) return [`.places li:nth-child(${[...at.closest("ol").children].indexOf(at.closest("li")) + 1}) button`];
    const house = at.closest("details.house");
    if (house) return [`#${house.id} a[href=${quote(at.getAttribute("href"))}]`, `#${house.id} summary`];
    return at.matches("summary") ? [".words summary"] : [];
  }

  const visible = (element) => element.getClientRects().length > 0 && !element.closest("[inert]");

  function restore(places) {
    if (!places) return;
    for (const selector of [...places, ".over [data-first]", ".over .panel", "#hand"]) {
      const found = [...table().querySelectorAll(selector)].find(visible);
      if (found) return found.focus({ preventScroll: true });
    }
  }

  /* ── the swap ────────────────────────────────────────────────────────── */

  /** Put this drawing of the table onto the page, unless it is older than what is shown. True when it is shown now. */
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    Muggins.talk?.(page.getElementById("talk"));
    const next = page.getElementById("table");
    const now = table();
    if (!next || !now || next.dataset.code !== now.dataset.code) return false;
    const newer = number(next.dataset.version) - number(now.dataset.version);
    if (newer < 0) return false;
    const keepsRefusal = newer === 0 && now.querySelector("[data-refusal]") && !next.querySelector("[data-refusal]");
    if (newer === 0 && (next.dataset.digest === now.dataset.digest || keepsRefusal)) {
      setClock(next);
      return true;
    }
    swap(now, next);
    return true;
  }

  function swap(now, next) {
    const focus = remember();
    const last = now.querySelector("[data-last]")?.dataset.last;
    const had = { over: now.querySelector(".over"), peek: now.querySelector(".over.peek"), rematch: now.dataset.rematch };
    keep(now, next);
    now.replaceWith(next);
    for (const laid of next.querySelectorAll("[data-last]")) laid.classList.toggle("just-laid", laid.dataset.last !== last);
    pencil(now, next);
    if (had.peek && next.querySelector(".over")) Muggins.peek(true);
    window.htmx?.process(next);
    head(next);
    document.dispatchEvent(new CustomEvent("table:shown"));
    if (next.querySelector(".over") && !had.over) (next.querySelector(".over [data-first]") ?? next.querySelector(".over .panel")).focus();
    else restore(focus);
    tell(next);
    setClock(next);
    if (next.dataset.rematch && !had.rematch && "seated" in next.dataset) window.location.assign(next.dataset.rematch);
  }

  const HOUSE = 10, STEPS = 3;

  /** New strokes are drawn along their length, one after the other, but never for longer than three would take. */
  function pencil(now, next) {
    const known = now.querySelectorAll(".slip .tally");
    for (const place of [".strip", ".slip", ".over"]) {
      [...next.querySelectorAll(`${place} .tally`)].forEach((tally, side) => {
        const first = number(known[side]?.dataset.strokes), last = number(tally.dataset.strokes);
        if (first < last) draw(tally, first, last - first);
      });
    }
  }

  function draw(tally, first, count) {
    [...tally.querySelectorAll("svg > g")].forEach((house, index) => {
      const whole = (index + 1) * HOUSE > first && house.querySelector('[href="#house"]');
      if (whole) whole.replaceWith(...Array.from({ length: HOUSE }, (_, at) => stroke(whole, `#s${at + 1}`)));
      [...house.querySelectorAll("use")].forEach((one, at) => {
        const place = index * HOUSE + at - first;
        if (place >= 0) one.classList.add("drawn", `drawn-${1 + Math.floor((place * STEPS) / Math.max(STEPS, count))}`);
      });
    });
  }

  function stroke(like, href) {
    const one = like.cloneNode();
    one.setAttribute("href", href);
    return one;
  }

  /** What the viewer has opened or chosen by himself stays as he left it. */
  function keep(now, next) {
    const words = next.querySelector(".words");
    if (words && now.querySelector(".words")?.open) words.open = true;
    for (const house of now.querySelectorAll("details.house[open]")) {
      const twin = next.querySelector(`#${house.id}`);
      if (twin) twin.open = true;
    }
    for (const select of now.querySelectorAll("select[id]")) {
      const twin = next.querySelector(`#${CSS.escape(select.id)}`);
      if (twin) twin.value = select.value;
    }
    for (const input of now.querySelectorAll("input[data-keep]")) {
      const twin = next.querySelector(`#${CSS.escape(input.id)}`);
      if (twin?.dataset.keep === input.dataset.keep) twin.value = input.value;
    }
  }

  const small = window.matchMedia("(max-width: 760px), (max-height: 560px)");

  /** The hand sticks to the lower edge, but never rises above its board's upper one: where it has grown (tiles were
   *  drawn, something is said beside it) by more than there is room for, or the line has grown below it, the page
   *  moves on behind it, until the line's foot is seen. */
  function reveal() {
    const hand = table()?.querySelector(".mine");
    if (!hand || !small.matches || hand.closest("[inert]")) return;
    const { top, bottom } = hand.getBoundingClientRect();
    const line = table().querySelector(".boardbox").getBoundingClientRect().bottom;
    const below = Math.max(bottom - window.innerHeight, line - top);
    if (below > 0) window.scrollBy({ top: Math.ceil(below), behavior: "instant" });
  }

  function head(shown) {
    document.title = shown.dataset.title;
    if (icon) icon.href = shown.dataset.turn === "mine" ? icons.mine : icons.other;
  }

  /* ── news, spoken once ───────────────────────────────────────────────── */

  function say(id, text) {
    const line = document.createElement("p");
    line.textContent = text;
    document.getElementById(id)?.replaceChildren(line);
  }

  function tell(shown) {
    const unheard = [...shown.querySelectorAll("#news li")].filter((item) => number(item.dataset.version) > spoken);
    spoken = Math.max(spoken, number(shown.dataset.version));
    const texts = unheard.map((item) => item.textContent);
    Muggins.missed = unheard.length ? unheard[0].dataset.since : "";
    if (texts.length > 4) texts.splice(0, texts.length - 2, unheard[0].dataset.since);
    const line = shown.querySelector("#status-news");
    const news = line?.textContent ?? "";
    if (news !== status) texts.push(news || line.dataset.over);
    status = news;
    if (texts.length) say("live", texts.join(" "));
  }

  /* ── the clock: the server says how much is left, this machine only measures ── */

  const BAR = 76;

  function setClock(shown) {
    clearInterval(clock?.timer);
    clock = null;
    setWindow(shown);
    if (!("left" in shown.dataset)) return;
    const mine = shown.dataset.turn === "mine";
    clock = { end: performance.now() + number(shown.dataset.left), total: number(shown.dataset.total), mine };
    clock.warned = number(shown.dataset.left) <= 9000;
    clock.timer = setInterval(tick, 250);
    tick();
  }

  /* ── the window of «Muggins!»: likewise; nothing is said while it runs ── */

  let open = null;

  function setWindow(shown) {
    clearInterval(open?.timer);
    open = null;
    if (!("windowLeft" in shown.dataset)) return;
    open = { end: performance.now() + number(shown.dataset.windowLeft), total: number(shown.dataset.windowTotal) };
    open.timer = setInterval(tickWindow, 100);
    tickWindow();
  }

  function tickWindow() {
    const left = Math.max(0, open.end - performance.now());
    const width = (Math.min(1, left / open.total) * BAR).toFixed(1);
    for (const bar of table().querySelectorAll("[data-window-bar]")) bar.setAttribute("width", width);
    for (const shown of table().querySelectorAll("[data-window-figures]")) if (shown.textContent !== clockText(left)) shown.textContent = clockText(left);
  }

  const clockText = (left) => `${Math.floor(Math.ceil(left / 1000) / 60)}:${String(Math.ceil(left / 1000) % 60).padStart(2, "0")}`;

  function tick() {
    const left = Math.max(0, clock.end - performance.now());
    const seconds = Math.ceil(left / 1000);
    const figures = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const width = (Math.min(1, left / clock.total) * BAR).toFixed(1);
    for (const shown of table().querySelectorAll("[data-figures]")) if (shown.textContent !== figures) shown.textContent = figures;
    for (const bar of table().querySelectorAll("[data-bar]")) bar.setAttribute("width", width);
    for (const dial of table().querySelectorAll(".clock")) dial.classList.toggle("low", seconds <= 10);
    for (const line of table().querySelectorAll("[data-countdown]")) line.textContent = line.dataset.countdown.replace("%s", figures);
    const low = table().querySelector("[data-low]");
    if (low) low.hidden = seconds > 10 || seconds === 0;
    if (seconds <= 10 && clock.mine && !clock.warned) {
      clock.warned = true;
      if (low) say("alarm", low.dataset.spoken);
    }
  }

  window.Muggins = { table, show, say, missed: "", number, reveal, setClock };
  if (table()) {
    head(table());
    setClock(table());
    /* where the page is longer than the screen, the board and what it counts come before the head of the page */
    if (!window.location.hash && table().querySelector(".mine") && small.matches) {
      window.scrollTo(0, document.documentElement.scrollHeight);
    }
  }
})();
