/** The clock in the browser answers every case as the one in Python does. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock } from "../../static/js/clock/clock.js";
import { TimeControl } from "../../static/js/clock/control.js";
import {
  LowTimeAlarm,
  formatMs,
  formatUpMs,
  lowTimeMs,
  untilChangeMs,
  untilChangeRisingMs,
  untilChangeUpMs,
} from "../../static/js/clock/display.js";
import { readClock } from "../../static/js/clock/reading.js";
import { fromJson, toJson } from "../../static/js/clock/snapshot.js";
import { outcomeOf, vectors } from "./vectors.js";

const cases = vectors("clock");
const plain = (value) => JSON.parse(JSON.stringify(value));

test("controls are read, named and written alike, or refused with the same code", () => {
  for (const { text, refused, ...expected } of cases.controls) {
    const found = outcomeOf(() => TimeControl.parse(text));
    assert.equal(found.refused, refused, text);
    if (refused) continue;
    const { value: control } = found;
    const written = String(control);
    assert.deepEqual(
      { written, name: control.name(), shares: plain(control.shares), game_ms: control.game_ms },
      expected,
      text,
    );
    assert.equal(String(TimeControl.parse(written)), written);
  }
});

test("times are written alike and change at the same instant", () => {
  for (const { time_ms, tenths_below_ms, ...expected } of cases.writing) {
    const found = {
      left: formatMs(time_ms, tenths_below_ms),
      used: formatUpMs(time_ms),
      until_change_ms: untilChangeMs(time_ms, tenths_below_ms),
      until_change_up_ms: untilChangeUpMs(time_ms),
      until_change_rising_ms: untilChangeRisingMs(time_ms, tenths_below_ms),
    };
    assert.deepEqual(found, expected, `${time_ms} ${tenths_below_ms}`);
  }
});

const STEPS = {
  start: (clock, { now_ms }) => clock.start(now_ms),
  press: (clock, { now_ms, next_seat, lag_ms }) => clock.press(now_ms, next_seat, lag_ms),
  pause: (clock, { now_ms, reason }) => clock.pause(now_ms, reason),
  resume: (clock, { now_ms, reason }) => clock.resume(now_ms, reason),
  flag: (clock, { now_ms, lag_ms }) => clock.flag(now_ms, lag_ms),
  stop: (clock, { now_ms }) => clock.stop(now_ms),
  adjust: (clock, { now_ms, seat, ...change }) => clock.adjust(now_ms, seat, change),
  penalty: (clock, { now_ms, offender, time_ms }) => clock.penalty(now_ms, offender, time_ms),
  set_turn: (clock, { now_ms, seat }) => clock.setTurn(now_ms, seat),
  take_back: (clock, { now_ms, stored }, clocks) => clock.takeBack(now_ms, clocks[stored]),
  reopen: (clock, { reason }) => clock.reopen(reason),
};

for (const { control, seats, steps } of cases.games) {
  test(`every step of a game with ${control} for ${seats} comes to the same`, () => {
    let clock = Clock.new(control, seats);
    const clocks = [];
    for (const [place, asked] of steps.entries()) {
      const told = `step ${place}: ${asked.do}`;
      const found = outcomeOf(() => STEPS[asked.do](clock, asked, clocks));
      assert.equal(found.refused, asked.refused, told);
      clock = found.value?.clock ?? clock;
      clocks.push(clock);
      if (asked.refused) continue;
      const { charged_ms, given, fell } = found.value;
      const { deadline_ms, game_deadline_ms } = clock;
      assert.deepEqual(
        { charged_ms, given, fell, deadline_ms, game_deadline_ms, clock: toJson(clock) },
        {
          charged_ms: asked.charged_ms,
          given: asked.given,
          fell: asked.fell,
          deadline_ms: asked.deadline_ms,
          game_deadline_ms: asked.game_deadline_ms,
          clock: asked.clock,
        },
        told,
      );
      assert.deepEqual(readClock(clock, asked.look_ms), asked.reading, told);
      assert.deepEqual(toJson(fromJson(asked.clock)), asked.clock, told);
    }
  });
}

test("painting again at the next change never misses a figure", () => {
  let clock = Clock.new("0:21d2", "XO").start(0).clock;
  const shown = (now_ms) =>
    readClock(clock, now_ms).faces.map(({ time_ms, delay_ms }) => `${formatMs(time_ms)} ${formatMs(delay_ms)}`).join();
  let [painted, due_ms] = [shown(0), readClock(clock, 0).next_change_ms];
  for (let now_ms = 1; now_ms < 23_000; now_ms++) {
    if (now_ms === due_ms) {
      assert.notEqual(shown(now_ms), painted, `at ${now_ms} nothing changed`);
      [painted, due_ms] = [shown(now_ms), now_ms + readClock(clock, now_ms).next_change_ms];
    }
    assert.equal(shown(now_ms), painted, `at ${now_ms}`);
  }
});

test("low time rings once, and again only after the time was well above", () => {
  let alarm = new LowTimeAlarm(lowTimeMs(600_000));
  const rang = [70_000, 60_000, 50_000, 80_000, 60_000, 90_001, 59_000].filter((time_ms) => {
    const heard = alarm.update(time_ms);
    alarm = heard.alarm;
    return heard.rings;
  });
  assert.deepEqual(rang, [60_000, 59_000]);
});
