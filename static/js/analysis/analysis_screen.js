/**
 * Analysis of a finished game: step through it, see the best moves and the turning points, and try other moves. Tried
 * moves branch off and are dropped by a step back to the game.
 */
import { createBoard } from "../board/board.js";
import { MoveInput } from "../board/input.js";
import { calledMove, plainPlay } from "../engine/engine_question.js";
import { lastMove } from "../game/scene.js";
import { sideName } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { parseMove } from "../rules/moves.js";
import { SEATS } from "../rules/seats.js";
import { closestTo, element, findAll } from "../ui/dom.js";
import { onStepShortcut } from "../ui/keyboard_shortcuts.js";
import { drawCurve, plyAt } from "./curve.js";
import { GameReview, forcedLine, momentWords, standingWords } from "./review.js";

/** @typedef {import("../engine/engine_question.js").Answer} Answer */
/** @typedef {import("../rules/play.js").Play} Play */
/** @typedef {import("../rules/seats.js").Side} Side */

/** The limits of a search: for each position of a game, and for one that the user waits for. */
const LOOK = { depth: 9, nodes: 250_000, time_ms: 700 };
const WAITED_FOR = { depth: 12, nodes: 1_500_000, time_ms: 2_500 };

export class AnalysisScreen {
  #part;
  #review;
  #engine;
  #game;
  #board;
  #input;
  #ply = 0;
  /** @type {{ move: string, play: Play, judged: Answer | null }[]} What is tried from the ply on. */ #tried = [];
  #isShowingBest = false;

