"use strict";
// Looking back: steps come as fragments by htmx, their neighbours are fetched ahead into the browser's own store.
// Without script every way is a link.

(() => {
  const replay = document.getElementById("replay");
  const scrub = document.getElementById("scrub");
  const live = document.getElementById("replay-live");
  const auto = document.getElementById("auto");
  const speed = document.getElementById("speed");
  const step = () => document.getElementById("step");
  const key = (name) => document.getElementById(`key-${name}`);
  const address = (link) => link.getAttribute("href");

  /* ── going somewhere ─────────────────────────────────────────────────── */

  let wanted = null, going = false;

  async function go(query) {
    wanted = query;
    if (going) return;
    going = true;
    while (wanted) {
      const next = wanted;
      wanted = null;
      const url = new URL(next, location.href);
      try {
        await htmx.ajax("GET", url.pathname + url.search, { target: "#step", swap: "outerHTML" });
        history.replaceState(null, "", url.pathname + url.search);
      } catch { stop(); }
    }
    going = false;
  }

  /* a link that is swapped away hands the focus to its like in the new step; those with a name keep it by htmx */
  const places = [
    [".log", ".now a"], [".sentences", "[aria-current]"], [".replay-rounds", "[aria-current]"],
    [".views", "summary"], [".sources", "summary"],
  ];
  let refocus = null;

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#replay a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    const query = address(link);
    if (!query) return;
    stop();
    /* strokes and bars know the move alone: the view stays */
    const seat = step().dataset.view;
    if ("up" in link.dataset) replay.scrollIntoView();
    if (!link.id) refocus = places.find(([part]) => link.closest(part))?.join(" ") ?? null;
    go(seat !== "all" && !query.includes("seat=") && !link.closest(".views") ? `${query}&seat=${seat}` : query);
  });

  const named = { Home: "first", ArrowLeft: "back", ",": "back", ArrowRight: "next", ".": "next", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const field = event.target.closest?.("input, select, textarea");
    const mistake = event.shiftKey && !field && { ArrowLeft: "back", ArrowRight: "next" }[event.key];
    if (mistake) {
      event.preventDefault();
      const link = key(`mistake-${mistake}`);
      if (link) { stop(); go(address(link)); }
      return;
    }
    if (event.key === " " && !event.target.closest?.("button, summary, input, select, textarea, [role=button]")) {
      event.preventDefault();
      if (timer) stop();
      else start();
      return;
    }
    if (field || !named[event.key]) return;
    if (event.key.length === 1 && "noKeys" in replay.dataset) return; // the setting "Single keys": WCAG 2.1.4
    event.preventDefault();
    stop();
    const query = address(key(named[event.key]));
    if (query) go(query);
  });

  /* ── the scrubber ────────────────────────────────────────────────────── */

  const frame = document.querySelector(".scrub");
  const counts = frame.dataset.counts.split(",").map(Number);

  /** Round and move of a place: places count on through all rounds, each of which has its deal. */
  function spot(place) {
    let round = 0;
    while (place > counts[round]) place -= counts[round++] + 1;
    return [round + 1, place];
  }

  function said(place) {
    const [round, move] = spot(place);
    const where = move ? `${frame.dataset.of} ${move}` : frame.dataset.deal;
    return `${frame.dataset.round} ${round}, ${where}`;
  }

  const here = document.getElementById("here");
  const mark = (share) => here.setAttribute("transform", `translate(${(share * 1000).toFixed(1)} 0)`);

  let later = null;
  scrub.addEventListener("input", () => {
    stop();
    scrub.setAttribute("aria-valuetext", said(Number(scrub.value)));
    mark(Number(scrub.value) / Math.max(1, Number(scrub.max)));
    clearTimeout(later);
    later = setTimeout(() => {
      const seat = step().dataset.view;
      go(`?move=${spot(Number(scrub.value)).join(".")}${seat === "all" ? "" : `&seat=${seat}`}`);
    }, 90);
  });

  /* ── after a step ────────────────────────────────────────────────────── */

  function arrived() {
    const now = step();
    document.title = now.dataset.title;
    if (document.activeElement !== scrub || !later) scrub.value = now.dataset.index;
    scrub.setAttribute("aria-valuetext", now.dataset.at);
    mark(Number(now.dataset.index) / Math.max(1, Number(scrub.max)));
    ahead();
  }

  /** The neighbours, into the browser's store: htmx then finds them there. */
  function ahead() {
    if (navigator.connection?.saveData) return;
    for (const name of ["next", "back"]) {
      const query = address(key(name));
      if (query) fetch(query, { headers: { "HX-Request": "true" } }).catch(() => {});
    }
  }

  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== step()) return;
    open = [...step().querySelectorAll("details[data-fold][open]")].map((one) => one.dataset.fold);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!step() || event.target.closest?.("#review")) return; // the review tells how far it is
    for (const one of step().querySelectorAll("details[data-fold]")) if (open.includes(one.dataset.fold)) one.open = true;
    if (refocus && document.activeElement === document.body) step().querySelector(refocus)?.focus();
    refocus = null;
    later = null;
    arrived();
    live.textContent = step().dataset.spoken;
  });

  /* ── by itself ───────────────────────────────────────────────────────── */

  let timer = null;
  const label = auto.querySelector("span"), begin = label.textContent;

  function show() {
    auto.setAttribute("aria-pressed", String(Boolean(timer)));
    label.textContent = timer ? auto.dataset.stop : begin;
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    show();
  }

  function start() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const query = address(key("next"));
      if (query) await go(query);
      if (timer && address(key("next"))) start();
      else stop();
    }, Number(speed.value));
    show();
  }

  auto.addEventListener("click", () => (timer ? stop() : start()));

  /* ── the link ────────────────────────────────────────────────────────── */

  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("[data-copy-link]");
    if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(new URL(address(link), location.href).href);
      link.querySelector("span").textContent = replay.dataset.done;
      live.textContent = replay.dataset.done;
    } catch { location.assign(address(link)); }
  });

  for (const part of document.querySelectorAll(".scrub [hidden]")) part.hidden = false;
  replay.dataset.script = "1";
  arrived();
})();
