/** Updates the screen by the events of the session; the only module that subscribes to them. */
import { INSTRUCTIONS } from "../game/event_words.js";
import { sentence } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { REACHING, dismiss, toast } from "../ui/toasts.js";

/**
 * @param {import("./session.js").GameSession} session
 * @param {object} parts
 * @param {import("./table_screen.js").TableScreen} parts.screen @param {import("../ui/notices.js").BoardNotices} parts.notices
 * @param {() => void} parts.onGame  the game, or who keeps it, has changed
 * @returns {() => void} stops listening
 */
export function listenToSession({ game, socket }, { screen, notices, onGame }) {
  const offs = [
    game.on("change", ({ event }) => {
      onGame();
      screen.onChange(event);
    }),
    game.on("custody", () => {
      dismiss("custody");
      onGame();
      screen.onCustody();
    }),
    game.on("instruction", ({ request, refused }) => {
      toast(refused ? sentence(refused) : (INSTRUCTIONS[request.type]?.() ?? gettext("The desk changed something.")));
    }),
    game.on("refused", ({ refusal }) => {
      // The notice that another device keeps the game, or that it is gone, says the same.
      if (refusal?.code === "old-epoch" || game.gone) screen.render();
      else toast(fill(gettext("Not recorded: {why}"), { why: refusal?.text ?? "" }), { tone: "error", about: "entry" });
    }),
    game.on("denied", ({ text }) => toast(text, { tone: "error", about: "custody" })),
    game.on("pin", () => {
      toast(gettext("Decisions wait for the arbiter's PIN: open the arbiter's tools."), { tone: "error", about: "pin" });
    }),
    game.on("gap", () => toast(sleptWords(Boolean(game.game?.casual)), { tone: "warning" })),
    socket.on("state", (state) => notices.hear(state.notices)),
    socket.on("seq", () => screen.renderConnection()),
    socket.on("status", (status) => {
      if (status === "live") dismiss(REACHING);
      screen.render();
    }),
    socket.on("answer", () => {
      dismiss("pin");
      onGame();
      screen.renderConnection();
    }),
  ];
  return () => offs.forEach((off) => off());
}

/** @param {boolean} casual such a game has no arbiter */
const sleptWords = (casual) =>
  casual
    ? gettext("This tablet has slept: check the clocks, then go on.")
    : gettext("This tablet has slept: the arbiter is asked to check the clocks.");
