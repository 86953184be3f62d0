"use strict";
/* The table's talk: put onto the page beside the table, so that a line never touches a hand or a chosen tile. */
(() => {
  const { table, number } = window.Muggins;
  const talk = () => document.getElementById("talk");
  const key = `talk.${table()?.dataset.code}`;
  const live = document.getElementById("heard");
  let heard = number(talk()?.dataset.newest) || 0;
  let read = heard;
  let wide = null;
  let sent = null;

  /* ── what this browser has read, for the count by the button ─────────── */

  const stored = () => { try { return number(sessionStorage.getItem(key)); } catch { return NaN; } };
  const store = () => { try { sessionStorage.setItem(key, String(read)); } catch { /* no memory, no count kept */ } };

  const lines = () => [...(talk()?.querySelectorAll("[data-number]") ?? [])];
  const shown = () => { const part = document.getElementById("said"); return Boolean(part && part.getClientRects().length); };

  function count() {
    if (shown()) { read = number(talk().dataset.newest); store(); }
    const unread = lines().filter((line) => number(line.dataset.number) > read && !line.matches(".own")).length;
    for (const tag of document.querySelectorAll("[data-unread]")) {
      tag.hidden = unread === 0;
      tag.textContent = String(unread);
    }
    const button = document.querySelector("[data-show-talk] .vh");
    if (!button) return;
    button.dataset.name ??= button.textContent;
    button.textContent = unread ? `${button.dataset.name}, ${live.dataset.many.replace("%s", String(unread))}` : button.dataset.name;
  }

  /* ── the swap ────────────────────────────────────────────────────────── */

  /** The way to the talk, in the head: whether there is one, and whether the match has begun (talk.css). No selector
   *  looks for either from above, or each change of the table would make the whole page's style anew. */
  function way() {
    const link = document.querySelector(".to-talk");
    link?.classList.toggle("offered", Boolean(talk()?.matches(".talk")));
    link?.classList.toggle("gathers", Boolean(table()?.matches(".gathering")));
  }
  document.addEventListener("table:shown", way);

  /** Put this drawing of the talk onto the page. `mine`: it answers this page, so it is shown whatever it says. */
  function put(next, mine = false) {
    const now = talk();
    if (!next || !now) return;
    if (number(next.dataset.newest) < number(now.dataset.newest)) { if (mine) late(now, next); return; }
    if (!mine && next.dataset.looks === now.dataset.looks) { now.dataset.newest = next.dataset.newest; return; }
    const focus = now.contains(document.activeElement) && document.activeElement.id;
    const list = now.querySelector("#lines");
    const atEnd = !list || list.scrollHeight - list.scrollTop - list.clientHeight < 24;
    const scrolled = list?.scrollTop ?? 0;
    const inner = now.querySelector("#said")?.scrollTop ?? 0;
    keep(now, next, mine);
    now.replaceWith(next);
    window.htmx?.process(next);
    const fresh = next.querySelector("#lines");
    if (fresh) fresh.scrollTop = atEnd ? fresh.scrollHeight : scrolled;
    const part = next.querySelector("#said");
    if (part) part.scrollTop = inner;
    if (focus) (document.getElementById(focus) ?? part)?.focus({ preventScroll: true });
    tell();
    count();
    way();
  }

  /** What the viewer has opened or typed stays; a line that was sent is gone from its field. */
  function keep(now, next, mine) {
    if (now.open) next.open = true;
    if (!mine) refusal(now, next);
    for (const menu of now.querySelectorAll("details[id][open]")) {
      const twin = next.querySelector(`#${CSS.escape(menu.id)}`);
      if (twin) twin.open = true;
    }
    const typed = now.querySelector("#talk-text");
    const twin = next.querySelector("#talk-text");
    if (mine) empty(now, next);
    if (typed && twin) twin.value = typed.value;
  }

  /** Newer lines are shown already: of the answer only what became of the line that was sent is wanted. */
  function late(now, answer) {
    empty(now, answer);
    now.querySelector("#talk-why")?.remove();
    refusal(answer, now);
  }

  /** Why a line was refused stays until the next is sent, whoever says something meanwhile. Ears have heard it once. */
  function refusal(from, to) {
    const why = from.querySelector("#talk-why")?.cloneNode(true);
    if (!why || to.querySelector("#talk-why")) return;
    if (from === talk()) why.removeAttribute("role");
    to.querySelector("#lines")?.after(why);
  }

  /** The answer says whether what was sent was taken: then it goes from the field, and what was typed since does not. */
  function empty(now, answer) {
    const typed = now.querySelector("#talk-text");
    if (typed && sent !== null && typed.value === sent && !answer.querySelector("#talk-why")) typed.value = "";
    sent = null;
  }

  /* ── said aloud, once ────────────────────────────────────────────────── */

  function tell() {
    const unheard = lines().filter((line) => number(line.dataset.number) > heard && !line.matches(".own"));
    heard = Math.max(heard, number(talk().dataset.newest));
    if (!unheard.length) return;
    const says = (line) => `${line.querySelector("b").textContent}: ${line.querySelector(".said").textContent}`;
    const text = unheard.length > 3 ? live.dataset.many.replace("%s", String(unheard.length)) : live.dataset.one.replace("%s", unheard.map(says).join(". "));
    const line = document.createElement("p");
    line.textContent = text;
    live.replaceChildren(line);
  }

  /* ── opening and closing ─────────────────────────────────────────────── */

  function sheet(open) {
    document.body.classList.toggle("show-talk", open);
    if (talk()?.matches("details")) talk().open = open || wide.matches;
    const list = document.getElementById("lines");
    if (list) list.scrollTop = list.scrollHeight;
    document.getElementById(open ? "said" : "hand")?.focus({ preventScroll: true });
    count();
  }

  document.addEventListener("click", (event) => {
    const at = event.target.closest?.("[data-show-talk], [data-hide-talk]");
    if (!at) return;
    event.preventDefault();
    sheet(at.matches("[data-show-talk]") && !document.body.classList.contains("show-talk"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.body.classList.contains("show-talk")) {
      sheet(false);
      document.querySelector("[data-show-talk]")?.focus();
    }
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.id !== "talk") return;
    const list = document.getElementById("lines");
    if (list) list.scrollTop = list.scrollHeight;
    count();
  }, true);

  /* ── sending ─────────────────────────────────────────────────────────── */

  const ours = (event) => event.detail.target?.id === "talk";
  const drawn = (xhr) => new DOMParser().parseFromString(xhr.responseText, "text/html").getElementById("talk");
  const answered = new WeakSet();

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!ours(event)) return;
    const { elt, xhr } = event.detail;
    const field = document.getElementById("talk-text");
    if (elt.id === "talk-write" && field) sent = field.value;
    // A line that comes by a push before the answer takes this talk's place on the page, and htmx finds it gone.
    xhr.addEventListener("load", () => setTimeout(() => {
      const next = answered.has(xhr) ? null : drawn(xhr);
      if (next) put(next, true);
    }, 0));
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!ours(event)) return;
    event.detail.shouldSwap = false;
    answered.add(event.detail.xhr);
    const next = drawn(event.detail.xhr);
    if (next) put(next, true);
    else window.Muggins.banner?.("unsent");
  });
  for (const kind of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(kind, (event) => { if (ours(event)) window.Muggins.banner?.("unsent"); });
  }

  window.Muggins.talk = put;
  if (!talk()) return;
  wide = window.matchMedia("(min-width: 1121px) and (min-height: 561px)");
  const before = stored();
  if (!Number.isNaN(before) && before <= heard) read = before;
  count();
})();
