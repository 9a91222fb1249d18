/** A device that waits to be let in goes on as soon as it is: the page is asked for until it leads elsewhere. */
import { request } from "../refresh/request.js";

const ASK_EVERY_MS = 2_000;

async function look() {
  const { isRedirected, status, url } = await request(location.href);
  if (isRedirected) location.assign(url);
  else if (status === 410) location.reload();
}

setInterval(look, ASK_EVERY_MS);
