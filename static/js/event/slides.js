/** How long lists are cut into pages for a screen of a certain height. Touches no document. */

/**
 * @param {number[]} heights of the rows, in order
 * @param {number} room
 * @returns {number[][]} indexes of the rows of each page; a row too high for the room has a page of its own
 */
export function pages(heights, room) {
  const found = [];
  /** @type {number[]} */
  let page = [];
  let used = 0;
  heights.forEach((height, index) => {
    if (page.length > 0 && used + height > room) {
      found.push(page);
      page = [];
      used = 0;
    }
    page.push(index);
    used += height;
  });
  if (page.length > 0) found.push(page);
  return found.length > 0 ? found : [[]];
}

/**
 * The first size at which everything is in sight, else the last one.
 * @param {number[]} sizes from large to small
 * @param {(size: number) => boolean} fits
 */
export function fitting(sizes, fits) {
  return sizes.find(fits) ?? sizes.at(-1);
}
