/**
 * Time controls and the running clock in the browser, for two or four seats. Mirrors games/clock with the same names
 * and the same answers (tests/vectors/clock.json). Pure: the time is always handed in. Fields keep the names that
 * they have in JSON.
 */
export { Clock } from "./clock/clock.js";
export { TimeControl } from "./clock/control.js";
export {
  LowTimeAlarm,
  formatMs,
  formatUpMs,
  lowTimeMs,
  untilChangeMs,
  untilChangeRisingMs,
  untilChangeUpMs,
} from "./clock/display.js";
export { read } from "./clock/reading.js";
export { fromJson, toJson } from "./clock/snapshot.js";
