/** Run by test_node.py: what the server announces is understood as what it stored. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { State, apply, dumpState, eventOf, loadAgreement } from "../../static/js/referee.js";
import { vectors } from "./vectors.js";

test("every event that is announced is read back as it was stored", () => {
  for (const { agreement, told, state: expected } of vectors("wire")) {
    let state = State.new(loadAgreement(agreement));
    const past = [];
    for (const { event, message } of told) {
      const found = eventOf(message, state, past);
      assert.deepEqual(found, event);
      state = apply(state, found);
      past.push(found);
    }
    assert.deepEqual(dumpState(state), expected);
  }
});
