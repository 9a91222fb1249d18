/**
 * The one way in which a page follows the server: it asks for what it would show now, and its parts are replaced
 * (parts.js). A form with `data-press` is sent without leaving the page, and what the server has to say about it appears
 * as toasts. Without script all of this is plain pages and forms.
 */
import { gettext } from "../i18n.js";
import { closestTo, fieldsOf, findAll, findMaybe } from "../ui/dom.js";
import { canBeFocused, focusNews } from "../ui/focus.js";
import { REACHING, dismiss, toast } from "../ui/toasts.js";
import { onFree, showParts } from "./replace_parts.js";
import { isFromServer, request } from "./request.js";
import { hasEntered, leadsToSignIn, saySignedOut } from "./signed_out.js";

/** Several things often happen in one moment: one look is enough for them. */
export const SOON_MS = 250;
/** What was pressed brings the page itself, as a rule sooner than this; the hall is followed all the same. */
const ANSWERED_MS = 1_000;
/** Nobody may ask again when a page could not be had: what happened then may have been the last for a while. */
const AGAIN_MS = 3_000;
/** Asks for what the page shows, without the site around it (games/views/fragments.py). */
const NEWS = { "X-Fragment": "news" };
const ANSWER = { "X-Fragment": "answer" };
const TOKEN_NAME = "csrfmiddlewaretoken";
const TOKEN = `input[name="${TOKEN_NAME}"]`;
const NOTICES = "main > [role=status] > .notices";
/** @type {readonly import("../ui/toasts.js").Tone[]} */
const TONES = ["info", "success", "warning", "error"];
/** @type {Set<(page: Document) => void>} */
const readers = new Set();
/** @type {Set<() => boolean>} Why the page is to be asked for: each says whether it still misses something. */
const reasons = new Set();
let asked = 0;
/** @type {any} */
let planned = null;
/** What was pressed last has come back: it brings the page as it is then. */
let answered = Promise.resolve();
let version = versionOf(document);
/** @type {{ address?: string } | null} What is to be refreshed once somebody looks at the page. */
let due = null;

/**
 * Call `read` with every page that was asked for, whatever of it is shown then.
 * @param {(page: Document) => void} read
 */
export function onPage(read) {
  readers.add(read);
}

/**
 * Whether this page is as new as that version of its event; of one that is not told nobody knows.
 * @param {number | undefined} told
 */
export const isShown = (told) => told !== undefined && told <= version;

/** @param {Document} page */
function versionOf(page) {
  return Number(findMaybe(page, "[data-version]")?.dataset.version ?? NaN);
}

/**
 * Refresh once for all that happens within a moment; a page that nobody looks at waits until somebody does.
 * @param {{ spread_ms?: number, address?: string, isMissed?: () => boolean }} options `spread_ms`: many have the same
 *   page open, and must not all ask in the same instant; `isMissed`: the page that a press brought may have it already
 */
export function refreshSoon({ spread_ms = 0, address, isMissed = () => true } = {}) {
  reasons.add(isMissed);
  if (planned !== null) return;
  planned = setTimeout(async () => {
    await Promise.race([answered, new Promise((go) => { setTimeout(go, ANSWERED_MS); })]);
    planned = null;
    const isWanted = [...reasons].some((each) => each());
    reasons.clear();
    if (!isWanted) return;
    if (document.hidden) due = { address };
    else refresh(address);
  }, SOON_MS + Math.random() * spread_ms);
}

/**
 * Show what the server would show now. Of several calls at once the last wins.
 * @returns {Promise<boolean>} whether the server has answered
 */
export async function refresh(address = location.href) {
  const mine = ++asked;
  const answer = await request(address, { headers: NEWS });
  if (!isFromServer(answer)) {
    setTimeout(() => {
      if (mine === asked) refreshSoon({ address });
    }, AGAIN_MS);
    return false;
  }
  const page = readPage(answer);
  if (mine === asked && page) showPage(page);
  return true;
}

/**
 * What may change of another page, to be shown on this one.
 * @param {string} address @returns {Promise<Document | null>} null if it cannot be had; then that was said
 */
export async function fetchPage(address) {
  const answer = await request(address, { headers: NEWS });
  if (isFromServer(answer)) return readPage(answer, new URL(address, location.href).pathname);
  sayUnreachable(answer, address);
  return null;
}

/**
 * Send a form and show what came of it. While it is on its way, pressing it again does nothing.
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter
 */
async function press(form, submitter) {
  if (form.hasAttribute("aria-busy")) return;
  const body = fieldsOf(form, submitter);
  const buttons = findAll(form, "button");
  for (const each of [form, ...buttons]) each.setAttribute("aria-busy", "true");
  const answer = await postFields(form.action, body, form.getAttribute("action") ?? "", form);
  if (answer !== "unreachable") form.closest("dialog")?.close();
  if (answer === "done" && form.hasAttribute("data-unticks")) {
    const focused = document.activeElement;
    untickEntrants();
    // Nothing is ticked any more: the button that was pressed waits for the next two and cannot keep the focus.
    if (focused instanceof HTMLElement && !canBeFocused(focused)) focusNews();
  }
  for (const each of [form, ...buttons]) each.removeAttribute("aria-busy");
}

