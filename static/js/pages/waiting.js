/** A device that waits to be let in goes on as soon as it is: the page is asked for until it leads elsewhere. */

const ASK_EVERY_MS = 2_000;

async function look() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) location.assign(answer.url);
    else if (answer.status === 410) location.reload();
  } catch {
    // Out of reach for a moment: asked again.
  }
}

setInterval(look, ASK_EVERY_MS);
