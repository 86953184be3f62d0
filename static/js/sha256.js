"use strict";
/* SHA-256 and HMAC-SHA256 of bytes: by the browser's WebCrypto, or by the lines below where it lends none (plain http in a club's own network). */
(() => {
  const FRACTIONS = (() => {
    /* The first 32 bits of the fractions of the cube roots, and of the square roots, of the first primes (FIPS 180-4). */
    const roots = { cube: [], square: [] };
    const bits = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
    for (let n = 2; roots.cube.length < 64; n++) {
      let prime = true;
      for (let by = 2; by * by <= n; by++) prime &&= n % by !== 0;
      if (!prime) continue;
      roots.cube.push(bits(Math.cbrt(n)));
      if (roots.square.length < 8) roots.square.push(bits(Math.sqrt(n)));
    }
    return roots;
  })();

  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function padded(bytes) {
    const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    whole.set(bytes);
    whole[bytes.length] = 0x80;
    new DataView(whole.buffer).setUint32(whole.length - 4, bytes.length * 8);
    return new DataView(whole.buffer);
  }

  function block(view, at, hash) {
    const words = [];
    for (let i = 0; i < 64; i++) {
      if (i < 16) { words.push(view.getUint32(at + i * 4)); continue; }
      const far = words[i - 15], near = words[i - 2];
      const mixed = (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
      words.push((words[i - 16] + words[i - 7] + mixed) >>> 0);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + FRACTIONS.cube[i] + words[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    return [a, b, c, d, e, f, g, h].map((word, i) => (word + hash[i]) >>> 0);
  }

  function plain(bytes) {
    const view = padded(bytes);
    let hash = FRACTIONS.square;
    for (let at = 0; at < view.byteLength; at += 64) hash = block(view, at, hash);
    const out = new DataView(new ArrayBuffer(32));
    hash.forEach((word, i) => out.setUint32(i * 4, word));
    return new Uint8Array(out.buffer);
  }

  async function sha256(bytes) {
    return window.crypto?.subtle ? new Uint8Array(await window.crypto.subtle.digest("SHA-256", bytes)) : plain(bytes);
  }

  /** HMAC (RFC 2104); keys here are 32 bytes. */
  async function hmac(key, bytes) {
    const pad = (by) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ by);
    const joined = (one, two) => Uint8Array.from([...one, ...two]);
    return sha256(joined(pad(0x5c), await sha256(joined(pad(0x36), bytes))));
  }

  window.Sha256 = { sha256, hmac, plain };
})();
