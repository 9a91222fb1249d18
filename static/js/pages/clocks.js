/** Pickers for time controls: one beside its field, or one in a dialog for several fields of the page. */
import { ClockPicker } from "../ui/clockpicker.js";
import { byId, closestTo, find, findMaybe } from "../ui/dom.js";
import { openStorage } from "../storage.js";

const { storage } = openStorage();
const inline = findMaybe(document, "[data-picker-of]");
if (inline) {
  const field = byId(inline.dataset.pickerOf ?? "", HTMLInputElement);
  const picker = new ClockPicker(inline, storage, (text) => {
    field.value = text;
  });
  inline.hidden = false;
  field.addEventListener("input", () => picker.show(field.value));
  picker.show(field.value);
}

const dialog = findMaybe(document, "#clock-dialog", HTMLDialogElement);
if (dialog) {
  /** @type {HTMLInputElement | null} */ let field = null;
  const text = find(dialog, "[data-text]");
  const picker = new ClockPicker(dialog, storage, (picked) => {
    text.textContent = picked;
  });
  document.addEventListener("click", (event) => {
    const opener = closestTo(event, "[data-pick-clock]");
    if (!opener) return;
    field = byId(opener.dataset.pickClock ?? "", HTMLInputElement);
    const control = field.value || field.placeholder || "10+5";
    text.textContent = control;
    picker.show(control);
    dialog.showModal();
  });
  find(dialog, "[data-take]").addEventListener("click", () => {
    dialog.close();
    if (!field) return;
    field.value = picker.text;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
