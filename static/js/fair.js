"use strict";
/* Checks each deal by what this browser saw itself. Before the deal it keeps the server's commitment and sends a number
   of its own; when the round is over it computes the order of the tiles from what is published. The scheme: /fair/ */
(() => {
  const SCHEME = "muggins-fair-1";
  const { sha256, hmac } = window.Sha256;
  const code = document.getElementById("table")?.dataset.code;

  /* ── the scheme ──────────────────────────────────────────────────────── */

  const lines = (...words) => new TextEncoder().encode([SCHEME, ...words].join("\n"));
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (digits) => Uint8Array.from(digits.match(/../g), (pair) => Number.parseInt(pair, 16));

  async function commitment(proof) {
    return hex(await sha256(lines("commitment", proof.match, proof.round, proof.secret)));
  }

  /** The tiles in dealing order, and the lot. */
  async function drawn(proof, players) {
    const said = proof.values.map((value) => value ?? "-");
    const key = await hmac(bytes(proof.secret), lines("order", proof.match, proof.round, ...said));
    let stream = [], counter = 0;
    async function below(limit) {
      for (;;) {
        if (!stream.length) {
          const block = new Uint8Array(8);
          new DataView(block.buffer).setUint32(4, counter++);
          stream = [...(await hmac(key, block))];
        }
        const byte = stream.shift();
        if (byte < 256 - (256 % limit)) return byte % limit;
      }
    }
    const tiles = [];
    for (let high = 0; high <= 6; high++) for (let low = 0; low <= high; low++) tiles.push(`${high}${low}`);
    for (let last = 27; last > 0; last--) {
      const other = await below(last + 1);
      [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
    }
    return { tiles, lot: await below(players) };
  }

  window.FairDeal = { SCHEME, commitment, drawn };
  if (!code) return;

  /* ── what this browser saw ───────────────────────────────────────────── */

  const name = (fair, round) => `fair:${code}:${fair.seat}:${round}`;
  function recall(fair, round) {
    try { return JSON.parse(sessionStorage.getItem(name(fair, round))) ?? {}; } catch { return {}; }
  }
  function keep(fair, round, memory) {
    try {
      sessionStorage.setItem(name(fair, round), JSON.stringify(memory));
      sessionStorage.removeItem(name(fair, round - 3));
    } catch { /* no room: the verdict is that the page came late */ }
  }

  /** Before the deal: remember the promise, and send a number once. */
  function promised(fair) {
    const memory = recall(fair, fair.nextRound);
    memory.changed ||= Boolean(memory.promise) && memory.promise !== fair.nextCommitment;
    memory.promise ??= fair.nextCommitment;
    if (fair.mixes && !memory.value) memory.value = hex(window.crypto.getRandomValues(new Uint8Array(32)));
    keep(fair, fair.nextRound, memory);
    if (fair.mixes && !memory.sent) send(fair, memory.value, 3);
  }

  let sending = "";
  async function send(fair, value, tries) {
    if (sending === value && tries === 3) return;
    sending = value;
    const headers = { "HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers") ?? "{}") };
    const body = new URLSearchParams({ round: fair.nextRound, value });
    const answer = await fetch(`/t/${code}/mix/`, { method: "POST", headers, body }).catch(() => null);
    if (answer?.status === 204) keep(fair, fair.nextRound, { ...recall(fair, fair.nextRound), sent: true });
    else if (!answer && tries > 1) setTimeout(() => send(fair, value, tries - 1), 500);
  }

  /** While it is played: the own hand as first seen, and every tile that is laid or drawn. No hand is ever stored. */
  const firsts = {};
  function watch(fair) {
    const { first, ...memory } = recall(fair, fair.round);
    memory.late ||= !memory.promise;
    memory.changed ||= Boolean(memory.promise) && memory.promise !== fair.commitment;
    memory.promise ??= fair.commitment;
    keep(fair, fair.round, memory);
    firsts[fair.round] ??= { hand: fair.hand, moves: fair.moves };
    return { ...memory, first: firsts[fair.round] };
  }

  /* ── the verdict ─────────────────────────────────────────────────────── */

  /** Whether this hand and these moves can come from these tiles. */
  function follows(tiles, seen, fair) {
    const size = Number(fair.handSize), players = Number(fair.players);
    const hands = Array.from({ length: players }, (_, seat) => new Set(tiles.slice(seat * size, (seat + 1) * size)));
    const yard = tiles.slice(players * size);
    for (const move of seen.moves.split(" ").filter(Boolean)) {
      const [seat, what] = move.split(":");
      if (what.startsWith("+")) {
        const next = yard.shift();
        if (!next || (what.length > 1 && what !== `+${next}`)) return false;
        hands[seat].add(next);
      } else if (!hands[seat].delete(what)) return false;
    }
    return fair.seat === "" || [...hands[fair.seat]].sort().join(" ") === seen.hand.split(" ").sort().join(" ").trim();
  }

  async function verdict(fair, memory) {
    const proof = JSON.parse(fair.proof), players = Number(fair.players);
    const { tiles, lot } = await drawn(proof, players);
    const named = proof.scheme === SCHEME && proof.match === code && String(proof.round) === fair.round;
    const kept = !memory.changed && proof.commitment === memory.promise && (await commitment(proof)) === memory.promise;
    const seen = [memory.first, { hand: fair.hand, moves: fair.moves }].every((at) => follows(tiles, at, fair));
    if (!named || !kept || !seen || (fair.lot !== "" && Number(fair.lot) !== lot)) return "broken";
    if (memory.late) return "late";
    if (!memory.value) return "watched";
    if (proof.values[fair.seat] === memory.value) return "held";
    return memory.sent ? "broken" : "missed";
  }

  const known = { proof: "", says: "" };

  function say() {
    for (const line of document.querySelectorAll("#fair-says [data-verdict]")) line.hidden = line.dataset.verdict !== known.says;
  }

  async function look() {
    const fair = document.getElementById("fair")?.dataset;
    if (!fair) return;
    if (fair.nextRound) promised(fair);
    if (!fair.round) return;
    const memory = watch(fair);
    if (!fair.proof) return;
    if (fair.proof !== known.proof) {
      const says = await verdict(fair, memory).catch(() => "broken");
      Object.assign(known, { proof: fair.proof, says });
    }
    say();
  }

  document.addEventListener("table:shown", look);
  look();
})();
