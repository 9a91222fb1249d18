/** Tables and tablets for the tests of offline/table_game.js. */
import assert from "node:assert/strict";

import { readClock } from "../../static/js/clock/reading.js";
import { LiveSocket } from "../../static/js/live/socket.js";
import { WriterLease } from "../../static/js/offline/tab_lease.js";
import { TableGame } from "../../static/js/offline/table_game.js";
import { TimeSource } from "../../static/js/live/timesource.js";
import { dumpState } from "./dump_state.js";
import { FakeServer, FakeTime, MemoryStorage, cable } from "./fakes.js";

let nonces = 0;

/** Open a browser tab on a device. */
export function openTab(time, server, { storage = new MemoryStorage(), device = "tablet", tab = "tab", place } = {}) {
  const line = cable(time, server);
  const source = new TimeSource(time);
  const socket = new LiveSocket({
    url: "ws://table/",
    time: source,
    wholeLog: true,
    WebSocket: line.WebSocket,
    timers: time,
    random: () => 0.5,
  });
  const lease = new WriterLease({ storage, key: "lease", tab, wall: time.wall, timers: time });
  const game = new TableGame({
    code: "g",
    socket,
    time: source,
    storage,
    device,
    lease,
    timers: time,
    place,
    nonce: () => `nonce-${++nonces}`,
  });
  lease.start();
  socket.open();
  const shut = () => {
    lease.release();
    socket.close();
  };
  return { game, line, socket, lease, source, storage, shut };
}

/** Open a device that is connected to its server, with custody of a game that has not begun. */
export function openTable(agreed = {}, device = {}) {
  const time = new FakeTime();
  const server = new FakeServer(time, { rules: "", control: "10+5", first: "X", ...agreed });
  const tab = openTab(time, server, device);
  time.pass(1_000);
  return { time, server, ...tab };
}

/** Make a legal move after so long. */
export function play({ time, game }, text, after_ms = 1_500) {
  time.pass(after_ms);
  const { seat, ply } = game.state;
  return game.ask({ type: "move", seat, ply, move: text });
}

export const kinds = (log) => log.map(({ kind }) => kind).join(" ");
export const shown = ({ game }) => readClock(game.state.clock, game.now_ms).faces.map(({ time_ms }) => time_ms);

export function assertInStep({ game, server }) {
  assert.equal(game.waiting, 0);
  assert.deepEqual(dumpState(game.state), dumpState(server.state));
  assert.equal(game.log.length, server.log.length);
}
