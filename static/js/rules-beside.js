"use strict";
/* The rules of this table beside it: htmx fetches them once; here they are opened, closed and kept while moves come in. */
(() => {
  const link = document.querySelector("[data-rules]");
  const sheet = document.getElementById("beside");
  if (!link || !sheet) return;
  const phone = window.matchMedia("(max-width: 760px), (max-height: 560px) and (orientation: landscape)");
  const table = () => document.getElementById("table");
  const isOpen = () => sheet.classList.contains("shown");
  const isExplaining = () => sheet.querySelector(".meaning:popover-open") !== null;

  /** On a phone the sheet covers the table, so the table is out of reach; new drawings of it, too. */
  const cover = () => { const shown = table(); if (shown) shown.inert = isOpen() && phone.matches; };

  function open() {
    sheet.classList.add("shown");
    link.setAttribute("aria-expanded", "true");
    cover();
    sheet.querySelector("h2")?.focus();
  }

  function close() {
    sheet.classList.remove("shown");
    link.setAttribute("aria-expanded", "false");
    cover();
    link.focus();
  }

  link.setAttribute("aria-expanded", "false");
  link.setAttribute("aria-controls", sheet.id);

  /* once they are here they are not asked for again */
  link.addEventListener("click", (event) => {
    if (!isOpen() && !sheet.querySelector("h2")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isOpen()) close();
    else open();
  }, true);

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== sheet) return;
    window.MugginsRules.dress(sheet);
    open();
  });

  document.addEventListener("click", (event) => { if (event.target.closest?.("[data-close-rules]")) close(); });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen() || isExplaining()) return;
    if (table()?.contains(document.activeElement)) return; /* there it puts a chosen tile back */
    event.stopPropagation();
    close();
  }, true);

  /* a new drawing of the table takes no focus from who reads */
  document.addEventListener("table:shown", () => {
    cover();
    const at = document.activeElement;
    if (isOpen() && sheet.contains(at)) setTimeout(() => at.focus({ preventScroll: true }), 0);
  });
  phone.addEventListener("change", cover);
})();
