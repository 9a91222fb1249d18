/** While the server goes back to a backup: ask until it is there again, then go on. */
import { poll } from "../refresh/poll.js";
import { request } from "../refresh/request.js";
import { find } from "../ui/dom.js";

const BETWEEN_MS = 1000;
const then = find(document, "[data-comes-back]").dataset.comesBack ?? "/";
/** It answers until it stops: only what answers after a silence is the new one. */
let wasGone = false;

async function look() {
  const { status } = await request(then, { cache: "no-store" });
  if (status === 0) wasGone = true;
  else if (wasGone && status < 500) location.assign(then);
}

poll(look, { every_ms: BETWEEN_MS });
