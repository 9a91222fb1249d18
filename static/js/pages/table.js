/** The table page: puts the parts of a table together. table/game_switcher.js chooses the game. */
import { gettext } from "../i18n.js";
import { newNonce } from "../offline/outbox.js";
import { TimeSource } from "../live/timesource.js";
import { AfterGame } from "../table/after.js";
import { ArbiterTools } from "../table/arbiter_tools.js";
import { showWallClock } from "../table/bar.js";
import { ClockShapes } from "../table/clock_shape.js";
import { GameSwitcher } from "../table/game_switcher.js";
import { loadSeatLanguages } from "../table/languages.js";
import { confirmWith, guardLeaving, wireMenu } from "../table/menu.js";
import { listenToSession } from "../table/session_listener.js";
import { Settings, deviceName } from "../table/settings.js";
import { TableScreen } from "../table/table_screen.js";
import { Unlocking } from "../table/unlocking.js";
import { announceUnreadable } from "../table/unreadable.js";
import { readTaps } from "../touch/touch_buttons.js";
import { byId, configOf, findAll } from "../ui/dom.js";
import { enhanceMoving } from "../ui/moving.js";
import { BoardNotices } from "../ui/notices.js";
import { registerOfflinePage } from "../ui/offline_page.js";
import { Sounds } from "../ui/sounds.js";
import { openStorage } from "../storage.js";
import { ScreenWakeLock } from "../ui/wakelock.js";

const config = configOf("table-config");
const { storage, lasts } = openStorage();
const settings = new Settings(storage);
const sounds = new Sounds(settings, document);
const time = new TimeSource();
const awake = new ScreenWakeLock();
const device = deviceName(storage, () => newNonce());
const confirm = confirmWith(byId("ask", HTMLDialogElement));
const arbiter = new ArbiterTools({ unlocking: new Unlocking(config, storage), settings });
const nearAndFar = () => findAll(byId("table"), ":is([data-side=N], [data-side=S]) > .seat-clock");
const notices = new BoardNotices({ places: nearAndFar, storage, time });
const clockShapes = new ClockShapes();
const afterGame = new AfterGame();
const screen = new TableScreen({
  ...{ settings, sounds, confirm, confirms: config.confirms },
  on: {
    built: () => {
      clockShapes.watch(findAll(byId("table"), ".seat-clock"));
      notices.show();
    },
    pause: () => switcher.session && arbiter.quick(switcher.session, { type: "pause", reason: "players" }),
    resume: () => switcher.session && arbiter.quick(switcher.session, { type: "resume" }),
  },
});
const menu = wireMenu({
  ...{ settings, awake, lasts, confirm },
  idleSide: () => screen.idleSide,
  places: () => screen.places,
  onArbiter: () => switcher.session && arbiter.open(switcher.session),
});
let stopListening = () => {};
const switcher = new GameSwitcher({
  ...{ config, device, time, storage, settings },
  onSwitch: (session) => {
    stopListening();
    screen.close();
    if (!session) return;
    stopListening = listenToSession(session, { screen, notices, onGame });
    screen.open(session);
    onGame();
  },
});

/** Update all parts besides the screen when the game changes. */
function onGame() {
  switcher.onGame();
  const state = switcher.session?.game.state;
  if (!state) return;
  awake.keep(state.status === "running" || state.status === "paused");
  menu.yieldTurn();
  afterGame.show(Boolean(state.outcome));
}

byId("take-over").addEventListener("click", async () => {
  if (!(await confirm(gettext("Keep the game on this tablet? It pauses, and the other tablet stops.")))) return;
  if (switcher.session) await arbiter.takeOver(switcher.session);
});
readTaps(byId("table"));
if (config.quick) enhanceMoving(config.quick.move);
guardLeaving(() => switcher.session);
registerOfflinePage();
loadSeatLanguages(settings);
showWallClock(time);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    time.check();
    switcher.session?.socket.open();
    screen.render();
  }
});
addEventListener("online", () => switcher.session?.socket.open());
switcher.start();
announceUnreadable();
