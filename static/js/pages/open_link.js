/**
 * Opens a link as soon as the page is visible: messengers and email scanners that fetch it for a preview, and browsers
 * that prerender it, do not open the link. Sent before the page has loaded, it adds no step to the history.
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
