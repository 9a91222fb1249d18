/**
 * Results on the page of the round: one key a board with a cursor that moves on, or a line for any board. Both go
 * through one queue, so that their order is kept and nothing is lost while the server answers.
 */
import { fill, gettext } from "../i18n.js";
import { onArrival } from "../refresh/replace_parts.js";
import { postFields } from "../refresh/refresh.js";
import { guardEntries } from "../refresh/signed_out.js";
import { byId, closestTo, element, fieldsOf, find, findAll, findMaybe } from "../ui/dom.js";
import { ResultQueue } from "./queue.js";
import { boardOfLine, isOneGame, lastEntered, nextOpen, resultOfKey } from "./result_shortcuts.js";

/** @typedef {import("./queue.js").QueuedResult} QueuedResult */

const TYPING = "input, select, textarea, dialog[open]";
/** Letters act only while the focus is here: elsewhere they belong to speech input, switches and screen readers. */
const SHORTCUTS_ACT_IN = "#quick, .banner, [data-row]";

const rows = () => findAll(document, "[data-row]");
/** @param {ParentNode} round @param {string} board */
const rowIn = (round, board) => findMaybe(round, `[data-row="${CSS.escape(board)}"]`);
/** @param {HTMLElement} row */
const boardOf = (row) => row.dataset.row ?? "";
const line = () => findMaybe(document, "#quick-line", HTMLInputElement);

/** The id of the row that the cursor is on; empty while it is elsewhere. */
let cursor = "";
/** Whether the next step was requested while results were being sent: they decide which step it is. */
let isStepWanted = false;

const queue = new ResultQueue({
  // An error about a board is cleared by its next result; one about no board by the next line.
  send: ({ action, fields, row }) => postFields(action, new URLSearchParams(fields), row || "no board"),
  onChange: (refused) => {
    showPending();
    if (refused) offerToCorrect(refused);
    if (isStepWanted) focusNextStep();
  },
});

/**
 * Return the game of an entry: the next one of its board, after those that are being sent.
 * @param {HTMLElement | null} row
 */
function gameMeant(row) {
  const next = Number(row?.dataset.next);
  return row && next ? String(next + queue.countFor(row.id)) : "";
}

/**
 * Return the round of a line: the chosen one, or the only other open one that has such a board.
 * @param {string} chosen an address @param {string} board
 */
function roundOfLine(chosen, board) {
  const rounds = findAll(document, "[data-line]").filter((round) => rowIn(round, board));
  const own = rounds.find((round) => round.dataset.line === chosen);
  const round = own ?? (rounds.length === 1 ? rounds[0] : null);
  return { action: round?.dataset.line ?? chosen, row: round && rowIn(round, board) };
}

function showPending() {
  const list = findMaybe(document, "#quick-pending");
  if (!list) return;
  const waiting = queue.waiting.map((entry) => {
    const isUnsent = entry === queue.unsent;
    const words = isUnsent ? fill(gettext("{line}: not sent yet, trying again"), { line: entry.label }) : entry.label;
    const item = element("li", "quick-line", words);
    if (isUnsent) item.dataset.tone = "warning";
    return item;
  });
  const refused = queue.refused.map((entry) => {
    const item = element("li", "quick-line");
    item.dataset.tone = "error";
    const mend = element("button", "button button-small", entry.label);
    mend.type = "button";
    mend.title = gettext("Refused. Click to mend it.");
    mend.addEventListener("click", () => mendLine(entry));
    item.append(mend);
    return item;
  });
  list.replaceChildren(...refused, ...waiting);
  list.hidden = !list.hasChildNodes();
  for (const row of rows()) row.toggleAttribute("data-pending", queue.countFor(row.id) > 0);
}

/**
 * Put a refused line back into the empty field; while the next one is being typed it waits beside it.
 * @param {QueuedResult} entry
 */
function offerToCorrect(entry) {
  const field = line();
  if (field && !field.value && document.activeElement === field) mendLine(entry);
}

/** @param {QueuedResult} entry */
function mendLine(entry) {
  const field = line();
  if (!field) return;
  queue.forget(entry);
  field.value = entry.label;
  field.focus();
  field.select();
}

/** @param {HTMLFormElement} form */
function sendLine(form) {
  const field = find(form, "#quick-line", HTMLInputElement);
  const typed = field.value.trim();
  if (!typed) return;
  const board = boardOfLine(typed);
  const fields = Object.fromEntries(fieldsOf(form));
  const { action, row } = roundOfLine(form.getAttribute("action") ?? "", board);
  const game = isOneGame(typed) ? gameMeant(row) : "";
  queue.add({ label: typed, row: row?.id ?? "", action, fields: { ...fields, game }, isTyped: true });
  field.value = "";
}

