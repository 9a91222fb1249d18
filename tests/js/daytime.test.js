/** The time of day is written by one formatter. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { clockTime } from "../../static/js/ui/daytime.js";

const AT_MS = Date.UTC(2026, 10, 18, 23, 5, 9);

test("the time is that of the club's zone, with seconds where they are wanted, by one formatter", () => {
  globalThis.HTMLElement = class {};
  const holder = Object.assign(new HTMLElement(), { dataset: { timeZone: "Europe/Berlin" } });
  globalThis.document = { querySelector: () => holder };
  const { DateTimeFormat } = Intl;
  let made = 0;
  Intl.DateTimeFormat = class extends DateTimeFormat {
    constructor(...options) {
      super(...options);
      made += 1;
    }
  };
  assert.equal(clockTime(AT_MS), "00:05");
  assert.equal(clockTime(AT_MS, { seconds: true }), "00:05:09");
  assert.equal(clockTime(AT_MS - 3_600_000), "23:05");
  assert.equal(made, 1);
  Intl.DateTimeFormat = DateTimeFormat;
});
