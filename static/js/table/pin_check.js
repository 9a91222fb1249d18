/**
 * The arbiter's PIN checked on the table itself, for when there is no Wi-Fi.
 * PBKDF2 with SHA-256 in plain JavaScript: over plain HTTP browsers offer no `crypto.subtle`.
 * Mirrors games/access/pins.py (`_short_hash`).
 */

const BLOCK = 64;
const STEPS_AT_ONCE = 2000; // then yield, so that clocks are drawn while the PIN is checked

/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n += 1) {
  if (primes.every((p) => n % p)) primes.push(n);
}
/** @param {number} x */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUND_KEYS = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
const INITIAL = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));

const schedule = new Int32Array(64);
/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/**
 * Compute one step of SHA-256: update the state by 16 words.
 * @param {Int32Array} state @param {Int32Array} words
 */
function compress(state, words) {
  const w = schedule;
  for (let i = 0; i < 16; i += 1) w[i] = words[i];
  for (let i = 16; i < 64; i += 1) {
    const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND_KEYS[i] + w[i]) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
  }
  return Int32Array.of(
    state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e, state[5] + f, state[6] + g, state[7] + h,
  );
}

/**
 * Pad a message that is shorter than one block, as words; `before` bytes were hashed already.
 * @param {Uint8Array} bytes @param {number} before
 */
function lastBlock(bytes, before) {
  const padded = new Uint8Array(BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(BLOCK - 4, (before + bytes.length) * 8);
  return Int32Array.from({ length: 16 }, (_, i) => view.getInt32(i * 4));
}

/**
 * Make an HMAC function with the key's two pads already hashed. Messages are shorter than 56 bytes: a salt or a digest.
 * @param {Uint8Array} key
 */
function keyed(key) {
  /** @param {number} mask */
  const pad = (mask) => {
    const words = new Int32Array(16);
    for (let i = 0; i < BLOCK; i += 1) words[i >> 2] |= ((key[i] ?? 0) ^ mask) << (24 - 8 * (i & 3));
    return compress(INITIAL, words);
  };
  const [inner, outer] = [pad(0x36), pad(0x5c)];
  const digestBlock = lastBlock(new Uint8Array(32), BLOCK);
  /** @param {Int32Array} digest */
  const finish = (digest) => { digestBlock.set(digest); return compress(outer, digestBlock); };
  return {
    /** @param {Uint8Array} bytes */
    ofBytes: (bytes) => finish(compress(inner, lastBlock(bytes, BLOCK))),
    /** @param {Int32Array} digest */
    ofDigest: (digest) => { digestBlock.set(digest); return finish(compress(inner, digestBlock)); },
  };
}

/**
 * Compute the first block (32 bytes, as 8 words) of PBKDF2-HMAC-SHA-256.
 * @param {string} password @param {string} salt @param {number} iterations
 */
export async function pbkdf2(password, salt, iterations) {
  const encode = new TextEncoder();
  const mac = keyed(encode.encode(password));
  let link = mac.ofBytes(Uint8Array.of(...encode.encode(salt), 0, 0, 0, 1));
  const sum = link.slice();
  for (let done = 1; done < iterations; done += 1) {
    link = mac.ofDigest(link);
    for (let i = 0; i < 8; i += 1) sum[i] ^= link[i];
    if (done % STEPS_AT_ONCE === 0) await new Promise((go) => { setTimeout(go); });
  }
  return sum;
}

/** @typedef {{ salt: string, iterations: number, bits: number, tries: number, check: number }} Verifier */

/**
 * Return whether the PIN passes the verifier that the server gave this table.
 * @param {Verifier} verifier
 * @param {string} pin
 * @returns {Promise<boolean>}
 */
export async function verifyPin(verifier, pin) {
  const [first] = await pbkdf2(pin, verifier.salt, verifier.iterations);
  return first >>> (32 - verifier.bits) === verifier.check;
}
