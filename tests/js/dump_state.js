/** A state of the referee as plain values, with the keys of games/referee/codec.py: to be compared with Python's. */
import { toJson } from "../../static/js/clock/snapshot.js";
import { dumpPlay } from "../../static/js/referee/codec.js";

/** Everything but the agreement, which is kept once and beside it. */
export function dumpState(state) {
  const { agreement, ...data } = state;
  return {
    ...data,
    clock: toJson(state.clock),
    play: dumpPlay(state.play),
    lags: state.lags.map(({ gain_ms, left_ms }) => ({ gain_ms, left_ms })),
  };
}
