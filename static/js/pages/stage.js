/** The settings of a stage: tie-breaks are put in order; other points are asked for where they are wanted. */
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
