/**
 * The one poll of all pages. A page learns of changes from its socket; it polls while the socket is silent, and all the
 * time if it has none. One request at a time: the next follows when the last was answered or has timed out.
 */

/**
 * @param {() => unknown} ask  may return a promise
 * @param {object} options
 * @param {number} options.every_ms
 * @param {() => boolean} [options.isNeeded]  such as: the socket is silent
 */
export function poll(ask, { every_ms, isNeeded = () => true }) {
  setTimeout(async () => {
    if (isNeeded()) await ask();
    poll(ask, { every_ms, isNeeded });
  }, every_ms);
}
