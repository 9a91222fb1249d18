/** The page of a device that waits to be admitted: polls until the page leads elsewhere. */
import { poll } from "../refresh/poll.js";
import { request } from "../refresh/request.js";

const ASK_EVERY_MS = 2_000;

async function look() {
  const { isRedirected, status, url } = await request(location.href);
  if (isRedirected) location.assign(url);
  else if (status === 410) location.reload();
}

poll(look, { every_ms: ASK_EVERY_MS });
