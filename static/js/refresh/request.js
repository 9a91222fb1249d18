/**
 * Ask the server over HTTP. Every other module of static/js calls `request` in place of `fetch` (a test checks it): an
 * answer is waited for no longer than a limit, because a network may answer nothing at all, and it counts only with a
 * good status and the content type that was asked for. Never touches the document.
 */

const LIMIT_MS = 8_000;

/** @type {Readonly<Record<"html" | "json", string>>} */
const TYPES = { html: "text/html", json: "application/json" };

/**
 * @typedef {"timeout" | "unreachable" | "status" | "content"} Failure
 *   timeout: no whole answer within the limit. unreachable: no connection. status: the server refused it or failed.
 *   content: not of the requested type, so probably not from our server.
 */

/**
 * @typedef {object} Answer
 * @property {Failure | null} failure  null if all is well
 * @property {number} status  0 without an answer
 * @property {string} url  where the answer came from, after redirects
 * @property {boolean} isRedirected
 * @property {string} text  empty unless it has the type that was asked for
 * @property {any} data  what the text says, if JSON was asked for
 */

/**
 * Send a request and read its whole answer. Never throws: `failure` names the error.
 * @param {string} url
 * @param {Omit<RequestInit, "headers" | "signal">
 *   & { headers?: Record<string, string>, type?: "html" | "json", limit_ms?: number }} options
 * @returns {Promise<Answer>}
 */
export async function request(url, { type = "html", limit_ms = LIMIT_MS, headers = {}, ...options } = {}) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limit_ms);
  try {
    const { signal } = controller;
    const response = await fetch(url, { ...options, headers: { Accept: TYPES[type], ...headers }, signal });
    return readAnswer(response, await response.text(), type);
  } catch {
    const failure = controller.signal.aborted ? "timeout" : "unreachable";
    return { failure, status: 0, url, isRedirected: false, text: "", data: null };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Response} response @param {string} text @param {"html" | "json"} type @returns {Answer} */
function readAnswer(response, text, type) {
  const { ok, status, url, redirected, headers } = response;
  const isOfType = headers.get("Content-Type")?.split(";")[0].trim() === TYPES[type];
  const data = isOfType && type === "json" ? parseJson(text) : null;
  const isRead = isOfType && (type === "html" || data !== null);
  return {
    failure: ok ? (isRead ? null : "content") : "status",
    status,
    url,
    isRedirected: redirected || response.type === "opaqueredirect",
    text: isRead ? text : "",
    data,
  };
}

/** @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Return whether the server itself has answered, perhaps with a refusal.
 * @param {Answer} answer
 */
export const isFromServer = ({ failure }) => failure === null || failure === "status";
