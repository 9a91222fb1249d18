/** Polls while the server restores a backup, until it has restarted, then continues. */
import { poll } from "../refresh/poll.js";
import { request } from "../refresh/request.js";
import { find } from "../ui/dom.js";

const BETWEEN_MS = 1000;
const then = find(document, "[data-comes-back]").dataset.comesBack ?? "/";
/** Whether the server has stopped: it answers until then, and only an answer after a silence is of the new one. */
let wasGone = false;

async function look() {
  const { status } = await request(then, { cache: "no-store" });
  if (status === 0) wasGone = true;
  else if (wasGone && status < 500) location.assign(then);
}

poll(look, { every_ms: BETWEEN_MS });
