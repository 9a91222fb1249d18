/** The announcements of a table: shown at the seats concerned, as sounds, and for screen readers. */
import { leftWords } from "../game/clock_words.js";
import { eventWords } from "../game/event_words.js";
import { notMadeWords, sentence } from "../game/words.js";
import { gettext, labelled } from "../i18n.js";
import { byId } from "../ui/dom.js";
import { speak } from "../ui/speech.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/** @type {Readonly<Record<string, import("../ui/sounds.js").Tune>>} */
const SOUND_OF = { moved: "push", pressed: "press", started: "start", offered: "ask", "takeback-asked": "ask", flagged: "flag" };

/** How long a warning by the arbiter is shown: longer than others, because people talk before they read it. */
const WARNED_MS = 15_000;

export class Announcements {
  #seats;
  #sounds;

  /** @param {{ seats: import("./seat_panels.js").SeatPanels, sounds: import("../ui/sounds.js").Sounds }} options */
  constructor({ seats, sounds }) {
    this.#seats = seats;
    this.#sounds = sounds;
  }

  /**
   * Announce an event.
   * @param {Game} game @param {GameEvent} event @param {import("../referee/state.js").State} after
   */
  onEvent(game, event, after) {
    const words = () => eventWords(game, event, after) ?? "";
    if (words()) this.#readOut(words());
    if (event.kind === "moved" || event.kind === "pressed") this.#seats.hush(event.seat);
    if (event.kind === "illegal-noted" && !event.outcome) this.sayToAll(words, WARNED_MS);
    if (event.kind === "declined") this.sayToAll(words);
    this.#sounds.play(event.outcome && event.kind !== "flagged" ? "over" : (SOUND_OF[event.kind] ?? "press"));
    for (const seat of event.passes ?? []) {
      this.#seats.say(seat, () => gettext("You can take no cube: your turn passes.")); // announced together with the move
    }
  }

  /** @param {Seat} seat @param {() => string} words  shown in the language of the seat, read out in the tablet's */
  say(seat, words) {
    this.#seats.say(seat, words);
    this.#readOut(words());
  }

  /** @param {() => string} words @param {number} [time_ms] */
  sayToAll(words, time_ms) {
    this.#seats.sayToAll(words, time_ms);
    this.#readOut(words());
  }

  /**
   * Say why something was refused.
   * @param {Seat | undefined} seat who reads it @param {import("../faults.js").Fault} fault
   * @param {Game} game @param {boolean} moves whether a move was asked for
   */
  refuse(seat, fault, game, moves = false) {
    this.#sounds.play("no");
    const words = () => sentence(fault, game) + (moves ? notMadeWords(fault) : "");
    if (seat) this.say(seat, words);
    else this.#readOut(words());
  }

  /** @param {string} name @param {number} seconds @param {import("../clock/reading.js").Limit} limit */
  sayTimeLeft(name, seconds, limit) {
    this.sayTimes(labelled(name, leftWords(seconds, limit)));
  }

  /** @param {string} words */
  sayTimes(words) {
    speak(byId("time-said"), words);
  }

  /** @param {string} words */
  #readOut(words) {
    speak(byId("said"), words);
  }
}
