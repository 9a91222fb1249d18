/**
 * Boards that wait for the arbiter: the banner comes with every page of the desk, and is fetched alone after a change
 * without a new page. The title counts them, and a sound repeats until a user has seen them.
 */
import { fill, gettext } from "../i18n.js";
import { SOON_MS, isShown, onPage } from "../refresh/refresh.js";
import { request } from "../refresh/request.js";
import { asTexts, openStorage, readStored, writeStored } from "../storage.js";
import { byId, closestTo, find, findAll, findMaybe } from "../ui/dom.js";
import { Sounds } from "../ui/sounds.js";

/** @typedef {import("../live/socket.js").LiveSocket} LiveSocket */

const SEEN_KEY = "fiveline.calls.seen";
const SEEN_VERSION = 1;
const MUTED_KEY = "fiveline.calls.muted";
/** Often enough to be noticed across a room, seldom enough not to annoy. */
const RING_EVERY_MS = 5_000;

export class DeskCalls {
  #holder = byId("calls");
  #title = document.title;
  #storage = openStorage().storage;
  #mayRing = false;
  /** @type {(number | undefined)[]} What happened within this moment. */ #versions = [];
  /** @type {Map<string, string>} By game that is not over: its last status, which may begin or end a call. */ #statuses = new Map();
  #sounds = new Sounds({ get: (name) => name === "sound" && !this.#isMuted }, document);

  constructor() {
    const wake = () => {
      this.#mayRing = true;
      this.#show();
    };
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, wake, { once: true });
    this.#holder.addEventListener("click", (event) => {
      if (closestTo(event, "[data-calls-seen]")) this.#see(this.#keys);
      if (closestTo(event, "[data-calls-mute]")) this.#storage.setItem(MUTED_KEY, this.#isMuted ? "" : "yes");
      this.#show();
    });
    addEventListener("storage", () => this.#show()); // seen on another page of the desk
    setInterval(() => this.#ring(), RING_EVERY_MS);
    onPage((page) => this.#take(page.getElementById("calls")));
    this.#see(findAll(this.#holder, "[data-call]").filter(isOfThisPage).map(keyOf));
    this.#show();
    this.#ring();
  }

  /**
   * Follow the topic, on pages that do not do so themselves.
   * @param {LiveSocket} socket of the topic
   */
  follow(socket) {
    socket.on("state", (message) => this.#hear(message.game.code, message));
    socket.on("event", (message) => this.#hear(message.game, message));
    socket.on("late", () => this.#askSoon());
    socket.on("news", ({ version }) => this.#askSoon(version));
    socket.on("status", (status) => {
      if (status === "live") this.#askSoon();
    });
  }

  /** @param {number} [version] of the tournament: a page that shows it by then has brought what waits */
  #askSoon(version) {
    this.#versions.push(version);
    if (this.#versions.length > 1) return;
    setTimeout(() => {
      const isMissed = this.#versions.some((each) => !isShown(each));
      this.#versions = [];
      if (isMissed) this.ask();
    }, SOON_MS);
  }

  /** Fetch and show the boards that wait now. */
  async ask() {
    const { failure, isRedirected, text } = await request(this.#holder.dataset.calls ?? "");
    // The server cannot be reached: another part of the page says so and retries.
    if (!failure && !isRedirected) this.#take(new DOMParser().parseFromString(text, "text/html").body);
  }

  /** @param {HTMLElement | null} fresh holds what waits now */
  #take(fresh) {
    if (!fresh || findAll(fresh, "[data-call]").map(keyOf).join(" ") === this.#keys.join(" ")) return;
    const keeps = this.#holder.contains(document.activeElement);
    this.#holder.replaceChildren(...fresh.childNodes);
    if (keeps) findMaybe(this.#holder, "a")?.focus();
    this.#show();
    this.#ring();
  }

  /** @param {string} code @param {{ status: string, arbiter: boolean }} message */
  #hear(code, { status, arbiter }) {
    const looks = `${status} ${arbiter}`;
    const before = this.#statuses.get(code);
    if (status === "over") this.#statuses.delete(code);
    else this.#statuses.set(code, looks);
    if (before !== undefined && before !== looks) this.#askSoon();
  }

  get #keys() {
    return findAll(this.#holder, "[data-call]").map(keyOf);
  }

  get #isMuted() {
    return this.#storage?.getItem(MUTED_KEY) === "yes";
  }

  /** @returns {string[]} */
  get #seen() {
    return readStored(this.#storage, SEEN_KEY, SEEN_VERSION, asTexts) ?? [];
  }

  get #unseen() {
    const seen = this.#seen;
    return this.#keys.filter((key) => !seen.includes(key));
  }

  /** @param {string[]} keys */
  #see(keys) {
    if (!keys.length) return;
    const here = this.#keys;
    const kept = this.#seen.filter((key) => here.includes(key));
    writeStored(this.#storage, SEEN_KEY, SEEN_VERSION, [...new Set([...kept, ...keys])]);
  }

  #show() {
    const count = this.#keys.length;
    const unseen = this.#unseen;
    document.title = count ? fill(gettext("({count}!) {title}"), { count, title: this.#title }) : this.#title;
    if (!count) return;
    find(this.#holder, "[data-calls-sound]").hidden = false;
    find(this.#holder, "[data-calls-seen]").hidden = !unseen.length;
    find(this.#holder, "[data-calls-mute]").setAttribute("aria-pressed", String(!this.#isMuted));
    find(this.#holder, "[data-calls-hint]").hidden = this.#mayRing || this.#isMuted || !unseen.length;
    for (const call of findAll(this.#holder, "[data-call]")) {
      call.toggleAttribute("data-unseen", unseen.includes(keyOf(call)));
    }
  }

  #ring() {
    if (this.#unseen.length) this.#sounds.play("ask");
  }
}

/** @param {HTMLElement} call */
const keyOf = (call) => call.dataset.call ?? "";

/** @param {HTMLElement} call a user on a board's page has seen its call */
const isOfThisPage = (call) => findMaybe(call, "a", HTMLAnchorElement)?.pathname === location.pathname;
