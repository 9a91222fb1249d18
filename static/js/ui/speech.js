/** Words for screen readers in a live region. */

/**
 * Announce words, also if they are the same as before.
 * @param {HTMLElement} region @param {string} words
 */
export function speak(region, words) {
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}
