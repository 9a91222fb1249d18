/** Twelve lessons on one board; this browser stores which of them are done. */
import { Engine } from "../engine/engine_client.js";
import { plainPlay } from "../engine/engine_question.js";
import { fill, gettext } from "../i18n.js";
import { LESSONS } from "../learn/lessons.js";
import { Puzzle } from "../learn/puzzle.js";
import { TryBoard } from "../learn/tryboard.js";
import { parseMove } from "../rules/moves.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { byId, closestTo, configOf, element, findAll, partsOf } from "../ui/dom.js";
import { registerOfflinePage } from "../ui/offline_page.js";
import { speak } from "../ui/speech.js";
import { openStorage } from "../storage.js";

const KEY = "fiveline.lessons";
const config = configOf("learn-config");
const root = byId("learn");
const part = partsOf(root);
const { storage } = openStorage();
const engine = new Engine(config.worker);
const done = new Set((storage.getItem(KEY) ?? "").split(" ").filter(Boolean));

let current = 0;
/** @type {Puzzle | null} */ let puzzle = null;
/** @type {TryBoard | null} */ let board = null;

/** @param {Play} play @param {number} depth */
const judge = (play, depth) => engine.ask({ play: plainPlay(play), depth });

/** @param {number} number from 0 */
function open(number) {
  current = Math.min(LESSONS.length - 1, Math.max(0, number));
  const lesson = LESSONS[current];
  part("title").textContent = `${current + 1}. ${lesson.title()}`;
  part("words").textContent = lesson.words();
  part("next").hidden = current === LESSONS.length - 1;
  part("after").hidden = true;
  lay();
  markDone();
  history.replaceState(null, "", `#${current + 1}`);
}

/** Set the start position of the lesson. */
function lay() {
  const lesson = LESSONS[current];
  const play = Play.begin(Position.parse(lesson.position));
  puzzle = lesson.wins ? new Puzzle(play, lesson.wins, judge) : null;
  say("");
  // A game for four needs another board than one for two.
  board = new TryBoard(part("board"), play, {
    moved: (move, after, before) => heed(move, before, after),
    refused: (fault) => say(fill(gettext(fault.template), fault.params)),
  });
}

/** @param {string} move @param {Play} before @param {Play} after */
async function heed(move, before, after) {
  const lesson = LESSONS[current];
  const asked = current;
  board?.open(false);
  const attempt = puzzle ? await puzzle.attempt(move) : null;
  if (asked !== current) return;
  if (attempt?.kind === "goes-on") {
    board?.push(attempt.reply);
    board?.open(true);
    say(gettext("Right. And now?"));
  } else if (attempt ? attempt.kind === "solved" : lesson.isRight?.(before, parseMove(move), after)) {
    succeed();
  } else {
    say(lesson.hint());
    part("again").hidden = false;
  }
}

function succeed() {
  done.add(String(current + 1));
  storage.setItem(KEY, [...done].join(" "));
  say(gettext("Well done."));
  part("after").hidden = false;
  markDone();
}

/** @param {string} words */
function say(words) {
  part("again").hidden = true;
  speak(part("say"), words);
}

function markDone() {
  for (const link of findAll(part("lessons"), "[data-lesson]")) {
    const number = Number(link.dataset.lesson);
    link.toggleAttribute("data-done", done.has(String(number + 1)));
    if (number === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

part("lessons").replaceChildren(
  ...LESSONS.map(({ title }, number) => {
    const [row, link] = [element("li"), element("a", "lesson", title())];
    link.href = `#${number + 1}`;
    link.dataset.lesson = String(number);
    row.append(link);
    return row;
  }),
);
root.addEventListener("click", (event) => {
  const lesson = closestTo(event, "[data-lesson]")?.dataset.lesson;
  if (lesson === undefined) return;
  event.preventDefault();
  open(Number(lesson));
});
part("again").addEventListener("click", lay);
part("next").addEventListener("click", () => open(current + 1));
const firstOpen = LESSONS.findIndex((_, number) => !done.has(String(number + 1)));
open(location.hash ? Number(location.hash.slice(1)) - 1 : Math.max(0, firstOpen));
root.hidden = false;
registerOfflinePage([config.worker]);