/**
 * Send fields and show the page that is answered, with what it has to say.
 * @param {string} action @param {URLSearchParams} body @param {string} about what was tried
 * @param {HTMLFormElement | null} [form] that is empty again once it was done
 * @returns {Promise<"done" | "refused" | "unreachable">}
 */
export function postFields(action, body, about, form = null) {
  const answer = sendFields(action, body, about, form);
  answered = Promise.allSettled([answered, answer]).then(() => undefined);
  return answer;
}

/**
 * @param {string} action @param {URLSearchParams} body @param {string} about @param {HTMLFormElement | null} form
 * @returns {Promise<"done" | "refused" | "unreachable">}
 */
async function sendFields(action, body, about, form) {
  const mine = ++asked;
  const send = () => request(action, { method: "POST", body, headers: ANSWER });
  let answer = await send();
  if (answer.status === 403) {
    const current = await request(location.href);
    if (leadsToSignIn(current)) {
      saySignedOut();
      return "unreachable";
    }
    const token = takeToken(current);
    if (!isFromServer(current)) {
      answer = current;
    } else if (token && token !== body.get(TOKEN_NAME)) {
      body.set(TOKEN_NAME, token);
      answer = await send();
    }
  }
  if (!isFromServer(answer)) {
    sayUnreachable(answer, about);
    return "unreachable";
  }
  const page = readPage(answer);
  if (!page) return "refused";
  dismiss(about);
  const refused = toastNotices(page, about);
  // What was sent is not carried over into the fresh form; `press` unticks entrants itself.
  if (!refused && form?.matches("[data-refresh] form:not([data-unticks])")) form.reset();
  if (mine === asked) showPage(page);
  return refused ? "refused" : "done";
}

/**
 * Give the forms of this page the token that they need now: another one after a sign-in in another tab.
 * @param {import("./request.js").Answer} answer this page as it is now @returns {string} empty if it has none
 */
function takeToken(answer) {
  const token = findMaybe(parsePage(answer), TOKEN, HTMLInputElement)?.value ?? "";
  if (token) for (const input of findAll(document, TOKEN, HTMLInputElement)) input.value = token;
  return token;
}

/**
 * Say that there was no answer. A server that answers other requests has still not answered this one.
 * @param {import("./request.js").Answer} answer that is none @param {string} about what was tried
 */
function sayUnreachable({ failure }, about) {
  if (failure === "timeout") {
    const words = gettext("The server did not answer in time. Check whether it was done, then try again.");
    toast(words, { tone: "error", about });
  } else {
    const words = gettext("The server cannot be reached. Check the network, then try again.");
    toast(words, { tone: "error", about: REACHING });
  }
}

/** The server is there again: nobody is told any longer that it is not, least of all a screen that nobody looks after. */
export function sayReached() {
  dismiss(REACHING);
}

/**
 * The page that was answered, or null after leaving for it: it may lie elsewhere (to sign in again, say).
 * @param {import("./request.js").Answer} answer @param {string} [expected] its path
 */
function readPage(answer, expected = location.pathname) {
  sayReached();
  const refusal = `refused ${expected}`;
  if (answer.failure) {
    const words = gettext("The server refused this. Load the page again to see how things stand.");
    toast(words, { tone: "error", about: refusal });
    return null;
  }
  dismiss(refusal);
  if (new URL(answer.url).pathname !== expected) {
    if (leadsToSignIn(answer) && hasEntered()) {
      saySignedOut();
      return null;
    }
    location.assign(answer.url);
    return null;
  }
  return parsePage(answer);
}

/** @param {import("./request.js").Answer} answer */
const parsePage = ({ text }) => new DOMParser().parseFromString(text, "text/html");

/** What this page says at its top since it was loaded is said as after every press; without script it stays there. */
export function toastArrivals() {
  toastNotices(document, location.pathname);
  for (const notices of findAll(document, NOTICES)) notices.parentElement?.remove();
}

/**
 * What the page would have said at its top.
 * @param {Document} page @param {string} about
 * @returns {boolean} whether something was refused
 */
function toastNotices(page, about) {
  const notices = findAll(page, `${NOTICES} > .notice`);
  for (const { dataset, textContent } of notices) {
    toast((textContent ?? "").trim(), { tone: TONES.find((tone) => tone === dataset.tone) ?? "info", about });
  }
  return notices.some((notice) => notice.dataset.tone === "error");
}

function untickEntrants() {
  for (const box of findAll(document, '[name="entrant"]:checked', HTMLInputElement)) {
    box.checked = false;
    box.dispatchEvent(new Event("change")); // the parts may be newer than this answer, and are then left as they are
  }
}

/** @param {Document} page */
function showPage(page) {
  version = versionOf(page);
  for (const read of readers) read(page);
  const token = findMaybe(document, TOKEN, HTMLInputElement)?.value;
  if (token) for (const input of page.querySelectorAll(TOKEN)) input.setAttribute("value", token);
  showParts(page);
}

onFree(refreshSoon);
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !due) return;
  refreshSoon(due);
  due = null;
});

document.addEventListener("submit", (event) => {
  const form = closestTo(event, "form[data-press]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  press(form, event.submitter);
});
