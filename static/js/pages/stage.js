/** The settings of a stage: the order of tie-breaks, and the fields for other points if they are chosen. */
import { find, findMaybe } from "../ui/dom.js";
import { enhanceOrdering } from "../ui/ordering.js";

const form = find(document, ".settings-form", HTMLFormElement);
const own = find(form, "[data-own-scoring]");

function fit() {
  own.hidden = findMaybe(form, "[name=scoring]:checked", HTMLInputElement)?.value !== "own";
}

enhanceOrdering(form);
form.addEventListener("change", fit);
fit();
