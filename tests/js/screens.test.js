/** What screens compute before they draw: pages of long lists, the order of boards, sizes of pictures. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { pages } from "../../static/js/tournament/slides.js";
import { reducedSize } from "../../static/js/ui/picture_upload.js";
import { arrange } from "../../static/js/wall/grid.js";
import { WallGames } from "../../static/js/wall/games.js";

const rows = (count, height = 10) => Array.from({ length: count }, () => height);

test("a long list is cut into as few pages as possible, and into even ones", () => {
  assert.deepEqual(pages(rows(15), 120).map((page) => page.length), [8, 7]);
  assert.deepEqual(pages(rows(24), 120).map((page) => page.length), [12, 12]);
  assert.deepEqual(pages(rows(25), 120).map((page) => page.length), [9, 9, 7]);
  assert.deepEqual(pages(rows(25), 120).flat(), rows(25).map((_, index) => index));
  assert.deepEqual(pages(rows(3), 120).length, 1);
});

test("rows of different heights never leave the room", () => {
  const heights = [10, 10, 10, 10, 50, 60];
  for (const page of pages(heights, 70)) assert.ok(page.reduce((sum, index) => sum + heights[index], 0) <= 70);
  assert.deepEqual(pages([200], 70), [[0]], "what is too high for any page has one of its own");
});

test("boards of an event stand in board order, tables or not, and those of quick games behind them", () => {
  const wall = new WallGames({ now_ms: 0, server_ms: 1_000 }, { ten: "10", two: "2", "team-b": "3.2", "team-a": "3.1" });
  for (const code of ["ten", "quick", "team-b", "two", "team-a"]) {
    const game = { code, topic: code === "quick" ? "" : "tournament:1", place: code === "quick" ? "table:0:1" : "" };
    wall.onState(/** @type {any} */ ({ game, status: "running", table: null, seats: {}, clock: {}, seq: 1 }));
  }
  assert.deepEqual(wall.games.map(({ game }) => game.code), ["two", "team-a", "team-b", "ten", "quick"]);
});

test("cards grow into room that would stay empty, for names in two lines", () => {
  const { columns, rows: lines, card, height } = arrange(11, 1888, 960);
  assert.deepEqual([columns, lines], [6, 2]);
  assert.ok(height > card * 1.3);
  assert.ok(height * lines + 16 <= 960);
});

test("a photograph is sent with its longer side cut down, a small picture as it is", () => {
  assert.deepEqual(reducedSize(4000, 3000), { width: 1600, height: 1200 });
  assert.deepEqual(reducedSize(300, 200), { width: 300, height: 200 });
});
