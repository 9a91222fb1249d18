/**
 * Updates a page from the server: it fetches itself, and its parts are replaced (replace_parts.js). A form with
 * `data-press` is sent without leaving the page, and the server's messages appear as toasts. Without script these are
 * plain pages and forms.
 */
import { gettext } from "../i18n.js";
import { closestTo, fieldsOf, findAll, findMaybe } from "../ui/dom.js";
import { canBeFocused, focusNews } from "../ui/focus.js";
import { REACHING, dismiss, toast } from "../ui/toasts.js";
import { onFree, showParts } from "./replace_parts.js";
import { isFromServer, request } from "./request.js";
import { hasEntered, leadsToSignIn, saySignedOut } from "./signed_out.js";

/** Several changes within this time need only one request. */
export const SOON_MS = 250;
/** A sent form usually brings the page within this time, so that news need no request. */
const ANSWERED_MS = 1_000;
/** The pause before a failed request is repeated, because the next news may be far away. */
const AGAIN_MS = 3_000;
/** The header for a page without the frame of the site (games/views/fragments.py). */
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
/** The answer to the last sent form, which brings the page. */
let answered = Promise.resolve();
let version = versionOf(document);
/** @type {{ address?: string } | null} The refresh to make once the page is visible. */
let due = null;

/**
 * Call `read` with every fetched page, before its parts are shown.
 * @param {(page: Document) => void} read
 */
export function onPage(read) {
  readers.add(read);
}

/**
 * Return whether this page is as new as a version of its tournament; false if the version is unknown.
 * @param {number | undefined} newest
 */
export const isShown = (newest) => newest !== undefined && newest <= version;

/** @param {Document} page */
function versionOf(page) {
  return Number(findMaybe(page, "[data-version]")?.dataset.version ?? NaN);
}

/**
 * Refresh once for all changes within a moment; a hidden page waits until it is visible.
 * @param {{ spread_ms?: number, address?: string, isMissed?: () => boolean }} options `spread_ms`: many devices have
 *   the same page open, and must not all ask at the same instant; `isMissed`: the page that a sent form brought may show it already
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
 * Fetch and show the page. Of several calls at once the last wins.
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
 * Fetch the content of another page, to be shown on this one.
 * @param {string} address @returns {Promise<Document | null>} null if it failed, which was reported
 */
export async function fetchPage(address) {
  const answer = await request(address, { headers: NEWS });
  if (isFromServer(answer)) return readPage(answer, new URL(address, location.href).pathname);
  sayUnreachable(answer, address);
  return null;
}

/**
 * Send a form and show the result. Until it is answered, pressing it again does nothing.
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
    // No name is ticked any more, so the pressed button is disabled and loses the focus.
    if (focused instanceof HTMLElement && !canBeFocused(focused)) focusNews();
  }
  for (const each of [form, ...buttons]) each.removeAttribute("aria-busy");
}

/**
 * Send fields and show the answered page with its messages.
 * @param {string} action @param {URLSearchParams} body @param {string} about what was tried
 * @param {HTMLFormElement | null} [form] to be emptied after success
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
  // The sent values are not copied to the fresh form; `press` unticks entrants itself.
  if (!refused && form?.matches("[data-refresh] form:not([data-unticks])")) form.reset();
  if (mine === asked) showPage(page);
  return refused ? "refused" : "done";
}

/**
 * Give the forms of this page the present token, which changes after a sign-in in another tab.
 * @param {import("./request.js").Answer} answer this page as it is now @returns {string} empty if it has none
 */
function takeToken(answer) {
  const token = findMaybe(parsePage(answer), TOKEN, HTMLInputElement)?.value ?? "";
  if (token) for (const input of findAll(document, TOKEN, HTMLInputElement)) input.value = token;
  return token;
}

/**
 * Say that there was no answer, also if the server answers other requests.
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

/** Remove the message that the server cannot be reached, because it answers again. */
export function clearUnreachable() {
  dismiss(REACHING);
}

/**
 * Return the answered page, or null after opening it if it has another address (such as the sign-in).
 * @param {import("./request.js").Answer} answer @param {string} [expected] its path
 */
function readPage(answer, expected = location.pathname) {
  clearUnreachable();
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

/** Show the messages at the top of the loaded page as toasts; without script they stay there. */
export function toastArrivals() {
  toastNotices(document, location.pathname);
  for (const notices of findAll(document, NOTICES)) notices.parentElement?.remove();
}

/**
 * Show the messages at the top of a page as toasts.
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
    box.dispatchEvent(new Event("change")); // the parts may be newer than this answer; then they are not replaced
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
