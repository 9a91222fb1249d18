/**
 * A desk whose session ended while its page was open: what was entered stays, and is sent after somebody signed in again.
 */
import { gettext } from "../i18n.js";
import { findAll } from "../ui/dom.js";
import { REACHING, toast } from "../ui/toasts.js";

/** @param {import("./request.js").Answer} answer */
export const leadsToSignIn = ({ isRedirected, url }) => isRedirected && new URL(url).searchParams.has("next");

/** What was entered stays, and is sent as soon as somebody signs in again. */
export function saySignedOut() {
  const words = gettext("You are signed out. Sign in again in another tab: what you entered here is kept and sent then.");
  toast(words, { tone: "error", about: REACHING });
}

/** @type {Set<() => boolean>} */
const keepers = new Set();

/**
 * Something besides fields may hold what was entered, such as results on their way.
 * @param {() => boolean} holds  whether it does now
 */
export function stayFor(holds) {
  keepers.add(holds);
}

/** Whether somebody has entered something here that would be lost. */
export const hasEntered = () =>
  [...keepers].some((holds) => holds()) ||
  findAll(document, "input[type=text], input[type=search], input[type=number]", HTMLInputElement).some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
