/** The table page: finds out which game is on this tablet, keeps it, and shows it. */
import { fill, gettext } from "../i18n.js";
import { newNonce } from "../live/outbox.js";
import { LiveSocket } from "../live/socket.js";
import { TimeSource } from "../live/timesource.js";
import { toast } from "../ui/toasts.js";
import { clockTime } from "../watch/daytime.js";
import { Arbiter } from "./arbiter.js";
import { Awake } from "./awake.js";
import { guardLeaving, keepShell } from "./leaving.js";
import { Kept, socketAddress } from "./kept.js";
import { confirmWith, wireMenu } from "./menu.js";
import { Screen } from "./screen.js";
import { Settings, deviceName, openStorage } from "./settings.js";
import { Sounds } from "./sounds.js";
import { ignoreStrays } from "./touch.js";
import { Unlocking } from "./unlocking.js";
import { INSTRUCTIONS, linkWords, sentence } from "./words.js";

/** How long a finished game stays on the table when the next one is ready: time to look at the line that won. */
const LOOK_MS = 10_000;

const byId = (id) => document.getElementById(id);
const config = JSON.parse(byId("table-config").textContent);
const { storage, lasts } = openStorage();
const settings = new Settings(storage);
const sounds = new Sounds(settings, document);
const time = new TimeSource();
const awake = new Awake();
const device = deviceName(storage, () => newNonce());
const unlocking = new Unlocking(config, storage);
const arbiter = new Arbiter({ unlocking, settings });
const confirm = confirmWith(byId("ask"));
const screen = new Screen({ settings, sounds, confirm });
const placeKey = `fiveline.place.${config.place}`;

/** @type {Kept | null} */ let kept = null;
/** The game that is put on the table after this one. @type {string | null} */ let next = null;
let switching = null;
/** The note that the server wants the PIN. @type {HTMLElement | null} */ let pinWanted = null;

function keep(code) {
  clearTimeout(switching);
  kept?.close();
  next = null;
  byId("waiting").hidden = code !== null;
  kept = code && new Kept({ code, time, storage, device });
  if (config.serves) storage.setItem(placeKey, code ?? "");
  if (!kept) {
    screen.close();
    return;
  }
  byId("waiting").hidden = Boolean(kept.game.state);
  kept.game.on("change", () => {
    byId("waiting").hidden = true;
  });
  kept.game.on("instruction", ({ request, refused }) => {
    toast(refused ? sentence(refused) : (INSTRUCTIONS[request.type]?.() ?? gettext("The desk changed something.")));
  });
  kept.game.on("refused", ({ refusal }) => {
    if (refusal.code === "old-epoch") return screen.render(); // the notice that another device keeps the game tells it
    toast(fill(gettext("Not recorded: {why}"), { why: refusal.text }), { tone: "error" });
  });
  kept.game.on("denied", ({ text }) => toast(text, { tone: "error" }));
  kept.game.on("pin", () => {
    if (pinWanted?.isConnected) return;
    pinWanted = toast(gettext("Decisions wait for the arbiter's PIN: open the arbiter's tools."), { tone: "error" });
  });
  kept.game.on("gap", () => toast(gettext("This tablet has slept: the arbiter is asked to check the clocks."), { tone: "warning" }));
  screen.open(kept);
}

/** Which game belongs on this table was told. */
function onTable(code) {
  if (code === (kept?.code ?? null) || code === next) return;
  if (code === null) return; // what was played stays to be looked at
  next = code;
  switchWhenReady();
}

function switchWhenReady() {
  clearTimeout(switching);
  if (next === null) return;
  const over = !kept?.game.state || kept.game.state.outcome;
  byId("next-game").hidden = !kept;
  if (!kept) keep(next);
  else if (!over) switching = setTimeout(switchWhenReady, 1_000);
  else if (kept.game.waiting) switching = setTimeout(switchWhenReady, 1_000);
  else switching = setTimeout(() => keep(next), LOOK_MS);
}

function serve() {
  const socket = new LiveSocket({ url: socketAddress(`/ws/table/${config.place}/`), time, manyGames: true });
  socket.on("news", ({ what, game }) => what === "table" && onTable(game));
  socket.on("status", (status) => {
    byId("waiting-link").dataset.state = status;
    byId("waiting-link").textContent = linkWords(status, clockTime(socket.since_ms), 0);
  });
  socket.open();
  return socket;
}

function tickWallClock() {
  byId("wall-clock").textContent = clockTime(time.server_ms);
  setTimeout(tickWallClock, 60_000 - (time.server_ms % 60_000) + 50);
}

screen.on("arbiter", (wanted) => arbiter.open(kept, wanted));
screen.on("resume", () => arbiter.quick(kept, { type: "resume" }));
screen.on("pause", () => arbiter.quick(kept, { type: "pause", reason: "players" }));
screen.on("rendered", () => {
  const { state } = kept.game;
  awake.keep(state.status === "running" || state.status === "paused");
  byId("next-game").hidden = next === null || !state.outcome;
});
byId("next-game").addEventListener("click", () => next && keep(next));
byId("take-over").addEventListener("click", async () => {
  if (!(await confirm(gettext("Keep the game on this tablet? It pauses, and the other tablet stops.")))) return;
  await arbiter.takeOver(kept);
});
wireMenu({ settings, awake, lasts, confirm, onArbiter: () => kept && arbiter.open(kept) });
ignoreStrays(byId("table"));
guardLeaving(() => kept);
keepShell();
tickWallClock();
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    time.check();
    kept?.socket.open();
    screen.render();
  }
});
addEventListener("online", () => kept?.socket.open());

keep(config.code || (config.serves && storage.getItem(placeKey)) || null);
if (config.serves) serve();
