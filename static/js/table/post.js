/** What the tablet asks of the server beside its socket: given up soon, since a network may answer nothing at all. */

const REACH_MS = 4_000;

/** @param {string} url @param {RequestInit} options */
export async function post(url, options) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), REACH_MS);
  try {
    return await fetch(url, { method: "POST", ...options, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}
