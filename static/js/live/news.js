/**
 * Hears what happens in the hall: over the topic's socket, and while that is out of reach by asking every few seconds
 * for two numbers that change with the page.
 */
import { fill, gettext } from "../i18n.js";
import { toast } from "../ui/toasts.js";
import { connect, statusWords } from "./connection.js";
import { TimeSource } from "./timesource.js";

const ASK_AGAIN_MS = 4_000;

/** Somebody set the server's clock, or it slept: games go on by the steady clock, and the arbiter knows. */
function warnOfJump(jump_ms) {
  const seconds = Math.round(Math.abs(jump_ms) / 1000);
  const words = gettext("The server's clock was set by {seconds} s. No player was charged for it; please check the boards.");
  toast(fill(words, { seconds }), { tone: "warning" });
}

/**
 * @param {object} options
 * @param {string} options.topic
 * @param {string} options.pulse  where the two numbers are asked for
 * @param {(state: object) => void} options.onGame  a state or an event of a game
 * @param {(presence: object) => void} options.onPresence
 * @param {() => void} options.onChange  the page is out of date
 * @param {(words: string) => void} options.onLink  what to say about a server out of reach; empty: nothing
 */
export function listen({ topic, pulse, onGame, onPresence, onChange, onLink }) {
  const socket = connect(`/ws/topic/${topic}/`, new TimeSource(), { manyGames: true });
  let known = "";
  let reached = true;

  async function ask() {
    if (socket.status === "live") return;
    try {
      const response = await fetch(pulse, { headers: { Accept: "application/json" } });
      const now = response.ok ? await response.text() : known;
      if (known && now !== known) onChange();
      known = now;
      reached = true;
    } catch {
      reached = false; // the next question comes by itself
    }
    onLink(reached ? "" : statusWords("offline", socket.since_ms));
  }

  socket.on("state", onGame);
  socket.on("event", onGame);
  socket.on("presence", onPresence);
  socket.on("news", (message) => {
    if (message.what === "clock-jump") warnOfJump(message.jump_ms);
    else onChange();
  });
  socket.on("status", (status) => {
    if (status !== "live") return;
    onLink("");
    onChange(); // whatever happened while nobody listened
  });
  socket.open();
  ask();
  setInterval(ask, ASK_AGAIN_MS);
}
