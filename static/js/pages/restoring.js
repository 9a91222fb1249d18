/** While the server goes back to a backup: ask until it is there again, then go on. */
import { find } from "../ui/dom.js";

const BETWEEN_MS = 1000;
const then = find(document, "[data-comes-back]").dataset.comesBack ?? "/";
/** It answers until it stops: only what answers after a silence is the new one. */
let wasGone = false;

async function look() {
  try {
    const answer = await fetch(then, { cache: "no-store" });
    if (wasGone && answer.status < 500) location.assign(then);
  } catch {
    wasGone = true;
  }
}

setInterval(look, BETWEEN_MS);
