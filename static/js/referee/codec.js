/** States and what they are made of as plain JSON values and back: the same keys as games/referee/codec.py. */
import { TimeControl } from "../clock/control.js";
import { LagQuota } from "../clock/lag.js";
import { fromJson, toJson } from "../clock/snapshot.js";
import { formatRules, parseRules } from "../rules/options.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { State } from "./state.js";

/** The agreement from its texts, as a stored game or a `state` message's `game` has them. */
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

export const loadPlay = (data) =>
  data && new Play({ ...data, position: Position.parse(data.position), rules: parseRules(data.rules) });

/** All but the agreement, which is kept once and beside it. @param {State} state */
export function dumpState(state) {
  const { agreement, ...data } = state;
  return {
    ...data,
    clock: toJson(state.clock),
    play: dumpPlay(state.play),
    lags: state.lags.map(({ gain_ms, left_ms }) => ({ gain_ms, left_ms })),
  };
}

export const loadState = (agreement, data) =>
  new State({
    ...data,
    agreement,
    clock: fromJson(data.clock),
    play: loadPlay(data.play),
    lags: data.lags.map(({ gain_ms, left_ms }) => new LagQuota(gain_ms, left_ms)),
  });
