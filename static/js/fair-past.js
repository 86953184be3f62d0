"use strict";
/* In a replay: checks the deal of the round that is shown, by what is published of it. The scheme is in fair.js. */
(() => {
  const { SCHEME, commitment, drawn } = window.FairDeal;
  const known = {};

  /** Whether a tab that was at the table then remembers another promise. */
  function changed(proof) {
    for (let place = 0; place < sessionStorage.length; place++) {
      const [kind, match, , round] = sessionStorage.key(place).split(":");
      if (kind !== "fair" || match !== proof.match || Number(round) !== proof.round) continue;
      const { promise } = JSON.parse(sessionStorage.getItem(sessionStorage.key(place)));
      if (promise && promise !== proof.commitment) return true;
    }
    return false;
  }

  async function verdict(deal) {
    const proof = JSON.parse(deal.proof);
    const { tiles, lot } = await drawn(proof, Number(deal.players));
    const named = proof.scheme === SCHEME && proof.match === deal.code && String(proof.round) === deal.round;
    const kept = (await commitment(proof)) === proof.commitment && !changed(proof);
    const follows = tiles.join(" ") === deal.tiles && (deal.lot === "" || Number(deal.lot) === lot);
    return named && kept && follows ? "held" : "broken";
  }

  function say(part, says) {
    for (const line of part.querySelectorAll("[data-verdict]")) line.hidden = line.dataset.verdict !== says;
  }

  async function look() {
    const part = document.getElementById("deal-proof");
    if (!part) return;
    const { proof } = part.dataset;
    if (known[proof]) return say(part, known[proof]);
    known[proof] = await verdict(part.dataset).catch(() => "broken");
    return say(part, known[proof]);
  }

  document.addEventListener("htmx:afterSwap", look);
  look();
})();
