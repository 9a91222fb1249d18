/** Run by test_node.py: the announced events, applied in order, give the state that the server announces. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { toJson } from "../../static/js/clock/snapshot.js";
import { loadAgreement } from "../../static/js/referee/codec.js";
import { apply } from "../../static/js/referee/folding.js";
import { State } from "../../static/js/referee/state.js";
import { dumpState } from "./dump_state.js";
import { vectors } from "./vectors.js";

test("every event that is announced is applied as it is, and gives how the game stands", () => {
  for (const { agreement, told, state: expected } of vectors("announced")) {
    let state = State.new(loadAgreement(agreement));
    for (const { event, seq, ply, status, seat, position, outcome } of told) {
      state = apply(state, event);
      assert.deepEqual([state.seq, state.ply, state.status, state.seat], [seq, ply, status, seat]);
      assert.deepEqual([state.position && String(state.position), state.outcome], [position, outcome]);
      assert.deepEqual(toJson(state.clock), event.clock);
    }
    assert.deepEqual(dumpState(state), expected);
  }
});
