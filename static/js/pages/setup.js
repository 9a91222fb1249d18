// The set-up form: preselect the time zone of the browser, unless one is chosen already.
import { find } from "../ui/dom.js";

const form = find(document, "[data-setup]", HTMLFormElement);
const zones = find(form, "[name=time_zone]", HTMLSelectElement);
const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
const untouched = zones.value === "UTC" && !form.querySelector('[aria-invalid="true"]');

if (untouched && [...zones.options].some((option) => option.value === guess)) zones.value = guess;
