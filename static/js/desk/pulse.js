/** While the socket is out of reach the desk asks for two numbers that change with the page. */
import { isFromServer, request } from "../refresh/request.js";

/**
 * @param {object} options
 * @param {string} options.address  where the numbers are asked for
 * @param {() => void} options.onChange  they are others than the last time
 * @param {(isReached: boolean) => void} options.onReached  whether the server has answered
 * @returns {() => Promise<void>} asks once
 */
export function createPulse({ address, onChange, onReached }) {
  let known = "";
  return async () => {
    const answer = await request(address, { type: "json" });
    const now = answer.failure ? known : answer.text;
    if (known && now !== known) onChange();
    known = now;
    onReached(isFromServer(answer)); // if not, the next question comes by itself
  };
}
