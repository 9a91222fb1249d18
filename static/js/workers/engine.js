/** The engine in a thread of its own, so that no page ever waits for it. */
import { EngineDesk } from "../engine/desk.js";

const desk = new EngineDesk();

addEventListener("message", ({ data: { id, question, stop } }) => {
  if (stop) desk.stop();
  else desk.answer(question, (answer) => postMessage({ id, answer }));
});
