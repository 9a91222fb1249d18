/** Swaps two names of a draft, ticked or dragged onto each other, or moves one to another group. */
import { fill, gettext } from "../i18n.js";
import { find, findAll } from "../ui/dom.js";

/**
 * Let two names of the draft be ticked, but no third.
 * @param {ParentNode} root
 */
export function watchSwap(root) {
  const boxes = findAll(root, '[name="entrant"][form="swap-form"]', HTMLInputElement);
  if (boxes.length === 0) return;
  const hint = find(root, "[data-swap-hint]");
  const button = find(root, "[data-swap]", HTMLButtonElement);
  const moves = findAll(root, "[data-move]", HTMLButtonElement);
  const asking = hint.textContent;
  const update = () => {
    const ticked = boxes.filter((box) => box.checked);
    for (const box of boxes) if (!box.checked && !box.dataset.locked) box.disabled = ticked.length >= 2;
    button.disabled = ticked.length !== 2;
    const from = ticked[0]?.closest("[data-group]")?.getAttribute("data-group");
    for (const move of moves) move.disabled = ticked.length !== 1 || move.value === from;
    const [one, other] = ticked.map((box) => box.dataset.name ?? "");
    hint.textContent =
      ticked.length === 2 ? fill(gettext("{one} and {other} would change places."), { one, other }) : asking;
  };
  for (const box of boxes) {
    if (box.disabled) box.dataset.locked = "yes";
    box.addEventListener("change", update);
  }
  watchDrag(boxes, button, moves, update);
  update();
}

/**
 * Swap a name with the one it is dropped on; dropped beside the names of a group it moves there.
 * @param {HTMLInputElement[]} boxes
 * @param {HTMLButtonElement} button that sends the two
 * @param {HTMLButtonElement[]} moves that send one, each to its group
 * @param {() => void} update
 */
function watchDrag(boxes, button, moves, update) {
  /** @type {HTMLInputElement | null} */
  let dragged = null;
  for (const move of moves) {
    const group = document.querySelector(`[data-group="${move.value}"]`);
    if (!(group instanceof HTMLElement)) continue;
    const isTarget = () => dragged !== null && !group.contains(dragged);
    group.addEventListener("dragover", (event) => {
      if (event.defaultPrevented || !isTarget()) {
        delete group.dataset.target;
        return;
      }
      event.preventDefault();
      group.dataset.target = "";
    });
    group.addEventListener("dragleave", () => delete group.dataset.target);
    group.addEventListener("drop", (event) => {
      delete group.dataset.target;
      if (event.defaultPrevented || !isTarget()) return;
      event.preventDefault();
      for (const each of boxes) each.checked = each === dragged;
      update();
      move.click();
    });
  }
  for (const box of boxes) {
    const name = box.closest("label");
    if (!name?.draggable) continue;
    name.addEventListener("dragstart", (event) => {
      dragged = box;
      name.dataset.dragged = "";
      event.dataTransfer?.setData("text/plain", box.dataset.name ?? "");
    });
    name.addEventListener("dragend", () => {
      dragged = null;
      delete name.dataset.dragged;
    });
    name.addEventListener("dragover", (event) => {
      if (!dragged || dragged === box) return;
      event.preventDefault();
      name.dataset.target = "";
    });
    name.addEventListener("dragleave", () => delete name.dataset.target);
    name.addEventListener("drop", (event) => {
      delete name.dataset.target;
      if (!dragged || dragged === box) return;
      event.preventDefault();
      for (const each of boxes) each.checked = each === dragged || each === box;
      update();
      button.click();
    });
  }
}
