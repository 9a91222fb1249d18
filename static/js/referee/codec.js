/** Read agreements from plain JSON values, and write and read plays: the same keys as games/referee/codec.py. */
import { TimeControl } from "../clock/control.js";
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
 * Read the agreement from its texts, as in a stored game or in `game` of a `state` message.
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
