"use strict";
/* «Muggins!»: keys and digits for amounts, and the key M, which goes to the call. What is left of the window ticks in table-view.js. */
(() => {
  const { table, say } = window.Muggins;
  const LONGEST = 3;
  /* Digits that follow each other sooner than this are one number. */
  const TOGETHER = 1500;
  let typed = 0;

  const field = (id) => document.getElementById(id);
  const visible = (element) => Boolean(element) && element.getClientRects().length > 0 && !element.closest("[inert]");
  const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];

  /* ── amounts ─────────────────────────────────────────────────────────── */

  function set(input, value) {
    input.value = value;
    follow(input);
  }

  /** The pressed key and the amount on the button are those of the field. */
  function follow(input) {
    const amount = input.value === "" ? "" : String(Number(input.value));
    for (const key of all(`[data-keys="${input.id}"] .key`)) key.setAttribute("aria-pressed", String(key.dataset.key === amount));
    for (const place of all("#call [data-amount]")) if (input.id === "call-points") place.textContent = amount;
  }

  document.addEventListener("input", (event) => {
    if (!event.target.matches?.("#claim, #call-points")) return;
    event.target.value = event.target.value.replace(/\D/g, "");
    follow(event.target);
  });

  document.addEventListener("click", (event) => {
    const key = event.target.closest?.(".key");
    if (key) {
      const input = field(key.closest("[data-keys]").dataset.keys);
      set(input, key.getAttribute("aria-pressed") === "true" ? "" : key.dataset.key);
    } else if (event.target.closest?.("[data-uncall]")) {
      event.preventDefault();
      toCall();
    }
  });

  /* ── keys ────────────────────────────────────────────────────────────── */

  /** Lay the tile back and go to the call. */
  function toCall() {
    if (!field("call")) return false;
    Muggins.choose("");
    field("call-points").focus();
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.id === "claim") inClaim(event);
    else if (event.target.id === "call-points" && event.key === " ") { event.preventDefault(); event.target.form.requestSubmit(); }
    if (event.target.matches?.("input, select, textarea") && event.target.id !== "claim") return;
    if (table() && "noKeys" in table().dataset) return; /* the setting "Single keys": WCAG 2.1.4 */
    if (event.key.toLowerCase() === "m") { if (toCall()) event.preventDefault(); }
    else if (event.target.id !== "claim") elsewhere(event);
  });

  /** Digits typed beside the field are the claim, too; with a tile in hand the field is where one goes on. */
  function elsewhere(event) {
    const input = field("claim");
    if (!/^[0-9]$/.test(event.key) || !visible(input)) return;
    event.preventDefault();
    const more = event.timeStamp - typed < TOGETHER ? input.value : "";
    typed = event.timeStamp;
    set(input, `${more}${event.key}`.slice(-LONGEST));
    const tileUp = all('.rack-tile[aria-pressed="true"]').length > 0;
    if (tileUp && !event.target.matches?.("#play .btn, .ghost")) input.focus();
    else say("live", input.dataset.said.replace("%s", input.value));
  }

  /** Enter or the space bar plays where only one end is offered; else it goes to the ends, or to the hand. */
  function inClaim(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    const ends = all("#play .btn[name=move]").filter((button) => !button.hidden);
    if (ends.length === 1) ends[0].click();
    else (ends[0] ?? all(".rack-tile.can")[0])?.focus();
  }

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "call" || field("call-points").value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    Muggins.why(event.target.dataset.none);
    field("call-points").focus();
  }, true);

  /* ── after each drawing ──────────────────────────────────────────────── */

  function settleIn() {
    for (const keys of all("[data-keys]")) keys.hidden = false;
    for (const input of all("#claim, #call-points")) follow(input);
  }
  document.addEventListener("table:shown", settleIn);
  if (table()) settleIn();
})();
