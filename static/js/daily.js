/* The end of the day, in the time of whoever reads it, where that is another one; the address of a deal, to hand on. */
"use strict";
for (const place of document.querySelectorAll("[data-local]")) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const ends = new Date(place.dataset.local);
  if (ends.getTimezoneOffset()) place.textContent = place.dataset.text.replace("%s", time.format(ends));
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    document.getElementById("said").textContent = await Site.copy(button);
  });
}
