/**
 * Opens a link by itself as soon as somebody can see the page: whoever only fetches it, as messengers and mail scanners
 * do for a preview, or draws it ahead, has not opened it. Sent before the page has loaded, it leaves no step to go back to.
 */
import { find } from "../ui/dom.js";

const form = find(document, "[data-opens-itself]", HTMLFormElement);
let sent = false;

function open() {
  const drawnAhead = /** @type {{ prerendering?: boolean }} */ (document).prerendering;
  if (sent || drawnAhead || document.visibilityState !== "visible") return;
  sent = true;
  form.submit();
}

document.addEventListener("visibilitychange", open);
document.addEventListener("prerenderingchange", open);
open();
