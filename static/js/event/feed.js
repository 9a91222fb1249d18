/**
 * The news of a topic. A message is only a hint to ask again: after a cut we ask at once, and while there is no
 * connection every half minute, so that nothing that was missed stays missed.
 */

const ASK_AGAIN_MS = 30_000;
const SILENCE_MS = 12_000; // the server gives a sign of life every five seconds
const WAITS_MS = [1000, 2000, 5000, 10_000];

/** Whether a message says that pages are out of date: news of the event, or a game that ended or began. */
function matters(message) {
  if (message.type === "news") return true;
  return message.type === "event" && (message.outcome !== null || message.kind === "started" || message.kind === "reopened");
}

/**
 * @param {string} topic
 * @param {{ onNews: () => void, onLink: (linked: boolean) => void }} heard
 */
export function listen(topic, { onNews, onLink }) {
  let failures = 0;
  let lastSign = 0;
  let socket = null;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/topic/${topic}/`);
    socket.addEventListener("open", () => {
      if (failures > 0) onNews();
      failures = 0;
      lastSign = Date.now();
      onLink(true);
    });
    socket.addEventListener("message", (event) => {
      lastSign = Date.now();
      if (matters(JSON.parse(event.data))) onNews();
    });
    socket.addEventListener("close", () => {
      onLink(false);
      setTimeout(connect, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
      failures += 1;
    });
  }

  setInterval(() => {
    const alive = socket?.readyState === WebSocket.OPEN && Date.now() - lastSign < SILENCE_MS;
    if (!alive) onNews();
    if (socket?.readyState === WebSocket.OPEN && !alive) socket.close();
  }, ASK_AGAIN_MS);
  connect();
}
