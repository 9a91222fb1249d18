/**
 * Hears what happens in the hall: over the topic's socket, and where that cannot be reached by asking for two numbers
 * every few seconds.
 */
const AGAIN_MS = 4000;

/**
 * @param {{ topic: string, pulse: string, onMessage: (message: object) => void, onChange: () => void }} options
 * @returns {() => void} stops listening
 */
export function listen({ topic, pulse, onMessage, onChange }) {
  let socket = null;
  let known = "";
  let timer = 0;
  let stopped = false;

  function connect() {
    if (stopped) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/ws/topic/${topic}/`);
    socket.addEventListener("message", (event) => onMessage(JSON.parse(event.data)));
    socket.addEventListener("open", onChange);
    socket.addEventListener("close", later);
  }

  function later() {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(again, AGAIN_MS);
  }

  async function again() {
    await ask();
    connect();
  }

  /** Not over the socket, so also true where a proxy or an old server has none. */
  async function ask() {
    try {
      const response = await fetch(pulse, { headers: { Accept: "application/json" } });
      const now = response.ok ? await response.text() : known;
      if (known && now !== known) onChange();
      known = now;
    } catch {
      // Out of reach: the next try comes by itself.
    }
  }

  ask();
  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
