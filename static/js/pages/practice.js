/** The practice page: choose a level, play, analyse the game. Everything happens on this device. */
import { Engine } from "../engine/engine_client.js";
import { TimeSource } from "../live/timesource.js";
import { Alerts } from "../play/alerts.js";
import { PracticeGame } from "../practice/practice_game.js";
import { PracticeScreen } from "../practice/practice_screen.js";
import { PracticeSetup, nextWish } from "../practice/practice_setup.js";
import { openStorage, writeStored } from "../storage.js";
import { byId, configOf, partsOf } from "../ui/dom.js";
import { onTimeShortcut } from "../ui/keyboard_shortcuts.js";
import { registerOfflinePage } from "../ui/offline_page.js";
import { ScreenWakeLock } from "../ui/wakelock.js";

const config = configOf("practice-config");
const root = byId("play");
const part = partsOf(root);
const { storage } = openStorage();
const time = new TimeSource();
const alerts = new Alerts(storage);
const awake = new ScreenWakeLock();
const engine = new Engine(config.worker);

/** @type {PracticeScreen | null} */ let screen = null;
/** @type {import("../practice/practice_game.js").Wish | null} */ let played = null;

/** @param {import("../practice/practice_game.js").Wish} wish */
function begin(wish) {
  screen?.close();
  played = wish;
  byId("setup").hidden = true;
  root.hidden = false;
  awake.keep(true);
  const game = new PracticeGame(wish, Math.floor(Math.random() * 2 ** 31));
  screen = new PracticeScreen({ root, part, game, engine, time, alerts, onOver: keepForReview });
}

/** @param {PracticeGame} game */
function keepForReview({ wish, moves, state }) {
  awake.keep(false);
  const outcome = state.outcome && { ...state.outcome };
  writeStored(storage, "fiveline.practised", 1, { wish, moves, outcome }); // read by pages/analysis.js
}

function leave() {
  screen?.close();
  screen = null;
  awake.keep(false);
  root.hidden = true;
  byId("setup").hidden = false;
}

const setup = byId("practice-form", HTMLFormElement);
new PracticeSetup(setup, storage, begin);
part("takeback").addEventListener("click", () => screen?.takeBack());
part("hint").addEventListener("click", () => screen?.hint());
part("resign").addEventListener("click", () => screen?.resign());
part("again").addEventListener("click", () => played && begin(nextWish(played)));
for (const name of ["other", "leave"]) part(name).addEventListener("click", leave);
onTimeShortcut(() => screen?.sayTimes());
part("mute").addEventListener("click", () => {
  alerts.muted = !alerts.muted;
  showMuted();
});

function showMuted() {
  part("mute").setAttribute("aria-pressed", String(alerts.muted));
}

showMuted();
setup.hidden = false;
registerOfflinePage([config.worker, ...config.kept]);
