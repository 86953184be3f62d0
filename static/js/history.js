"use strict";
// The file of all records, with a bar: the page knows how many there are. Without script the link is a plain download.

(() => {
  const link = document.querySelector("[data-stream]");
  if (!link || !window.ReadableStream) return;
  const frame = document.querySelector(".stream");
  const bar = frame.querySelector("progress");
  const said = frame.querySelector("[data-said]");
  let busy = false;

  function show(count, total) {
    bar.value = count;
    said.textContent = said.dataset.said.replace("%s", count).replace("%t", total);
  }

  /** Counts the lines as they come: a record each. */
  async function read(answer, total) {
    const reader = answer.body.getReader();
    const parts = [];
    let count = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts, { type: "application/jsonl" });
      parts.push(value);
      for (const byte of value) if (byte === 10) count += 1;
      show(count, total);
    }
  }

  function save(blob, name) {
    const way = document.createElement("a");
    way.href = URL.createObjectURL(blob);
    way.download = name;
    way.click();
    setTimeout(() => URL.revokeObjectURL(way.href), 60000);
  }

  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    frame.hidden = false;
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(String(answer.status));
      const total = Number(answer.headers.get("X-Matches") ?? link.dataset.stream);
      bar.max = total;
      show(0, total);
      const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
      save(await read(answer, total), name ?? "muggins.jsonl");
    } catch { location.assign(link.href); }
    busy = false;
  });
})();
