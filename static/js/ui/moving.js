/** A QR code by which another device takes over the game of this one, fetched on demand. */
import { fill, gettext } from "../i18n.js";
import { request } from "../refresh/request.js";
import { byId, fieldsOf } from "./dom.js";

/** @typedef {{ code: string, qr: string, typed_at: string }} MoveCode */

/** @param {MoveCode | null} known  the code that this device has had since it opened the game */
export function enhanceMoving(known) {
  const dialog = byId("move", HTMLDialogElement);
  let card = known;
  const opener = byId("open-move");
  opener.addEventListener("click", async () => {
    opener.closest("dialog")?.close();
    dialog.showModal();
    card ??= await askForCode();
    show(card);
  });
}

/** @returns {Promise<MoveCode | null>} null where the server cannot be reached */
async function askForCode() {
  const form = byId("move-form", HTMLFormElement);
  const { failure, data } = await request(form.action, { method: "POST", body: fieldsOf(form), type: "json" });
  return failure ? null : data;
}

/** @param {MoveCode | null} card */
function show(card) {
  const picture = byId("move-picture", HTMLImageElement);
  picture.hidden = card === null;
  if (card) picture.src = card.qr;
  byId("move-code").textContent = card?.code ?? gettext("The server cannot be reached. Check the network, then try again.");
  byId("move-where").textContent = card ? fill(gettext("The code is typed at {address}"), { address: card.typed_at }) : "";
}
