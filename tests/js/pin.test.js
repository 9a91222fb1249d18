/** The PIN on the table: the published vectors of PBKDF2, and the verdict of the server's own code. */
import assert from "node:assert/strict";
import test from "node:test";

import { verifyPin, pbkdf2 } from "../../static/js/table/pin_check.js";

const hex = (words) => Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

// RFC 7914, section 11: the first 32 bytes of each.
const VECTORS = [
  ["passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"],
  ["Password", "NaCl", 80000, "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"],
];

for (const [password, salt, iterations, expected] of VECTORS) {
  test(`${password} with ${salt}, ${iterations} times`, async () => {
    assert.equal(hex(await pbkdf2(password, salt, iterations)), expected);
  });
}

test("a verifier made by games/access/pins.py knows its PIN and refuses others", async () => {
  const verifier = { salt: "00112233445566778899aabbccddeeff", iterations: 50000, bits: 10, tries: 5, check: 931 };
  assert.equal(await verifyPin(verifier, "271828"), true);
  assert.equal(await verifyPin(verifier, "314159"), false);
});
