/* The end of the day, in the time of whoever reads it. */
"use strict";
for (const place of document.querySelectorAll("[data-local]")) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { hour: "2-digit", minute: "2-digit" });
  place.textContent = place.dataset.text.replace("%s", time.format(new Date(place.dataset.local)));
}
