/** The projector: turns slides and pages of long lists automatically; pause, back, next and text size, also by keys. */
import { followTournament } from "../tournament/following.js";
import { firstFitting, pages } from "../tournament/slides.js";
import { fill, gettext } from "../i18n.js";
import { onArrival } from "../refresh/replace_parts.js";
import { openStorage } from "../storage.js";
import { clockTime, countdown } from "../ui/daytime.js";
import { find, findAll, findMaybe } from "../ui/dom.js";
import { hideControlsWhenIdle } from "../ui/idle.js";
import { onShortcut } from "../ui/keyboard_shortcuts.js";

const TURN_MS = 12_000;
const SIZES = [0.7, 0.85, 1, 1.2, 1.45];
const FITS = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3];
const STORED = "projector-size";

const screen = find(document, ".projector");
const dots = find(document, "[data-dots]");
const awaited = find(document, "[data-starts-in]");
let slide = 0;
let page = 0;
let paused = false;
const { storage } = openStorage();
let size = Number(storage.getItem(STORED) ?? 2);
const clock = find(document, "[data-clock]");
let behindMs = 0; // the lag of this machine's clock behind the server's

const slides = () => findAll(document, "#live .slide");

/**
 * Split the rows of a slide into pages that fit its height.
 * @param {HTMLElement} element
 */
function cutIntoPages(element) {
  const rows = findAll(element, "[data-row]");
  if (rows.length === 0) return [[]];
  const body = find(element, ".slide-body");
  for (const row of rows) row.hidden = false;
  const top = rows[0].getBoundingClientRect().top;
  const room = body.getBoundingClientRect().bottom - top;
  const heights = rows.map((row, index) => {
    const next = rows[index + 1];
    return next ? next.getBoundingClientRect().top - row.getBoundingClientRect().top : row.getBoundingClientRect().height;
  });
  const found = pages(heights, room);
  rows.forEach((row, index) => {
    row.hidden = !found[Math.min(page, found.length - 1)].includes(index);
  });
  return found;
}

/**
 * Scale a bracket to the size of its slide.
 * @param {HTMLElement} element
 */
function fitBracket(element) {
  const body = findMaybe(element, "[data-fit]");
  if (!body) return;
  firstFitting(FITS, (scale) => {
    body.style.setProperty("--fit", String(scale));
    return body.scrollHeight <= body.clientHeight && body.scrollWidth <= body.clientWidth;
  });
}

function draw() {
  const all = slides();
  slide = Math.min(slide, all.length - 1);
  all.forEach((element, index) => {
    element.hidden = index !== slide;
  });
  fitBracket(all[slide]);
  const found = cutIntoPages(all[slide]);
  page = Math.min(page, found.length - 1);
  dots.textContent = fill(gettext("{slide} of {slides}"), { slide: slide + 1, slides: all.length });
  const mark = all[slide].querySelector("[data-page]");
  if (mark) mark.textContent = found.length > 1 ? `· ${page + 1} / ${found.length}` : "";
  return found.length;
}

/** @param {number} step */
function turn(step) {
  const count = slides().length;
  const inSlide = draw();
  if (page + step >= 0 && page + step < inSlide) {
    page += step;
  } else {
    slide = (slide + step + count) % count;
    page = step > 0 ? 0 : Number.MAX_SAFE_INTEGER;
  }
  draw();
}

/** @param {boolean} value */
function setPaused(value) {
  paused = value;
  find(document, "[data-pause]").setAttribute("aria-pressed", String(paused));
}

/** @param {number} step */
function resize(step) {
  size = Math.min(SIZES.length - 1, Math.max(0, size + step));
  storage.setItem(STORED, String(size));
  screen.style.setProperty("--size", String(SIZES[size]));
  draw();
}

function tick() {
  const now = new Date(Date.now() + behindMs);
  clock.textContent = clockTime(now.getTime());
  for (const face of findAll(document, "#live .countdown[data-until]")) {
    face.textContent = countdown(Number(face.dataset.until) - now.getTime());
  }
  showAwaited(now.getTime());
}

/**
 * Show the countdown to the round on every slide.
 * @param {number} now_ms
 */
function showAwaited(now_ms) {
  const { starts, awaited: words } = find(document, "#live [data-now]").dataset;
  const left_ms = Number(starts ?? 0) - now_ms;
  awaited.hidden = left_ms <= 0;
  if (!awaited.hidden) awaited.textContent = `${words} · ${countdown(left_ms)}`;
}

function arrive() {
  const told = find(document, "#live [data-now]");
  behindMs = Number(told.dataset.now) - Date.now();
  find(document, "[data-updated]").textContent = told.textContent;
  draw();
  tick();
}

onShortcut(
  {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    " ": () => setPaused(!paused),
    "+": () => resize(1),
    "-": () => resize(-1),
  },
  "button, a",
);
find(document, "[data-pause]").addEventListener("click", () => setPaused(!paused));
find(document, "[data-back]").addEventListener("click", () => turn(-1));
find(document, "[data-on]").addEventListener("click", () => turn(1));
find(document, "[data-larger]").addEventListener("click", () => resize(1));
find(document, "[data-smaller]").addEventListener("click", () => resize(-1));
addEventListener("resize", draw);
onArrival(arrive);

if (findMaybe(document, "#live[data-topic]")) followTournament();
hideControlsWhenIdle(screen);
resize(0);
arrive();
document.fonts.ready.then(draw);
setInterval(tick, 1000);
setInterval(() => paused || turn(1), TURN_MS);
