/** Runs the engine in a worker, so that no page waits for it. */
import { EngineRunner } from "../engine/engine_runner.js";

const runner = new EngineRunner();

addEventListener("message", ({ data: { id, question, stop } }) => {
  if (stop) runner.stop();
  else runner.answer(question, (answer) => postMessage({ id, answer }));
});
