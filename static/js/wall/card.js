/** One board on the wall: names and clocks above and below, the result once there is one. */
import { createBoard } from "../board/board.js";
import { PageClocks } from "../game/clock_view.js";
import { seatsAround, lastMove, sceneOf } from "../game/scene.js";
import { lastHeard_ms, missingTable, offlineWords } from "../game/presence.js";
import { nameOf, verdict } from "../game/words.js";
import { fill, gettext, labelled } from "../i18n.js";
import { SEATS, TABLES } from "../rules/seats.js";
import { element, symbolOf } from "../ui/dom.js";
import { tableOf } from "./games.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../live/messages").StateMessage} StateMessage */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

export class Card {
  /** @type {import("../board/board.js").Board | null} */ #board = null;
  #clocks;
  #summary;
  #looks = "";
  #number;

  /**
   * @param {StateMessage} state @param {import("../live/timesource.js").TimeSource} time
   * @param {string} address of the game @param {string} [board]  its number in the tournament
   */
  constructor(state, time, address, board = "") {
    this.#number = board;
    const { game } = state;
    this.el = document.createElement("a");
    this.el.className = "wall-card";
    this.el.href = address;
    this.el.dataset.seats = String(game.seats);
    this.el.dataset.code = game.code;
    const bottom = game.seats === 4 ? "S" : game.first;
    const holder = element("div", "wall-board");
    this.#summary = element("p", "wall-said");
    const others = seatsAround(game, bottom).slice(0, -1);
    // Of four, the player opposite is alone at the top, and those at the sides left and right below.
    const above = game.seats === 4 ? [[others[1]], [others[0], others[2]]] : [others];
    this.el.append(...above.map((seats) => row(game, seats)), holder, row(game, [bottom]), this.#summary);
    if (state.position) this.#board = createBoard(holder.appendChild(element("div", "")), { seats: game.seats });
    else holder.append(element("p", "wall-wood", gettext("Wooden board")));
    this.#clocks = new PageClocks(this.el, time);
    this.show(state);
  }

  /** @param {StateMessage} state @param {GameEvent | null} [event] what changed, if it is known */
  show(state, event = null) {
    const heard_ms = lastHeard_ms(state);
    const looks = `${state.seq} ${heard_ms}`;
    if (looks === this.#looks) return;
    this.#looks = looks;
    this.el.dataset.status = state.status;
    this.el.toggleAttribute("data-away", heard_ms !== null);
    this.#board?.set(sceneOf(state));
    const move = event?.kind === "moved" ? lastMove(event.move) : null;
    if (move) this.#board?.animatePush(move);
    this.#clocks.show(state.clock, heard_ms);
    this.#clocks.stale = heard_ms !== null;
    this.#summary.textContent = summaryOf(state, this.#number);
    const names = TABLES[state.game.seats].map((seat) => nameOf(state.game, seat));
    this.el.setAttribute("aria-label", labelled(names.join(", "), this.#summary.textContent ?? ""));
  }

  stop() {
    this.#clocks.stop();
  }
}

/** @param {StateMessage} state @param {string} board */
function summaryOf(state, board) {
  const table = tableOf(state);
  const words = [];
  if (board) words.push(fill(gettext("Board {number}"), { number: board }));
  if (Number.isFinite(table) && String(table) !== board) words.push(fill(gettext("Table {number}"), { number: table }));
  const missing = missingTable(state);
  if (missing) words.push(offlineWords(missing));
  else if (state.outcome) {
    const { winner, reason } = verdict(state.game, state.outcome);
    words.push(labelled(winner, reason));
  } else if (state.arbiter) words.push(gettext("arbiter called"));
  else if (state.status === "paused") words.push(gettext("paused"));
  else if (state.status === "waiting") words.push(gettext("about to start"));
  else words.push(fill(gettext("move {number}"), { number: state.ply + 1 }));
  return words.join(" · ");
}

/** @param {Game} game @param {Seat[]} seats */
function row(game, seats) {
  const faces = element("div", "faces");
  for (const seat of seats) {
    const holder = element("div", "face");
    holder.dataset.face = seat;
    const clock = element("div", "clock clock-small");
    const who = element("span", "clock-seat");
    who.append(markOf(SEATS[seat].side), element("span", "clock-name", nameOf(game, seat)));
    const note = element("span", "clock-note");
    clock.append(who, note, element("span", "clock-time"));
    holder.append(clock);
    faces.append(holder);
  }
  return faces;
}

/** @param {Side} side */
const markOf = (side) => symbolOf(`mark-${side.toLowerCase()}`, { class: "icon mark" });
