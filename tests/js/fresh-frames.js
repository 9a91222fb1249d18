/** The frames of a watched game are those of the stored one, for all kinds of events. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Frames } from "../../static/js/game/replay.js";

test("frames heard one by one are the frames of the log", () => {
  const games = JSON.parse(readFileSync(process.env.VECTORS_FRAMES, "utf-8"));
  assert.ok(games.length > 0);
  for (const { start, messages, frames } of games) {
    const heard = new Frames([start]);
    for (const message of messages) heard.onEvent(message);
    assert.deepEqual([heard.at(0), ...heard.moves], frames);
  }
});
