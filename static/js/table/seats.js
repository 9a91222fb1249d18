/** The seats around the board: a panel for each, placed where its player sits, and all told at once what concerns all. */
import { nameOf } from "../game/words.js";
import { actionsOf, buttonCount } from "./actions.js";
import { Panel } from "./panel.js";
import { placesOf } from "./places.js";
import { questionFor } from "./questions.js";

/** @typedef {import("../board/input.js").Hand} Hand */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/state.js").State} State */
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
 * @property {Hand | undefined} hand
 */

export class Seats {
  /** @type {Map<Seat, Panel>} */ panels = new Map();
  /** @type {{ side: import("../rules/cells.js").Edge, name: string }[]} Who sits at which side of the screen. */ places = [];

  /**
   * Anew. The order of reading is that of play; the grid says where each stands.
   * @param {HTMLElement} root @param {Game} game @param {number} turned by how many quarters
   * @param {(seat: Seat) => import("./panel.js").Listeners} listenersOf
   * @param {(side: import("../rules/cells.js").Edge) => string} languageOf  what is read at a side of the screen
   */
  place(root, game, turned, listenersOf, languageOf) {
    this.panels.forEach(({ el }) => el.remove());
    const places = placesOf(game, turned);
    this.panels = new Map(
      places.map(({ seat, side }) => [seat, new Panel({ seat, side, language: languageOf(side), on: listenersOf(seat) })]),
    );
    this.places = places.map(({ seat, side }) => ({ side, name: nameOf(game, seat) }));
    root.prepend(...[...this.panels.values()].map(({ el }) => el));
  }

  /** @param {Seat} seat @param {() => string} words  asked for in the language of the seat */
  say(seat, words) {
    this.panels.get(seat)?.say(words);
  }

  /** @param {() => string} words @param {number} [time_ms] */
  sayToAll(words, time_ms) {
    for (const panel of this.panels.values()) panel.say(words, time_ms);
  }

  /** @param {Seat} seat what it was told is settled */
  hush(seat) {
    this.panels.get(seat)?.hush();
  }

  /** @param {Hand} hand @param {State} state whose clock makes the move, if pressed */
  markConfirming(hand, state) {
    for (const [seat, panel] of this.panels) {
      panel.el.toggleAttribute("data-confirms", hand.asks === "press" && seat === state.seat);
    }
  }

  /** @param {Shown} shown */
  render({ state, game, moves, armed, blocked, choosing, confirms, hand }) {
    for (const [seat, panel] of this.panels) {
      const buttons = String(buttonCount(state.agreement, game.seats));
      if (panel.el.style.getPropertyValue("--buttons") !== buttons) panel.el.style.setProperty("--buttons", buttons);
      const asked = { choosing: choosing.has(seat), asks: (seat === state.seat && hand?.asks) || null, confirms };
      panel.render({
        game,
        actions: actionsOf(seat, state, { moves, armed, blocked }),
        question: () => questionFor(seat, state, game, asked),
        confirms: hand?.asks === "press" && seat === state.seat,
      });
    }
  }
}
