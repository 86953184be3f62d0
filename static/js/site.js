"use strict";
// What every page has besides HTML: nothing here is needed to play, all of it makes things smoother.

(() => {
  // Menus close by Escape (focus goes back to their head), by a tap elsewhere, and by a link to a place on the page.
  const menus = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
      event.preventDefault(); // this press is spent: nothing else closes by it
    }
  });
  document.addEventListener("click", (event) => {
    const leads = event.target.closest('a[href^="#"]');
    for (const menu of menus()) if (leads || !menu.contains(event.target)) menu.open = false;
  });

  // The light changes at once; the server is told by the same form that does it without JavaScript.
  document.addEventListener("submit", (event) => {
    const { submitter, target } = event;
    if (!submitter || submitter.name !== "theme") return;
    event.preventDefault();
    const body = new FormData(target, submitter);
    fetch(target.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
    const theme = submitter.value;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const button of document.querySelectorAll(".theme-choice button")) {
      button.setAttribute("aria-pressed", String(button.value === theme));
    }
    // The pressed button may have given way to its opposite.
    if (document.activeElement === submitter && !submitter.offsetParent) {
      target.querySelector(`button:not([value="${theme}"])`)?.focus();
    }
  });

  // The text of the field that a button names goes to the clipboard; the answer is what there is to say then.
  window.Site = {
    async copy(button) {
      const field = document.querySelector(button.dataset.copy);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand("copy");
      }
      button.querySelector("span").textContent = button.dataset.done;
      return button.dataset.done;
    },
  };

  // A part that was swapped gives the focus back to the link or button that had it.
  const held = (root) => {
    const active = document.activeElement;
    if (!active || !root.contains(active)) return null;
    const href = active.getAttribute("href");
    return href ? `[href="${CSS.escape(href)}"]` : active.id ? `#${CSS.escape(active.id)}` : null;
  };

  // The lobby: pushed over a socket; asked for every half minute where the socket does not come up.
  const lobby = document.querySelector("[data-lobby]");
  if (!lobby) return;
  let shown = "";
  const show = (html) => {
    if (html === shown) return;
    shown = html;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    for (const part of fresh.content.querySelectorAll("[data-part]")) {
      const place = document.getElementById(part.dataset.part);
      if (!place) continue;
      const selector = held(place);
      place.replaceChildren(...part.childNodes);
      if (selector) place.querySelector(selector)?.focus();
    }
  };
  const ask = async () => {
    try {
      const answer = await fetch(lobby.dataset.lobby, { headers: { "HX-Request": "true" } });
      if (answer.ok) show(await answer.text());
    } catch { /* offline: the next half minute will tell */ }
  };
  let socket = null;
  let wait = 1000;
  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/lobby/?language=${document.documentElement.lang}`);
    socket.addEventListener("open", () => { wait = 1000; });
    socket.addEventListener("message", (event) => {
      const frame = JSON.parse(event.data);
      if (frame.type !== "lobby") return;
      if (frame.html) show(frame.html);
      else ask();
    });
    socket.addEventListener("close", (event) => {
      if (event.code === 4403) return;
      setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, 30000);
    });
  };
  connect();
  setInterval(() => {
    if (document.visibilityState === "visible" && socket.readyState !== WebSocket.OPEN) ask();
  }, 30000);
  addEventListener("pageshow", (event) => { if (event.persisted) ask(); });
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") ask(); });
})();
