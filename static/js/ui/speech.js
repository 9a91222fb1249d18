/** What a screen reader says: words in a live region. */

/**
 * Said again even if they are the same words.
 * @param {HTMLElement} region @param {string} words
 */
export function speak(region, words) {
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}
