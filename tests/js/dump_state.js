/** Converts a state of the referee to plain values, with the keys of games/referee/codec.py, to compare with Python. */
import { toJson } from "../../static/js/clock/snapshot.js";
import { dumpPlay } from "../../static/js/referee/codec.js";

/** Convert all but the agreement, which is stored once beside it. */
export function dumpState(state) {
  const { agreement, ...data } = state;
  return {
    ...data,
    clock: toJson(state.clock),
    play: dumpPlay(state.play),
    lags: state.lags.map(({ gain_ms, left_ms }) => ({ gain_ms, left_ms })),
  };
}
