/** Agreements and games from plain JSON values, and states as such: the same keys as games/referee/codec.py. */
import { TimeControl } from "../clock/control.js";
import { toJson } from "../clock/snapshot.js";
import { formatRules, parseRules } from "../rules/options.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";

/** @typedef {import("./state.js").Agreement} Agreement */

/**
 * @typedef {object} AgreementJson
 * @property {string} rules
 * @property {string} control
 * @property {Agreement["first"]} first
 * @property {Agreement["input"]} [input]
 * @property {Agreement["keeper"]} [keeper]
 * @property {boolean} [casual]
 * @property {string | null} [position]
 */

/**
 * The agreement from its texts, as a stored game or a `state` message's `game` has them.
 * @param {AgreementJson} agreementJson @returns {Agreement}
 */
export const loadAgreement = ({ rules, control, first, input = "moves", keeper = "server", ...rest }) =>
  Object.freeze({
    rules: parseRules(rules),
    control: TimeControl.parse(control),
    first,
    input,
    keeper,
    casual: rest.casual ?? false,
    position: rest.position ? Position.parse(rest.position) : null,
  });

/** @param {Play | null} play */
export const dumpPlay = (play) =>
  play && { ...play, position: String(play.position), rules: formatRules(play.rules) };

/** @param {any} data */
export const loadPlay = (data) =>
  data && new Play({ ...data, position: Position.parse(data.position), rules: parseRules(data.rules) });

/**
 * All but the agreement, which is kept once and beside it.
 * @param {import("./state.js").State} state
 */
export function dumpState(state) {
  const { agreement, ...data } = state;
  return {
    ...data,
    clock: toJson(state.clock),
    play: dumpPlay(state.play),
    lags: state.lags.map(({ gain_ms, left_ms }) => ({ gain_ms, left_ms })),
  };
}
