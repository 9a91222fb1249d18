/**
 * Parts of a page that follow the server. An element with `data-part` and an id is replaced by what the same page
 * would show now; a form with `data-press` is sent without leaving the page, and what the server has to say about it
 * appears as toasts. Without script both are plain pages and forms.
 */
import { gettext } from "../i18n.js";
import { enhanceDialogs } from "../ui/dialogs.js";
import { toast } from "../ui/toasts.js";

const TOKEN = 'input[name="csrfmiddlewaretoken"]';
const CONTROLS = "button, a[href], input, select, textarea, summary";
const TONES = new Set(["info", "success", "warning", "error"]);
/** @type {Set<(root: ParentNode) => void>} */
const listeners = new Set();
let asked = 0;

/** Call `enhance` with every part that arrives. @param {(root: ParentNode) => void} enhance */
export function onArrival(enhance) {
  listeners.add(enhance);
}

/** Show what the server would show now. Of several calls at once the last wins. */
export async function refresh(address = location.href) {
  const mine = ++asked;
  try {
    const page = await read(await fetch(address, { headers: { Accept: "text/html" } }));
    if (mine === asked && page) show(page);
  } catch {
    // Out of reach for a moment: whoever asks for a refresh asks again.
  }
}

/** Send a form and show what came of it. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function press(form, submitter) {
  const mine = ++asked;
  const body = new URLSearchParams(new FormData(form, submitter));
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) button.setAttribute("aria-busy", "true");
  try {
    const page = await read(await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } }));
    form.closest("dialog")?.close();
    if (!page) return;
    const refused = say(page, form.getAttribute("action"));
    if (!refused && form.hasAttribute("data-unticks")) untick();
    if (mine === asked) show(page);
    if (form.hasAttribute("data-clears")) clear(form, refused);
  } catch {
    toast(gettext("The server cannot be reached. Check the network, then try again."), { tone: "error" });
  } finally {
    for (const button of buttons) button.removeAttribute("aria-busy");
  }
}

/** The page that was answered, or null after leaving for it: a form may lead elsewhere (to sign in again, say). */
async function read(response) {
  if (!response.ok) {
    toast(gettext("The server refused this. Load the page again to see how things stand."), { tone: "error" });
    return null;
  }
  if (new URL(response.url).pathname !== location.pathname) {
    location.assign(response.url);
    return null;
  }
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** What the page would have said at its top. @param {string} about @returns {boolean} whether something was refused */
function say(page, about) {
  const notices = [...page.querySelectorAll("main > [role=status] > .notices > .notice")];
  for (const notice of notices) {
    const tone = TONES.has(notice.dataset.tone) ? notice.dataset.tone : "info";
    toast(notice.textContent.trim(), { tone, about });
  }
  return notices.some((notice) => notice.dataset.tone === "error");
}

/** Ready for the next line; one that was refused stays, to be mended or typed over. */
function clear(form, refused) {
  if (!refused) form.reset();
  else if (form.contains(document.activeElement)) document.activeElement.select?.();
}

function untick() {
  for (const box of document.querySelectorAll('[name="entrant"]:checked')) box.checked = false;
}

function show(page) {
  const focused = document.activeElement;
  const place = alike(focused).indexOf(focused);
  follow(page);
  if (!focused.isConnected) focusAgain(focused, place);
}

/** What a control is for: where it leads or sends to, or what it opens. */
function deedOf(control) {
  const opens = control.matches("summary") ? control.parentElement.id : control.dataset.opens;
  return opens ?? control.form?.getAttribute("action") ?? control.getAttribute("href") ?? "";
}

/** Controls of the page that are for the same as this one. */
function alike(control) {
  const deed = deedOf(control);
  return deed ? [...document.querySelectorAll(CONTROLS)].filter((each) => deedOf(each) === deed) : [];
}

/**
 * After what had the focus was replaced: to the same control if it is there, and never to a button that does something
 * else now. Otherwise to what the form names in `data-then`, else to the heading of what has come.
 */
function focusAgain(focused, place) {
  const same = document.getElementById(focused.id) ?? alike(focused)[place];
  if (same && (same.matches("input, select, textarea") || deedOf(same) === deedOf(focused))) {
    same.focus({ preventScroll: true });
    return;
  }
  if (!deedOf(focused)) return;
  const ids = [focused.closest("[data-then]")?.dataset.then ?? "", "draft-title", "what-now"];
  const target = ids.map((id) => document.getElementById(id)).find(Boolean);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

function follow(page) {
  const token = document.querySelector(TOKEN)?.value;
  if (token) for (const input of page.querySelectorAll(TOKEN)) input.setAttribute("value", token);
  const known = [...document.querySelectorAll("[data-part]")];
  const fresh = [...page.querySelectorAll("[data-part]")];
  const same = known.length === fresh.length && fresh.every((part) => document.getElementById(part.id));
  if (!same || document.querySelectorAll(".quick").length !== page.querySelectorAll(".quick").length) {
    // Something came or went between the parts: let the whole desk follow.
    replace(document.getElementById("desk"), page.getElementById("desk"));
    return;
  }
  for (const part of fresh) replace(document.getElementById(part.id), part);
}

function replace(old, fresh) {
  // Whoever is about to confirm something must not have it taken away.
  if (!old || !fresh || old.querySelector("dialog[open]") || old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const typed = focused instanceof HTMLInputElement ? focused.value : "";
  if (typed && focused.matches(":not([type=checkbox], [type=hidden])")) return;
  const open = [...old.querySelectorAll("details[open][id]")].map((each) => each.id);
  const ticked = [...old.querySelectorAll('[name="entrant"]:checked')].map((each) => each.value);
  const chosen = [...old.querySelectorAll("select[data-keep]")].map((each) => [each.id, each.value]);
  const part = document.adoptNode(fresh);
  old.replaceWith(part);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, value] of chosen) {
    const select = document.getElementById(id);
    if (select && [...select.options].some((option) => option.value === value)) select.value = value;
  }
  for (const box of part.querySelectorAll('[name="entrant"]')) box.checked = ticked.includes(box.value);
  enhanceDialogs(part);
  for (const enhance of listeners) enhance(part);
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-press]")) return;
  event.preventDefault();
  press(event.target, event.submitter);
});
