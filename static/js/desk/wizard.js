/** The wizard: what a changed field would take, and only the fields that the format needs. */
import { refresh } from "./parts.js";

const plan = document.querySelector("[data-plan]");

function address() {
  const query = new URLSearchParams(new FormData(plan));
  query.delete("csrfmiddlewaretoken");
  return `${location.pathname}?${query}`;
}

function fit() {
  const format = plan.elements.format.value;
  for (const row of plan.querySelectorAll("[data-only]")) row.hidden = row.dataset.only !== format;
  const rounds = plan.elements.rounds.closest(".field");
  rounds.hidden = format !== "swiss";
}

plan?.addEventListener("change", () => {
  fit();
  refresh(address());
});
if (plan) fit();