  /**
   * @param {object} options
   * @param {HTMLElement} options.root @param {import("../ui/dom.js").Part} options.part
   * @param {import("../live/messages").Game} options.game @param {readonly import("./review.js").Step[]} options.steps
   * @param {import("../engine/engine_client.js").Engine} options.engine @param {number} options.ply where to begin
   */
  constructor({ root, part, game, steps, engine, ply }) {
    this.#part = part;
    this.#game = game;
    this.#engine = engine;
    this.#review = new GameReview(steps, game.rules);
    this.#ply = Math.min(ply, this.#review.last);
    this.#board = createBoard(part("board"), {
      seats: game.seats,
      onCell: (cell) => this.#input.cell(cell),
      onEnd: (edge) => this.#input.end(edge),
      onCancel: () => this.#input.cancel(),
    });
    this.#input = new MoveInput({
      show: (scene) => this.#board.set(this.#isShowingBest ? { ...scene, ...this.#bestScene } : scene),
      onMove: (move) => this.#try(move),
      onHand: ({ asks }) => this.#showDots(asks === "dot"),
    });
    this.#listen(root);
    this.#listMoves();
    this.show();
    this.#judgeNext();
  }

  /** @param {HTMLElement} root */
  #listen(root) {
    root.addEventListener("click", (event) => {
      const link = closestTo(event, "[data-ply]", Element);
      const go = closestTo(event, "[data-go]")?.dataset.go;
      if (link) {
        event.preventDefault();
        this.#go(Number(link.getAttribute("data-ply")));
      } else if (go) {
        this.#step(Number(go));
      }
    });
    onStepShortcut((by) => this.#step(by));
    const curve = this.#part("curve", SVGElement);
    curve.addEventListener("click", (event) => {
      if (closestTo(event, "[data-ply]", Element)) return;
      const { left, width } = curve.getBoundingClientRect();
      this.#go(plyAt((event.clientX - left) / width, this.#review.last));
    });
    this.#part("best").addEventListener("click", () => this.#toggleBest());
    this.#part("along").addEventListener("click", () => this.#playBest());
    this.#part("back-to-game").addEventListener("click", () => this.#go(this.#ply));
  }

  // ---- the current position

  /** @returns {Play} */
  get #play() {
    return this.#tried[this.#tried.length - 1]?.play ?? this.#review.plays[this.#ply];
  }

  get #judged() {
    return this.#tried.length ? this.#tried[this.#tried.length - 1].judged : this.#review.judgedAt(this.#ply);
  }

  /** @param {number} by */
  #step(by) {
    if (this.#tried.length && by === -1) {
      this.#tried.pop();
      this.#isShowingBest = false;
      this.show();
      return;
    }
    this.#go(Math.min(this.#review.last, Math.max(0, this.#ply + by)));
  }

  /** @param {number} ply */
  #go(ply) {
    const isNext = ply === this.#ply + 1 && !this.#tried.length;
    this.#ply = ply;
    this.#tried = [];
    this.#isShowingBest = false;
    this.show();
    if (isNext) this.#slide(this.#review.steps[ply].move);
    this.#judgeNext();
  }

  // ---- trying

  /** @param {string} text */
  #try(text) {
    if (this.#play.outcome) return;
    const { move, after } = calledMove(this.#play, parseMove(text));
    this.#isShowingBest = false;
    this.#tried.push({ move, play: after, judged: null });
    this.show();
    this.#slide(move);
    this.#judgeNext();
  }

  /** The scene of the best move, with the line of a forced win. */
  get #bestScene() {
    const best = this.#judged?.move;
    if (!best) return {};
    const { cell, edge } = parseMove(best);
    return { selected: cell, ends: [edge], goals: forcedLine(this.#play, this.#judged) };
  }

  #toggleBest() {
    this.#isShowingBest = !this.#isShowingBest && Boolean(this.#judged?.move);
    this.show();
  }

  #playBest() {
    const best = this.#judged?.move;
    if (best) this.#try(best);
  }

  /** @param {string | null} text */
  #slide(text) {
    const move = lastMove(text);
    if (move) this.#board.animatePush(move);
  }

  // ---- the engine

  /** Judge the shown position first, then the rest of the game from its end. */
  async #judgeNext() {
    const tried = this.#tried[this.#tried.length - 1];
    if (tried && !tried.judged && !tried.play.outcome) {
      tried.judged = await this.#engine.ask({ play: plainPlay(tried.play), ...WAITED_FOR });
    } else {
      const here = this.#review.plays[this.#ply];
      const ply = this.#review.judgedAt(this.#ply) || here.outcome ? this.#review.open : this.#ply;
      if (ply === null) return;
      this.#review.judge(ply, await this.#engine.ask({ play: plainPlay(this.#review.plays[ply]), ...LOOK }));
    }
    this.show();
    this.#judgeNext();
  }

  // ---- showing

  show() {
    const play = this.#play;
    const { last } = this.#review;
    const tried = this.#tried[this.#tried.length - 1];
    this.#input.set({
      position: String(play.position),
      may: !play.outcome,
      last: lastMove(tried ? tried.move : this.#review.steps[this.#ply].move),
      lines: play.outcome?.lines ?? [],
    });
    this.#part("where").textContent = fill(gettext("Move {ply} of {last}"), { ply: this.#ply, last });
    this.#part("standing").textContent = standingWords(play, this.#judged, this.#nameOfSide);
    this.#showBest(play);
    this.#part("tried").textContent = this.#tried.map(({ move }) => move).join(" ");
    this.#part("trying").hidden = this.#tried.length === 0;
    this.#part("progress", HTMLProgressElement).value = this.#review.judgedCount / (last + 1);
    this.#part("progress").hidden = this.#review.open === null;
    drawCurve(this.#part("curve", SVGElement), this.#review, this.#ply);
    this.#showMoments();
    for (const entry of findAll(this.#part("moves"), "a[data-ply]")) {
      const here = Number(entry.dataset.ply) === this.#ply;
      entry.toggleAttribute("aria-current", here);
      if (here) entry.setAttribute("aria-current", "true");
      entry.toggleAttribute("data-moment", this.#review.momentAt(Number(entry.dataset.ply)) !== null);
    }
  }

  /** @param {Play} play */
  #showBest(play) {
    const judged = play.outcome ? null : this.#judged;
    const { side } = SEATS[play.position.seat];
    this.#part("best-words").textContent = judged
      ? fill(gettext("Best for {name}: {move}"), { name: this.#nameOfSide(side), move: judged.move })
      : "";
    this.#part("best-line").textContent = judged && judged.line.length > 1 ? judged.line.join(" ") : "";
    this.#part("best", HTMLButtonElement).disabled = !judged;
    this.#part("best").setAttribute("aria-pressed", String(this.#isShowingBest));
    this.#part("along", HTMLButtonElement).disabled = !judged;
  }

  #showMoments() {
    const list = this.#part("moments");
    const moments = this.#review.moments.map((moment) => {
      const row = element("li");
      const link = element("a", "moment", `${moment.ply}. ${this.#review.steps[moment.ply].move}`);
      link.href = `#${moment.ply - 1}`;
      link.dataset.ply = String(moment.ply - 1); // this position shows the alternatives
      link.dataset.turn = moment.turn;
      link.append(element("span", "", momentWords(moment, this.#nameOfSide)));
      row.append(link);
      return row;
    });
    const isDone = this.#review.open === null;
    list.replaceChildren(...moments);
    this.#part("no-moments").hidden = !isDone || moments.length > 0;
  }

  #listMoves() {
    const { steps } = this.#review;
    const rows = [];
    for (let first = 1; first < steps.length; first += this.#game.seats) {
      const row = element("li");
      row.append(element("span", "moves-number", `${Math.ceil(first / this.#game.seats)}.`));
      for (const [place, { move }] of steps.slice(first, first + this.#game.seats).entries()) {
        const entry = element("a", "", move ?? "•");
        entry.href = `#${first + place}`;
        entry.dataset.ply = String(first + place);
        row.append(entry);
      }
      rows.push(row);
    }
    this.#part("moves").replaceChildren(...rows);
  }

  /** @param {boolean} wanted */
  #showDots(wanted) {
    const dots = this.#part("dots");
    dots.hidden = !wanted;
    const seats = wanted ? SEATS[this.#play.position.seat].dots : [];
    dots.replaceChildren(
      ...seats.flatMap((seat) => {
        if (!seat) return [];
        const button = element("button", "button", fill(gettext("Dot to {name}"), { name: seat }));
        button.type = "button";
        button.addEventListener("click", () => this.#input.dot(seat));
        return [button];
      }),
    );
  }

  #nameOfSide = (/** @type {Side} */ side) => sideName(this.#game, side);
}
