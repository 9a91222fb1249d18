/** The seats around the board: a panel for each, placed where its player sits, and updated together. */
import { EDGES, edgeSeenAt } from "../board/geometry.js";
import { edgeOf } from "../game/scene.js";
import { nameOf } from "../game/words.js";
import { TABLES } from "../rules/seats.js";
import { actionsOf, buttonCount } from "./actions.js";
import { questionFor } from "./questions.js";
import { SeatPanel } from "./seat_panel.js";

/** @typedef {import("../board/input.js").Hand} Hand */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/**
 * @typedef {object} Shown
 * @property {State} state
 * @property {Game} game
 * @property {import("../game/replay.js").Made[]} moves
 * @property {boolean} armed  the next move is called
 * @property {boolean} blocked  nothing done here counts
 * @property {ReadonlySet<Seat>} choosing  who is entering a result by hand
 * @property {import("./questions.js").Confirms} confirms  who is asked whether a result is right
 * @property {Hand["asks"]} asks  what the board wants next from the seat to move
 */

/**
 * Return the edge at the bottom of the screen after so many turns of the table.
 * @param {Pick<Game, "seats">} game @param {number} turned @returns {Edge}
 */
export const bottomOf = (game, turned) => (game.seats === 4 ? EDGES[(2 + turned) % 4] : turned % 2 ? "N" : "S");

export class SeatPanels {
  /** @type {Map<Seat, SeatPanel>} In the order of play. */ bySeat = new Map();
  /** @type {{ side: Edge, name: string }[]} Who sits at which side of the screen. */ places = [];

  /**
   * Make the panels. The order of reading is that of play; the grid gives each its place.
   * @param {HTMLElement} root @param {Game} game @param {number} turned by how many quarters
   * @param {(seat: Seat) => import("./seat_panel.js").Listeners} listenersOf
   * @param {(side: Edge) => string} languageOf  the language of a side of the screen
   */
  place(root, game, turned, listenersOf, languageOf) {
    this.bySeat.forEach(({ el }) => el.remove());
    const panels = TABLES[game.seats].map((seat) => {
      const side = edgeSeenAt(edgeOf(game, seat), bottomOf(game, turned));
      return new SeatPanel({ seat, side, language: languageOf(side), on: listenersOf(seat) });
    });
    this.bySeat = new Map(panels.map((panel) => [panel.seat, panel]));
    this.places = panels.map(({ seat, side }) => ({ side, name: nameOf(game, seat) }));
    root.prepend(...panels.map(({ el }) => el));
  }

  /** @param {Seat} seat @param {() => string} words  asked for in the language of the seat */
  say(seat, words) {
    this.bySeat.get(seat)?.say(words);
  }

  /** @param {() => string} words @param {number} [time_ms] */
  sayToAll(words, time_ms) {
    for (const panel of this.bySeat.values()) panel.say(words, time_ms);
  }

  /** @param {Seat} seat whose message is settled */
  hush(seat) {
    this.bySeat.get(seat)?.hush();
  }

  /** @param {Shown} shown */
  render({ state, game, moves, armed, blocked, choosing, confirms, asks }) {
    const buttons = String(buttonCount(state.agreement, game.seats));
    for (const [seat, panel] of this.bySeat) {
      if (panel.el.style.getPropertyValue("--buttons") !== buttons) panel.el.style.setProperty("--buttons", buttons);
      const wanted = seat === state.seat ? asks : null;
      panel.render({
        game,
        actions: actionsOf(seat, state, { moves, armed, blocked }),
        question: () => questionFor(seat, state, game, { choosing: choosing.has(seat), asks: wanted, confirms }),
        confirms: wanted === "press",
      });
    }
  }
}
