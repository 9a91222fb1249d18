/**
 * Run by test_tablet.py: a tablet that plays against a real server, loses its connection again and again, is reloaded,
 * and at the end prints its state. All of it is the code of the table page, except for the page itself.
 */
import { LiveSocket } from "../../static/js/live/socket.js";
import { WriterLease } from "../../static/js/offline/tab_lease.js";
import { TableGame } from "../../static/js/offline/table_game.js";
import { TimeSource } from "../../static/js/live/timesource.js";
import { formatMove } from "../../static/js/rules/moves.js";
import { dumpState } from "./dump_state.js";
import { MemoryStorage } from "./fakes.js";

const [url, cookie, origin, code] = process.argv.slice(2);
const storage = new MemoryStorage();
let isOffline = false;

class CuttableSocket extends WebSocket {
  constructor(address) {
    super(isOffline ? "ws://127.0.0.1:1/" : address, { headers: { cookie, origin } });
  }
}

const wait = (time_ms) => new Promise((done) => setTimeout(done, time_ms));

async function until(what, holds) {
  for (let tries = 0; tries < 1_500; tries++) {
    if (holds()) return;
    await wait(10);
  }
  throw new Error(`waited in vain: ${what}`);
}

function open(tab) {
  const time = new TimeSource();
  const socket = new LiveSocket({ url, time, wholeLog: true, WebSocket: CuttableSocket });
  const lease = new WriterLease({ storage, key: "lease", tab });
  const game = new TableGame({ code, socket, time, storage, device: "the tablet", lease });
  lease.start();
  socket.open();
  const shut = () => {
    lease.release();
    socket.close();
  };
  return { game, socket, shut };
}

function move({ game }, place) {
  const { seat, ply, position } = game.state;
  const moves = position.moves();
  game.ask({ type: "move", seat, ply, move: formatMove(moves[(place * 7) % moves.length]) });
}

async function inStep({ game }) {
  await until("the server has everything", () => game.waiting === 0 && game.outbox.entries.length === 0);
}

let table = open("first");
await until("custody", () => table.game.blocked === null);
table.game.ask({ type: "start" });
for (let place = 0; place < 4; place++) {
  await wait(20);
  move(table, place);
}
await inStep(table);

isOffline = true;
table.socket.close();
table.socket.open();
for (let place = 4; place < 8; place++) {
  await wait(20);
  move(table, place);
}
table.game.ask({ type: "adjust", seat: table.game.state.seat, add_ms: 30_000, reason: "disturbed" });
table.game.ask({ type: "takeback", to_ply: table.game.state.ply - 1, seat: null, reason: "the wrong cube" });
table.shut();

table = open("after a reload without Wi-Fi");
await wait(50);
move(table, 9);
const waitedOffline = table.game.waiting;
isOffline = false;
table.socket.open();
await inStep(table);
move(table, 10);
table.game.ask({ type: "resign", seat: table.game.state.seat });
await inStep(table);

const { game } = table;
console.log(
  JSON.stringify({
    waitedOffline,
    refused: game.outbox.refused,
    log: game.log,
    state: dumpState(game.state),
  }),
);
table.shut();
process.exit(0);
