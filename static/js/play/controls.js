/** The actions of a player besides moves: buttons that appear when they are useful, and the sentence above them. */
import { goneSentence, pauseSentence } from "../game/event_words.js";
import { nameOf, verdict } from "../game/words.js";
import { fill, gettext, labelled } from "../i18n.js";
import { SEATS } from "../rules/seats.js";
import { onTouch } from "../touch/touch_buttons.js";
import { closestTo, element, find, findMaybe } from "../ui/dom.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../referee/state.js").Proposal} Proposal */
/** @typedef {import("../rules/seats.js").Seat} Seat */

export class Controls {
  #root;
  #part;
  #seat;
  #ask;
  #input;
  #resultEntry;
  #turn;
  #armed = false;
  /** Whether the connection is live. */ #live = true;
  /** @type {import("../board/input.js").Hand["asks"]} What the board wants next. */
  #asks = null;

  /**
   * @param {object} options
   * @param {HTMLElement} options.root @param {import("../ui/dom.js").Part} options.part
   * @param {import("./seat.js").PlayerSeat} options.seat @param {(body: Request) => void} options.ask
   * @param {import("../board/input.js").MoveInput} options.input
   * @param {import("./resultentry.js").ResultEntry | null} options.resultEntry where the players enter the result
   * @param {import("./seat.js").TurnTimer} options.turn
   */
  constructor({ root, part, seat, ask, input, resultEntry, turn }) {
    this.#root = root;
    this.#part = part;
    this.#seat = seat;
    this.#ask = ask;
    this.#input = input;
    this.#resultEntry = resultEntry;
    this.#turn = turn;
    root.addEventListener("click", (event) => {
      const verb = closestTo(event, "[data-ask]:not([data-touch])")?.dataset.ask;
      if (verb) this.#press(verb);
    });
    const clock = findMaybe(root, "[data-ask=press]");
    if (clock) onTouch(clock, (timeStamp) => this.#press("press", timeStamp));
  }

  /** Return whether the next move is called, and reset it. */
  takeCall() {
    const armed = this.#armed;
    this.#armed = false;
    return armed;
  }

  /** @param {boolean} live whether the server is heard */
  show(live) {
    const { state } = this.#seat;
    const gone = Boolean(state.game.gone);
    const over = state.status === "over" || gone;
    this.#resultEntry?.show(live);
    this.#live = live;
    this.#part("say").textContent = this.#sentence();
    const { offer } = this.#seat;
    const wanted = {
      start: state.status === "waiting" && state.mine.verbs.includes("start"),
      resume: state.status === "paused" && !this.#resultEntry?.words && state.mine.verbs.includes("resume"),
      press: this.#seat.isMyTurn,
      call: this.#seat.mustCall && (this.#seat.isMyTurn || this.#seat.mayCallNow),
      accept: Boolean(offer),
      decline: Boolean(offer),
      "resign-too": this.#seat.resigningPartner !== null,
      "play-on": this.#seat.resigningPartner !== null,
      offer: this.#seat.mayOfferDraw,
      takeback: this.#seat.takebackPly !== null,
      pause: state.game.casual && state.status === "running",
      arbiter: !state.game.casual && !over && state.status !== "waiting" && !state.arbiter,
    };
    for (const [verb, shown] of Object.entries(wanted)) {
      const button = findMaybe(this.#root, `[data-ask="${verb}"]`, HTMLButtonElement);
      if (!button) continue; // a game with moves has no clock to press
      button.hidden = !shown || gone;
      button.disabled = !live;
    }
    find(this.#root, "[data-opens=resign]").hidden = over || state.status === "waiting";
    this.#showCall();
    const lobby = findMaybe(this.#root, "[data-part=lobby]");
    if (lobby) lobby.hidden = state.status !== "waiting";
    this.#showConferring();
  }

  /**
   * Show the choice of the dot, which is last in fours.
   * @param {import("../board/input.js").Hand} hand
   */
  showHand({ asks }) {
    this.#asks = asks;
    if (this.#seat.state) this.#part("say").textContent = this.#sentence();
    const dots = this.#part("dots");
    dots.hidden = asks !== "dot";
    if (dots.hidden) {
      dots.replaceChildren();
      return;
    }
    const { state } = this.#seat;
    dots.replaceChildren(
      ...SEATS[state.seat].dots.flatMap((seat) => {
        if (seat === null) return [];
        const button = element("button", "button button-main button-play");
        button.type = "button";
        button.dataset.dot = seat;
        onTouch(button, (timeStamp) => this.#input.dot(seat, timeStamp));
        const name = nameOf(state.game, seat);
        button.textContent = fill(seat === state.seat ? gettext("Dot to me") : gettext("Dot to {name}"), { name });
        return button;
      }),
    );
    find(dots, "button").focus({ preventScroll: true });
  }

  /** @param {string} verb @param {number} [timeStamp] of the touch */
  #press(verb, timeStamp) {
    const { seat } = this.#seat.offer ?? { seat: this.#seat.own };
    const { ply } = this.#seat.state;
    if (verb === "call" && !this.#seat.mayCallNow) {
      this.#armed = !this.#armed;
      this.#showCall();
      return;
    }
    /** @type {Record<string, object>} */
    const bodies = {
      start: {},
      resume: { reason: null },
      pause: { reason: "player" },
      press: { seat, ply, spent_ms: this.#turn.spentMs(timeStamp) },
      call: { seat, ply },
      accept: { seat },
      decline: { seat },
      offer: { seat },
      resign: { seat },
      takeback: { seat, to_ply: this.#seat.takebackPly },
      arbiter: { seat, reason: "" },
    };
    const partner = this.#seat.resigningPartner;
    if (verb === "resign-too") this.#ask({ type: "resign", seat: partner });
    else if (verb === "play-on") this.#ask({ type: "decline", seat: partner });
    else this.#ask({ type: verb, ...bodies[verb] });
    this.#part("menu", HTMLDetailsElement).open = false;
  }

  /** Show the button of the call: before the move it arms the call, after it it calls at once. */
  #showCall() {
    const armed = this.#armed && this.#seat.isMyTurn;
    find(this.#root, "[data-ask=call]").setAttribute("aria-pressed", String(armed));
  }

  #sentence() {
    const { state, offer, ownOffer } = this.#seat;
    const { game } = state;
    if (game.gone) return goneSentence(game, game.gone);
    if (state.outcome) {
      const { winner, reason } = verdict(game, state.outcome);
      return labelled(winner, reason);
    }
    if (!this.#live) return this.#offlineSentence();
    if (state.status === "waiting") return gettext("When everybody is here, start the game.");
    if (this.#resultEntry?.words && !state.arbiter) return this.#resultEntry.words;
    if (state.status === "paused") return pauseSentence(state);
    if (offer) {
      const name = nameOf(game, offer.by);
      return offer.asked === "draw"
        ? fill(gettext("{name} offers a draw."), { name })
        : fill(gettext("{name} asks to take a move back."), { name });
    }
    if (this.#seat.resigningPartner) {
      return gettext("Your partner wants to resign.");
    }
    const halfMade = this.#asks === "end" || this.#asks === "dot";
    if (ownOffer && !halfMade) return ownWords(ownOffer);
    if (this.#seat.isMyTurn) return this.#turnSentence(game);
    return fill(gettext("{name} is to move."), { name: nameOf(game, state.seat) });
  }

  /** Return the sentence while offline: no taps now, and a move that was made is sent again. */
  #offlineSentence() {
    return this.#seat.pending
      ? gettext("No connection: your move is sent as soon as it is back. Your clock may still run.")
      : gettext("No connection: wait until it is back. What is shown may be old.");
  }

  /** @param {Game} game */
  #turnSentence(game) {
    if (game.input === "presses") return gettext("Your turn: move, then press the clock.");
    if (this.#asks === "end") return gettext("Now tap where it comes back.");
    if (this.#asks === "dot") return gettext("Whom does its dot point at?");
    if (this.#seat.mine.length > 1) {
      return fill(gettext("{name}: tap a cube, then where it comes back."), { name: nameOf(game, this.#seat.own) });
    }
    return gettext("Your turn: tap a cube, then where it comes back.");
  }

  #showConferring() {
    const { state } = this.#seat;
    const el = this.#part("conferring");
    el.hidden = state.game.seats !== 4;
    if (el.hidden) return;
    el.textContent =
      this.#seat.rules.conferring === "silent" ? gettext("Partners play in silence") : gettext("Partners may confer");
  }
}

/** @param {Proposal} proposal */
const ownWords = ({ asked }) =>
  asked === "draw"
    ? gettext("Your offer stands until it is answered.")
    : gettext("You asked to take a move back. That stands until it is answered.");