/** @param {HTMLElement} row @param {{ outcome: string, score: string }} result */
function enterResult(row, { outcome, score }) {
  const form = findMaybe(row, "form[data-result]", HTMLFormElement);
  if (!form) return;
  const fields = { ...Object.fromEntries(fieldsOf(form)), outcome, game: gameMeant(row) };
  queue.add({ label: `${boardOf(row)} ${score}`, row: row.id, action: form.action, fields, isTyped: false });
  const all = rows();
  const open = all.map((each) => each.hasAttribute("data-open") && !queue.countFor(each.id));
  const next = nextOpen(open, all.indexOf(row));
  if (next !== null) moveTo(all[next]);
}

/**
 * Take back the result under the cursor or of the board before, also one that is still being sent.
 * @param {HTMLElement} row
 */
function takeBack(row) {
  const all = rows();
  const entered = all.map((each) => each.hasAttribute("data-entered") || queue.countFor(each.id) > 0);
  const place = lastEntered(entered, all.indexOf(row));
  if (place === null) return;
  const { takeBack: action, number = "" } = all[place].dataset;
  if (!action) return;
  const { csrfmiddlewaretoken } = Object.fromEntries(fieldsOf(find(document, "form[data-quick]", HTMLFormElement)));
  const fields = { csrfmiddlewaretoken, number, next: location.pathname };
  const label = fill(gettext("{board}: take back"), { board: boardOf(all[place]) });
  queue.add({ label, row: all[place].id, action, fields, isTyped: false });
  moveTo(all[place]);
}

/** @param {HTMLElement | undefined} row */
function moveTo(row) {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

/** Move the cursor to the first board without a result, or to the first of all. */
function focusBoards() {
  const all = rows();
  moveTo(all.find((row) => row.hasAttribute("data-open")) ?? all[0]);
}

/** @param {HTMLElement} row @param {number} step */
function moveBy(row, step) {
  const all = rows();
  moveTo(all[Math.max(0, Math.min(all.length - 1, all.indexOf(row) + step))]);
}

/** @param {KeyboardEvent} event @param {HTMLElement} row @returns {boolean} whether the key means something here */
function pressOnRow(event, row) {
  const result = resultOfKey(event.key);
  if (event.key === "ArrowDown") moveBy(row, 1);
  else if (event.key === "ArrowUp") moveBy(row, -1);
  else if (event.key === "Backspace") takeBack(row);
  else if (event.key === "Enter" && event.target === row) findMaybe(row, "a[data-match]")?.click();
  else if (result && row.hasAttribute("data-open")) enterResult(row, result);
  else return false;
  return true;
}

/** Focus the button of the next step; while results are being sent, only the sentence about them. */
function focusNextStep() {
  isStepWanted = queue.waiting.length > 0;
  findMaybe(document, isStepWanted ? "#what-now" : "#next-step")?.focus();
}

/** @param {KeyboardEvent} event @returns {boolean} */
function pressLetter(event) {
  const { key } = event;
  if (!closestTo(event, SHORTCUTS_ACT_IN)) return false;
  if (key === "r" && line()) line()?.focus();
  else if (key === "n") focusNextStep();
  else if (key === "?" && line()) byId("keys", HTMLDialogElement).showModal();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @returns {boolean} */
function pressArrow({ key }) {
  if ((key !== "ArrowDown" && key !== "ArrowUp") || !rows().length) return false;
  focusBoards();
  return true;
}

/** Keep the cursor: if its round has closed and its board is gone, move to an open one. */
function keepCursor() {
  if (cursor && !document.getElementById(cursor) && document.activeElement === document.body) focusBoards();
}

/** Accept results by keys on this page. */
export function watchResults() {
  guardEntries(() => queue.waiting.length > 0 || queue.refused.length > 0);
  document.addEventListener("focusin", (event) => {
    cursor = closestTo(event, "[data-row]")?.id ?? "";
    if (!closestTo(event, "#what-now")) isStepWanted = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || closestTo(event, TYPING)) return;
    const row = closestTo(event, "[data-row]");
    if ((row && pressOnRow(event, row)) || pressLetter(event) || pressArrow(event)) event.preventDefault();
  });
  document.addEventListener("submit", (event) => {
    const form = closestTo(event, "form[data-quick]", HTMLFormElement);
    if (!form) return;
    event.preventDefault();
    sendLine(form);
  });
  document.addEventListener("click", (event) => {
    if (!closestTo(event, 'a[href="#boards"]')) return;
    event.preventDefault();
    focusBoards();
  });
  onArrival(() => {
    showPending();
    keepCursor();
  });
}
