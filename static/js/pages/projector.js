/** The projector: turns slides and the pages of long lists by itself; pause, back, on, text size, by keys too. */
import { followEvent } from "../event/following.js";
import { fitting, pages } from "../event/slides.js";
import { fill, gettext } from "../i18n.js";
import { onArrival } from "../live/refresh.js";
import { countdown } from "../ui/daytime.js";

const TURN_MS = 12_000;
const SIZES = [0.7, 0.85, 1, 1.2, 1.45];
const FITS = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3];
const STORED = "projector-size";

const screen = document.querySelector(".projector");
const dots = document.querySelector("[data-dots]");
let slide = 0;
let page = 0;
let paused = false;
let size = Number(localStorage.getItem(STORED) ?? 2);
const clock = document.querySelector("[data-clock]");
const wallTime = wallTimeIn(clock.dataset.zone);
let behindMs = 0; // how far this machine's clock is behind the server's

const slides = () => [...document.querySelectorAll("#live .slide")];

/** The rows of a slide that may be spread over several pages, and the room there is for them. */
function cutIntoPages(element) {
  const rows = [...element.querySelectorAll("[data-row]")];
  const body = element.querySelector(".slide-body");
  if (rows.length === 0) return [[]];
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

/** A bracket as large as its slide can hold. */
function fitBracket(element) {
  const body = element.querySelector("[data-fit]");
  if (!body) return;
  fitting(FITS, (scale) => {
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

function setPaused(value) {
  paused = value;
  document.querySelector("[data-pause]").setAttribute("aria-pressed", String(paused));
}

function resize(step) {
  size = Math.min(SIZES.length - 1, Math.max(0, size + step));
  localStorage.setItem(STORED, String(size));
  screen.style.setProperty("--size", String(SIZES[size]));
  draw();
}

/** The club's time, like every other time on the page; the machine's own where the browser does not know the zone. */
function wallTimeIn(timeZone) {
  const shape = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const language = document.documentElement.lang;
  try {
    return new Intl.DateTimeFormat(language, { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat(language, shape);
  }
}

function tick() {
  const now = new Date(Date.now() + behindMs);
  clock.textContent = wallTime.format(now);
  for (const face of document.querySelectorAll("#live [data-until]")) {
    face.textContent = countdown(Number(face.dataset.until) - now.getTime());
  }
}

function arrive() {
  const told = document.querySelector("#live [data-now]");
  behindMs = Number(told.dataset.now) - Date.now();
  document.querySelector("[data-updated]").textContent = told.textContent;
  draw();
  tick();
}

const keys = {
  ArrowRight: () => turn(1),
  ArrowLeft: () => turn(-1),
  " ": () => setPaused(!paused),
  "+": () => resize(1),
  "-": () => resize(-1),
};
document.addEventListener("keydown", (event) => {
  if (!(event.key in keys) || event.target.closest("button, a")) return;
  event.preventDefault();
  keys[event.key]();
});
document.querySelector("[data-pause]").addEventListener("click", () => setPaused(!paused));
document.querySelector("[data-back]").addEventListener("click", () => turn(-1));
document.querySelector("[data-on]").addEventListener("click", () => turn(1));
document.querySelector("[data-larger]").addEventListener("click", () => resize(1));
document.querySelector("[data-smaller]").addEventListener("click", () => resize(-1));
addEventListener("resize", draw);
onArrival(arrive);

followEvent();
resize(0);
arrive();
document.fonts.ready.then(draw);
setInterval(tick, 1000);
setInterval(() => paused || turn(1), TURN_MS);
