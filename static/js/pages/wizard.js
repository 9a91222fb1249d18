/** The wizard: updates proposals and plan by the answers, and the expected end by the plan; keeps typed fields. */
import { onArrival } from "../refresh/replace_parts.js";
import { refresh } from "../refresh/refresh.js";
import { byId, closestTo, fieldsOf, find, findAll, findMaybe } from "../ui/dom.js";

const questions = find(document, "[data-questions]", HTMLFormElement);
const plan = findMaybe(document, "[data-plan]", HTMLFormElement);
/** The format that was chosen by hand, which stays when an answer changes; its clock is proposed again. */
let chosen = new URLSearchParams(location.search).get("format");

/**
 * Return the address of the page for the values of a form.
 * @param {HTMLFormElement} form @param {Record<string, string>} [more]
 */
function address(form, more = {}) {
  const query = fieldsOf(form);
  query.delete("csrfmiddlewaretoken");
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `${location.pathname}?${query}`;
}

/** Show only the fields that are needed. */
function fit() {
  const entry = fieldsOf(questions).get("entry");
  for (const part of findAll(questions, "[data-entry]")) part.hidden = part.dataset.entry !== entry;
  if (!plan) return;
  const format = String(fieldsOf(plan).get("format"));
  for (const row of findAll(plan, "[data-only]")) row.hidden = !(row.dataset.only ?? "").split(" ").includes(format);
}

questions.addEventListener("change", () => {
  fit();
  if (!plan || !questions.checkValidity()) return;
  // At once, because the form may be sent before the server has answered.
  for (const [name, value] of fieldsOf(questions)) {
    const field = /** @type {HTMLInputElement | RadioNodeList | null} */ (plan.elements.namedItem(name));
    if (field) field.value = value;
  }
  refresh(address(questions, chosen ? { format: chosen } : {}));
});

plan?.addEventListener("change", (event) => {
  if (closestTo(event, "[name=format]")) chosen = fieldsOf(plan).get("format");
  fit();
  refresh(address(plan));
});

document.addEventListener("click", (event) => {
  const proposal = closestTo(event, "a.proposal", HTMLAnchorElement);
  if (!proposal || !plan || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  chosen = new URLSearchParams(proposal.search).get("format");
  refresh(proposal.href).then(() => {
    plan.scrollIntoView();
    byId("plan-title").focus({ preventScroll: true });
  });
});

onArrival(fit);
fit();
