/** The wizard: proposals and the plan follow the answers, the expected end follows the plan; nothing typed is lost. */
import { onArrival, refresh } from "../live/refresh.js";

const questions = document.querySelector("[data-questions]");
const plan = document.querySelector("[data-plan]");
/** A format that was chosen by hand stays when an answer changes; its clock is proposed anew. */
let chosen = new URLSearchParams(location.search).get("format");

/** The page that would be shown for what stands in a form. @param {HTMLFormElement} form */
function address(form, more = {}) {
  const query = new URLSearchParams(new FormData(form));
  query.delete("csrfmiddlewaretoken");
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `${location.pathname}?${query}`;
}

/** Only the fields that are needed. */
function fit() {
  const entry = questions.elements.entry.value;
  for (const part of questions.querySelectorAll("[data-entry]")) part.hidden = part.dataset.entry !== entry;
  if (!plan) return;
  const format = plan.elements.format.value;
  for (const row of plan.querySelectorAll("[data-only]")) row.hidden = !row.dataset.only.split(" ").includes(format);
}

questions.addEventListener("change", () => {
  fit();
  if (!plan || !questions.checkValidity()) return;
  // At once: the event may be set up before the server has answered.
  for (const [name, value] of new FormData(questions)) plan.elements[name].value = value;
  refresh(address(questions, chosen ? { format: chosen } : {}));
});

plan?.addEventListener("change", (event) => {
  if (event.target.name === "format") chosen = event.target.value;
  fit();
  refresh(address(plan));
});

document.addEventListener("click", (event) => {
  const proposal = event.target.closest?.("a.proposal");
  if (!proposal || !plan || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  chosen = new URLSearchParams(proposal.search).get("format");
  refresh(proposal.href).then(() => {
    plan.scrollIntoView();
    document.getElementById("plan-title").focus({ preventScroll: true });
  });
});

onArrival(fit);
fit();
