import assert from "node:assert/strict";
import { test } from "node:test";

import { OutageNews, outageWords } from "../../static/js/ui/outages.js";

test("an absence of the server is told in whole seconds, and not if it was shorter than one", () => {
  assert.equal(outageWords({ until_ms: 0, time_ms: 3_400 }), "The server was away for 3 s; the time was given back.");
  assert.equal(new OutageNews().isNew({ until_ms: 0, time_ms: 420 }, 10), false);
});

test("it is told once, for all games of a hall together, and not to those who come later", () => {
  const news = new OutageNews();
  const outage = { until_ms: 100_000, time_ms: 3_000 };
  assert.equal(news.isNew(null, 100_000), false);
  assert.equal(news.isNew(outage, 101_000), true);
  assert.equal(news.isNew(outage, 102_000), false);
  assert.equal(news.isNew({ ...outage, until_ms: 100_020 }, 102_000), false);
  assert.equal(news.isNew({ ...outage, until_ms: 120_000 }, 181_000), false);
  assert.equal(news.isNew({ ...outage, until_ms: 130_000 }, 131_000), true);
});
