/**
 * One game as a fold over its events, in the browser: what a table needs to play on without the server. Mirrors
 * games/referee: `decide` grants a request with the very event that the server would make, or refuses it with the same
 * code (tests/vectors/referee.json). Pure. Requests have the form in which they are sent, events that in which they
 * are stored.
 */
export { dumpState, loadAgreement } from "./referee/codec.js";
export { Refused } from "./referee/faults.js";
export { apply, replay } from "./referee/folding.js";
export { decide } from "./referee/rulings.js";
export { State } from "./referee/state.js";
