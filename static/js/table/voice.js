/** What the table says: shown at the seats it concerns, and read out to those who listen. */
import { leftWords } from "../game/clock_words.js";
import { notMadeWords, sentence } from "../game/words.js";
import { labelled } from "../i18n.js";
import { byId } from "../ui/dom.js";
import { speak } from "../ui/speech.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */

/** @type {Readonly<Record<string, import("../ui/sounds.js").Tune>>} */
const SOUND_OF = { moved: "push", pressed: "press", started: "start", offered: "ask", "takeback-asked": "ask", flagged: "flag" };

export class Voice {
  #seats;
  #sounds;

  /** @param {{ seats: import("./seats.js").Seats, sounds: import("../ui/sounds.js").Sounds }} options */
  constructor({ seats, sounds }) {
    this.#seats = seats;
    this.#sounds = sounds;
  }

  /**
   * Read out, politely.
   * @param {string} words
   */
  readOut(words) {
    speak(byId("said"), words);
  }

  /** @param {Seat} seat @param {() => string} words  shown in the language of the seat, read out in the tablet's */
  say(seat, words) {
    this.#seats.say(seat, words);
    this.readOut(words());
  }

  /** @param {() => string} words @param {number} [time_ms] */
  sayToAll(words, time_ms) {
    this.#seats.sayToAll(words, time_ms);
    this.readOut(words());
  }

  /**
   * Why not.
   * @param {Seat | undefined} seat who is told @param {import("../faults.js").Fault} fault
   * @param {import("../live/messages").Game} game @param {boolean} moves whether a move was asked for
   */
  refuse(seat, fault, game, moves = false) {
    this.#sounds.play("no");
    const words = () => sentence(fault, game) + (moves ? notMadeWords(fault) : "");
    if (seat) this.say(seat, words);
    else this.readOut(words());
  }

  /** @param {import("../referee/events.js").GameEvent} event */
  sound({ kind, outcome }) {
    this.#sounds.play(outcome && kind !== "flagged" ? "over" : (SOUND_OF[kind] ?? "press"));
  }

  /** @param {string} name @param {number} seconds @param {import("../clock/reading.js").Limit} limit */
  tellTime(name, seconds, limit) {
    speak(byId("time-said"), labelled(name, leftWords(seconds, limit)));
  }
}
