"use strict";
/* The connection: one socket, a look at the server when there is none, and what the viewer must know about it. */
(() => {
  const { table, show } = window.Muggins;
  const code = table()?.dataset.code;
  if (!code) return;

  const PING = 10000, PATIENCE = 5000, WAKING = 2500, POLL = 5000, SILENT = 3000, QUIET = 4000;
  const SIGNED_OUT = 4401, NOT_ALLOWED = 4403, CROWDED = 4423;
  /* Where too many watch already: how often the page looks by itself, and asks for a place. */
  const GLANCE = 30000, AGAIN = [60000, 120000];
  const GOING = new Set([1001, 1012]);
  /* The first try is spread over five seconds, so that a server is not stormed, most of it over the first two; who
     finds nobody there soon tries again, which costs a server that is starting nothing. */
  const WAITS = [[200, 4800], [500, 2500], [500, 2500], [2000, 8000], [4000, 12000], [8000, 15000]];
  const address = `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}/ws/t/${code}/?language=${document.documentElement.lang}`;
  const banners = document.getElementById("banners");

  let socket = null, tries = 0, waiting = null, unanswered = null, pending = false;
  let heard = performance.now(), lost = null, restarting = false, over = false, leaving = false, crowded = false;

  /* ── what is said ────────────────────────────────────────────────────── */

  function banner(name, text = "") {
    for (const one of banners.querySelectorAll("[data-banner]")) {
      one.hidden = one.dataset.banner !== name;
      const line = one.querySelector("[data-text]");
      if (line && !one.hidden) line.textContent = line.dataset.text.replace("%s", text);
    }
    if (name === "back" || name === "unsent") setTimeout(() => { banners.querySelector(`[data-banner="${name}"]`).hidden = true; }, 8000);
  }

  function look() {
    if (over) return;
    const now = performance.now();
    if (navigator.onLine === false) {
      state("offline", banners.querySelector('[data-banner="offline"] span').textContent);
    } else if (crowded) {
      state("crowded", "");
    } else if (lost !== null && now - heard > SILENT) {
      if (restarting) state("restarting", banners.dataset.waiting);
      else state("reconnecting", now - heard > 15000 ? banners.dataset.waiting : "", String(Math.round((now - heard) / 1000)));
    } else if (lost === null || now - heard <= SILENT) {
      state("", "");
    }
  }

  let stated = "";
  function state(name, blocked, text = "") {
    Muggins.blocked = blocked;
    if (!name && !stated) return;
    if (name !== stated || text) banner(name, text);
    stated = name;
  }

  function hear() {
    const away = lost === null ? 0 : performance.now() - lost;
    heard = performance.now();
    clearTimeout(unanswered);
    pending = false;
    if (socket?.readyState === WebSocket.OPEN && lost !== null) {
      lost = null;
      restarting = false;
      look();
      return away > SILENT;
    }
    look();
    return false;
  }

  function end() {
    over = true;
    clearTimeout(waiting);
    Muggins.blocked = banners.dataset.waiting;
    banner("closed");
  }

  Muggins.banner = banner;
  Muggins.failed = (status) => {
    if (status === 404 || status === 403 || status === 401) end();
    else banner("unsent");
  };

  /* ── the socket ──────────────────────────────────────────────────────── */

  function connect() {
    clearTimeout(waiting);
    if (over || leaving) return;
    drop();
    const mine = new WebSocket(address);
    socket = mine;
    mine.onopen = () => { tries = 0; };
    mine.onmessage = (event) => { if (socket === mine) receive(event.data); };
    mine.onclose = (event) => { if (socket === mine) closed(event.code); };
  }

  /** Forget the socket at once: a half-open one would take minutes to say that it is closed. */
  function drop() {
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  let pinged = 0;

  function ping() {
    if (performance.now() - pinged < PING - 1000) return;
    if (send({ type: "ping" }, PATIENCE)) pinged = performance.now();
  }

  function receive(text) {
    let frame;
    try { frame = JSON.parse(text); } catch { return; }
    if (document.hidden) ping(); /* timers sleep in the background; the server's voice is heard */
    const before = Muggins.number(table().dataset.version);
    crowded = false;
    const wasAway = hear();
    if (frame.type === "table") {
      const shown = show(frame.html);
      if (shown && wasAway && Muggins.number(table().dataset.version) > before && Muggins.missed) banner("back", Muggins.missed);
    } else if (frame.type === "talk") {
      show(frame.html);
    } else if (frame.type === "current" && frame.version > before) {
      ask();
    }
  }

  function closed(reason) {
    drop();
    clearTimeout(unanswered);
    pending = false;
    if (leaving) return;
    if (reason === SIGNED_OUT || reason === NOT_ALLOWED) { end(); return; }
    if (reason === CROWDED) { wait(AGAIN); crowded = true; lost = null; look(); return; }
    if (lost === null) lost = performance.now();
    if (GOING.has(reason)) restarting = true;
    wait(WAITS[Math.min(tries, WAITS.length - 1)]);
    tries += 1;
    if (tries > 1) fetchState();
    look();
  }

  function wait([least, most]) { waiting = setTimeout(connect, least + Math.random() ** 2 * (most - least)); }

  function send(frame, patience) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    clearTimeout(unanswered);
    pending = true;
    unanswered = setTimeout(() => closed(0), patience);
    return true;
  }

  /** Compare with the server now. */
  function ask(patience = PATIENCE) {
    const { version, digest } = table().dataset;
    if (!send({ type: "sync", version: Number(version), digest }, patience) && !socket) connect();
  }

  /* ── without a socket ────────────────────────────────────────────────── */

  async function fetchState() {
    const { version, digest } = table().dataset;
    const said = document.getElementById("talk")?.dataset.looks ?? "";
    try {
      const answer = await fetch(`/t/${code}/state/?version=${version}&digest=${digest}&said=${said}`, { headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 404) { end(); return; }
      if (!answer.ok) return;
      if (answer.status === 200) show(await answer.text());
      hear();
    } catch { look(); }
  }

  /* ── when to look ────────────────────────────────────────────────────── */

  const awake = () => { if (over) return; if (socket?.readyState === WebSocket.OPEN) ask(WAKING); else connect(); };
  setInterval(() => { if (!over) ping(); }, PING);
  /* A push is a hint and may be lost: while somebody is to move, silence is not believed for long. */
  setInterval(() => { if (!over && socket?.readyState === WebSocket.OPEN && table().dataset.state === "running" && !pending && performance.now() - heard > QUIET) ask(); }, 1000);
  setInterval(() => { if (!over && socket?.readyState !== WebSocket.OPEN && !document.hidden && !crowded) fetchState(); }, POLL);
  setInterval(() => { if (!over && crowded && !document.hidden) fetchState(); }, GLANCE);
  setInterval(look, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) awake(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { leaving = false; awake(); } });
  window.addEventListener("pagehide", () => { leaving = true; });
  window.addEventListener("online", awake);
  window.addEventListener("offline", look);
  document.addEventListener("click", (event) => { if (event.target.closest?.("[data-retry]")) { tries = 0; connect(); fetchState(); } });
  connect();
})();
