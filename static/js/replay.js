/**
 * One game as a fold over its events, in the browser: what a table needs to play on without the server. Mirrors
 * games/referee: `decide` grants a request with the very event that the server would make, or refuses it with the same
 * code (tests/vectors/replay.json). Pure. Requests have the form in which they are sent, events that in which they
 * are stored.
 */
export { dumpState, loadAgreement, loadState } from "./replay/codec.js";
export { Refused } from "./replay/errors.js";
export { apply, replay } from "./replay/folding.js";
export { decide, needsPast } from "./replay/rulings.js";
export { State } from "./replay/state.js";
export { eventOf } from "./replay/wire.js";
