/**
 * A desk whose session ended while its page was open: edited fields stay, and are sent after the next sign-in.
 */
import { gettext } from "../i18n.js";
import { findAll } from "../ui/dom.js";
import { REACHING, toast } from "../ui/toasts.js";

/** @param {import("./request.js").Answer} answer */
export const leadsToSignIn = ({ isRedirected, url }) => isRedirected && new URL(url).searchParams.has("next");

/** Say that the session ended: edited fields stay, and are sent after the next sign-in. */
export function saySignedOut() {
  const words = gettext("You are signed out. Sign in again in another tab: what you entered here is kept and sent then.");
  toast(words, { tone: "error", about: REACHING });
}

/** @type {Set<() => boolean>} */
const keepers = new Set();

/**
 * Register a test for entries outside of fields, such as results that are being sent.
 * @param {() => boolean} holds  whether there are such entries now
 */
export function guardEntries(holds) {
  keepers.add(holds);
}

/** Return whether the page has entries that would be lost. */
export const hasEntered = () =>
  [...keepers].some((holds) => holds()) ||
  findAll(document, "input[type=text], input[type=search], input[type=number]", HTMLInputElement).some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
