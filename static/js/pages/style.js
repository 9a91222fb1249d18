/** The style page: swatches from the tokens, live boards in every state, toasts on demand. */
import { createBoard } from "../board/board.js";
import { gettext } from "../i18n.js";
import { toast } from "../ui/toasts.js";

for (const swatch of document.querySelectorAll("[data-swatch]")) {
  swatch.style.setProperty("--swatch", `var(${swatch.dataset.swatch})`);
}

/** Each board on the page carries its state as JSON. */
for (const el of document.querySelectorAll("[data-board]")) {
  const { state, orientation, live } = JSON.parse(el.dataset.board);
  const options = { orientation, label: el.dataset.label };
  const touched = live ? { onCell: () => undefined, onEnd: () => undefined } : {};
  createBoard(el, { ...options, ...touched }).set(state);
}

const PUSH = {
  before: {
    position: "..O../.X.../..X../O..../...XO X",
    takeable: ["c1"],
    selected: "c1",
    ends: ["N", "E", "W"],
  },
  after: { position: "..O../.X.../..X../O..../..XOX O", last: { cell: "c1", edge: "E" } },
};
const demo = document.getElementById("push-demo");
const board = createBoard(demo, {
  label: demo.dataset.label,
  onCell: () => board.set(PUSH.before),
  onEnd: () => board.animatePush(PUSH.after.last, PUSH.after),
});
board.set(PUSH.before);
document.getElementById("push-again").addEventListener("click", async () => {
  board.set(PUSH.before);
  await board.animatePush(PUSH.after.last, PUSH.after);
});

for (const button of document.querySelectorAll("[data-toast]")) {
  button.addEventListener("click", () => {
    const undo = button.hasAttribute("data-undo") ? () => toast(gettext("Put back.")) : undefined;
    toast(button.dataset.toast, { tone: button.dataset.toastTone, undo });
  });
}
