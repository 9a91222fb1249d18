/** While the socket is out of reach the desk asks for two numbers that change with the page. */

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
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      const now = response.ok ? await response.text() : known;
      if (known && now !== known) onChange();
      known = now;
      onReached(true);
    } catch {
      onReached(false); // the next question comes by itself
    }
  };
}
