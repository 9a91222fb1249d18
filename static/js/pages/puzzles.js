/** Puzzles from the club's own games: win in one, two or three moves, against the best defence. */
import { Engine } from "../engine/engine_client.js";
import { plainPlay } from "../engine/engine_question.js";
import { nameOf } from "../game/words.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { ENGINE_PUZZLES, Puzzle, winIn } from "../learn/puzzle.js";
import { TryBoard } from "../learn/tryboard.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { asObject, openStorage, readStored, writeStored } from "../storage.js";
import { byId, closestTo, configOf, findAll, partsOf } from "../ui/dom.js";
import { registerOfflinePage } from "../ui/offline_page.js";
import { speak } from "../ui/speech.js";

/** @typedef {{ position: string, moves: number, code?: string }} Candidate  `moves`: as far as known */

const MOST = 3;
const KEY = "fiveline.puzzles";
const VERSION = 1;
const config = configOf("puzzles-config");
const root = byId("puzzles");
const part = partsOf(root);
const { storage } = openStorage();
const engine = new Engine(config.worker);

/** @type {Record<string, number>} How many of each kind were seen on this device. */
const seen = readStored(storage, KEY, VERSION, asObject) ?? {};
/** @type {Map<string, number | null>} */
const proved = new Map();
let wanted = 2;
/** The number of opened puzzles: answers about an older one are ignored. */
let turn = 0;
/** @type {Candidate | null} */ let shown = null;
/** @type {Puzzle | null} */ let puzzle = null;
/** @type {TryBoard | null} */ let board = null;

/** @param {Play} play @param {number} depth */
const judge = (play, depth) => engine.ask({ play: plainPlay(play), depth });
/** @param {string} text */
const playAt = (text) => Play.begin(Position.parse(text));

/** Open the next puzzle of this kind: those of the club first, each proved before it is shown. */
async function next() {
  const here = ++turn;
  const all = [...config.candidates, ...ENGINE_PUZZLES].filter(({ moves }) => moves === wanted);
  part("next", HTMLButtonElement).disabled = true;
  for (let tries = 0; tries < all.length; tries++) {
    const place = (seen[wanted] ?? 0) % all.length;
    seen[wanted] = place + 1;
    const candidate = all[place];
    const moves = proved.get(candidate.position) ?? (await winIn(playAt(candidate.position), wanted, judge));
    if (here !== turn) return;
    proved.set(candidate.position, moves);
    if (moves === wanted) {
      writeStored(storage, KEY, VERSION, seen);
      open(candidate);
      return;
    }
  }
}

/** @param {Candidate} candidate */
function open(candidate) {
  turn += 1;
  shown = candidate;
  wanted = candidate.moves;
  const play = playAt(candidate.position);
  const words = ngettext("{name} to move: win in {moves} move.", "{name} to move: win in {moves} moves.", wanted);
  part("task").textContent = fill(words, { name: nameOf(null, play.position.seat), moves: wanted });
  const source = part("source", HTMLAnchorElement);
  source.hidden = !candidate.code;
  if (candidate.code) source.href = config.game.replace("CODE", candidate.code);
  for (const tab of findAll(root, "[data-moves]")) tab.setAttribute("aria-pressed", String(Number(tab.dataset.moves) === wanted));
  part("next", HTMLButtonElement).disabled = false;
  lay();
}

function lay() {
  if (!shown) return;
  const play = playAt(shown.position);
  puzzle = new Puzzle(play, shown.moves, judge);
  say("");
  if (board) board.lay(play);
  else board = new TryBoard(part("board"), play, { moved: heed, refused: (fault) => say(fill(gettext(fault.template), fault.params)) });
}

/** @param {string} move */
async function heed(move) {
  const here = turn;
  board?.open(false);
  const attempt = await puzzle?.attempt(move);
  if (here !== turn || !attempt) return;
  if (attempt.kind === "goes-on") {
    board?.push(attempt.reply);
    board?.open(true);
    say(gettext("Right. And now?"));
  } else if (attempt.kind === "solved") {
    say(gettext("Solved."));
  } else {
    say(gettext("That does not win in time."));
    part("again").hidden = false;
  }
}

/** Make the next move of the solution. */
async function help() {
  if (!puzzle || !board || board.play.outcome) return;
  const here = turn;
  if (!part("again").hidden) lay();
  const { move } = await judge(puzzle.play, 2 * puzzle.moves - 1);
  if (here !== turn) return;
  board.push(move);
  heed(move);
}

/** @param {string} words */
function say(words) {
  part("again").hidden = true;
  speak(part("say"), words);
}

root.addEventListener("click", (event) => {
  const moves = closestTo(event, "[data-moves]")?.dataset.moves;
  if (!moves) return;
  wanted = Math.min(MOST, Number(moves));
  next();
});
part("again").addEventListener("click", lay);
part("next").addEventListener("click", next);
part("help").addEventListener("click", help);
root.hidden = false;
if (config.day) open(config.day);
else next();
registerOfflinePage([config.worker]);
