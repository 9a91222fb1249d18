/** Sends requests of the tablet beside its socket, with a shorter time limit, because players wait. */
import { request } from "../refresh/request.js";

const LIMIT_MS = 4_000;

/** @param {string} url @param {Parameters<typeof request>[1]} options */
export const post = (url, options) => request(url, { method: "POST", limit_ms: LIMIT_MS, ...options });
