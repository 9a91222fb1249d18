/** The style page: swatches from the tokens, live boards in every state, toasts on demand. */
import { createBoard } from "../board/board.js";
import { gettext } from "../i18n.js";
import { byId, findAll } from "../ui/dom.js";
import { toast } from "../ui/toasts.js";

/** @typedef {import("../board/board_state.js").BoardState} BoardState */

for (const swatch of findAll(document, "[data-swatch]")) {
  swatch.style.setProperty("--swatch", `var(${swatch.dataset.swatch})`);
}

/** Each board on the page has its state as JSON. */
for (const el of findAll(document, "[data-board]")) {
  const { state, orientation, live } = JSON.parse(el.dataset.board ?? "");
  const options = { orientation, label: el.dataset.label };
  const touched = live ? { onCell: () => undefined, onEnd: () => undefined } : {};
  createBoard(el, { ...options, ...touched }).set(state);
}

/** @type {import("../board/board_state.js").Push} */
const MOVE = { cell: "c1", edge: "E" };
/** @type {{ before: Partial<BoardState>, after: Partial<BoardState> }} */
const PUSH = {
  before: {
    position: "..O../.X.../..X../O..../...XO X",
    takeable: ["c1"],
    selected: "c1",
    ends: ["N", "E", "W"],
  },
  after: { position: "..O../.X.../..X../O..../..XOX O", last: MOVE },
};
const demo = byId("push-demo");
const board = createBoard(demo, {
  label: demo.dataset.label,
  onCell: () => board.set(PUSH.before),
  onEnd: () => board.animatePush(MOVE, PUSH.after),
});
board.set(PUSH.before);
byId("push-again").addEventListener("click", async () => {
  board.set(PUSH.before);
  await board.animatePush(MOVE, PUSH.after);
});

for (const button of findAll(document, "[data-toast]")) {
  button.addEventListener("click", () => {
    const undo = button.hasAttribute("data-undo") ? () => toast(gettext("Put back.")) : undefined;
    const tone = /** @type {import("../ui/toasts.js").Tone | undefined} */ (button.dataset.toastTone);
    toast(button.dataset.toast ?? "", { tone, undo });
  });
}
