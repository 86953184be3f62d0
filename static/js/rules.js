"use strict";
/* The rules: figures are stepped through, words are explained on hover and focus. All of it is there without script. */
(() => {
  /* ── figures: one step at a time ─────────────────────────────────────── */

  const steps = (figure) => [...figure.querySelectorAll("[data-step]")];
  const current = (figure) => steps(figure).findIndex((step) => step.classList.contains("now"));

  function show(figure, wanted, spoken = true) {
    const all = steps(figure);
    const at = Math.max(0, Math.min(all.length - 1, wanted));
    all.forEach((step, index) => step.classList.toggle("now", index === at));
    figure.querySelectorAll("[data-to]").forEach((button, index) => {
      if (index === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    for (const button of figure.querySelectorAll("[data-go]")) {
      const over = Number(button.dataset.go) < 0 ? at === 0 : at === all.length - 1;
      button.setAttribute("aria-disabled", String(over));
    }
    figure.querySelector(".fig-at").textContent = `${at + 1} / ${all.length}`;
    if (spoken) figure.querySelector("[role=status]").textContent = all[at].dataset.spoken;
  }

  function dress(root) {
    for (const figure of root.querySelectorAll("[data-figure]")) show(figure, Math.max(0, current(figure)), false);
  }

  /** The figure that the arrow keys move: that of the focus, else the one most in view. */
  function figureAt(target) {
    const own = target.closest?.("[data-figure]");
    if (own || target !== document.body) return own;
    const middle = window.innerHeight / 2;
    const away = (figure) => { const box = figure.getBoundingClientRect(); return Math.abs((box.top + box.bottom) / 2 - middle); };
    return [...document.querySelectorAll("[data-figure]")].sort((one, other) => away(one) - away(other))[0];
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-go], [data-to]");
    const figure = button?.closest("[data-figure]");
    if (!figure) return;
    if ("to" in button.dataset) show(figure, Number(button.dataset.to));
    else show(figure, current(figure) + Number(button.dataset.go));
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const move = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (move === undefined) return;
    const figure = figureAt(event.target);
    if (!figure || (Math.abs(move) > 1 && event.target === document.body)) return;
    event.preventDefault();
    const before = current(figure);
    show(figure, before + move);
    /* the focus goes along the strip, so that it is never on a step that is not shown */
    if (figure.querySelector(".fig-strip")?.contains(document.activeElement)) figure.querySelector("[aria-current=step]").focus();
    else if (steps(figure)[before].contains(document.activeElement)) figure.querySelector("[data-go='1']").focus();
  });

  /* ── words: a tap or Enter opens them by HTML alone; here by pointer and by focus ── */

  const meaning = (term) => document.getElementById(term.getAttribute("popovertarget"));
  const isOpen = (shown) => shown.matches(":popover-open");
  let pinned = null, timer = null, opener = null;

  function explain(term) {
    clearTimeout(timer);
    const shown = meaning(term);
    if (!shown) return;
    if (isOpen(shown) && opener !== term) shown.hidePopover();
    if (!isOpen(shown)) shown.showPopover({ source: term });
    opener = term;
  }

  function conceal(term) {
    const shown = meaning(term);
    if (shown && shown !== pinned && isOpen(shown)) shown.hidePopover();
  }

  const later = (act, wait) => { clearTimeout(timer); timer = setTimeout(act, wait); };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const term = event.target.closest?.(".term");
    if (term) later(() => explain(term), 120);
    else if (event.target.closest?.(".meaning")) clearTimeout(timer);
  });
  document.addEventListener("pointerout", (event) => {
    const term = event.target.closest?.(".term") ?? (event.target.closest?.(".meaning") ? opener : null);
    if (term && event.pointerType !== "touch") later(() => conceal(term), 220);
  });
  document.addEventListener("focusin", (event) => {
    const term = event.target.closest?.(".term");
    if (term?.matches(":focus-visible")) explain(term);
  });
  document.addEventListener("focusout", (event) => {
    const term = event.target.closest?.(".term");
    if (term) conceal(term);
  });
  /* what the pointer opened stays open when it is pressed */
  document.addEventListener("click", (event) => {
    const term = event.target.closest?.(".term");
    if (!term) return;
    const shown = meaning(term);
    if (event.detail > 0 && shown && isOpen(shown) && shown !== pinned && opener === term) {
      event.preventDefault();
      pinned = shown;
    } else {
      opener = term;
      pinned = shown && !isOpen(shown) ? shown : null;
    }
  });
  document.addEventListener("toggle", (event) => {
    if (event.target === pinned && event.newState === "closed") pinned = null;
  }, true);

  window.MugginsRules = { dress };
  dress(document);
})();
