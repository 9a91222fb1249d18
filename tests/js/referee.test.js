/** The referee in the browser grants and refuses every request as the one in Python does. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadAgreement } from "../../static/js/referee/codec.js";
import { apply, replay } from "../../static/js/referee/folding.js";
import { decide } from "../../static/js/referee/rulings.js";
import { State } from "../../static/js/referee/state.js";
import { dumpState } from "./dump_state.js";
import { outcomeOf, vectors } from "./vectors.js";

const games = vectors("referee");
/** The requests of the server itself: other devices only fold their events. */
const OF_THE_SERVER = ["give-back", "reach"];

test("every request of every game is answered with the same event or the same refusal", () => {
  for (const [number, { agreement, steps, state: expected }] of games.entries()) {
    let state = State.new(loadAgreement(agreement));
    const past = [];
    for (const [place, { now_ms, ask, event, refused, said }] of steps.entries()) {
      const told = `game ${number}, step ${place}: ${JSON.stringify(ask)}`;
      if (OF_THE_SERVER.includes(ask.type)) {
        if (refused) continue;
        state = apply(state, event);
        past.push(event);
        continue;
      }
      const found = outcomeOf(() => decide(state, ask, now_ms, past));
      if (refused) {
        assert.deepEqual(found, { refused, text: said }, told);
        continue;
      }
      assert.deepEqual(found.value?.event ?? found, event, told);
      state = found.value.after;
      past.push(event);
    }
    assert.deepEqual(dumpState(state), expected, `game ${number}`);
  }
});

test("the fold of a log is the state", () => {
  for (const { agreement, steps, state: expected } of games) {
    const agreed = loadAgreement(agreement);
    const log = steps.flatMap(({ event }) => event ?? []);
    const state = replay(agreed, log);
    assert.deepEqual(dumpState(state), expected);
  }
});

test("a request that cannot be granted leaves the state as it was", () => {
  const { agreement } = games[1];
  const state = State.new(loadAgreement(agreement));
  const before = JSON.stringify(dumpState(state));
  assert.equal(outcomeOf(() => decide(state, { type: "resume" }, 1)).refused, "not-started");
  assert.equal(JSON.stringify(dumpState(state)), before);
});
