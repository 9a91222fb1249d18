// The set-up form: preselect the time zone the browser is in, unless somebody chose one already.

const form = document.querySelector('[data-setup]');
const zones = form.elements.time_zone;
const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
const untouched = zones.value === 'UTC' && !form.querySelector('[aria-invalid="true"]');

if (untouched && [...zones.options].some((option) => option.value === guess)) zones.value = guess;
