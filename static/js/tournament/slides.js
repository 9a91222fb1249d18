/** Split long lists into pages for a screen of a certain height. Pure. */

/**
 * Split rows into as few pages as possible of about equal size: 15 rows of which 12 fit become 8 and 7.
 * @param {number[]} heights of the rows, in order
 * @param {number} room
 * @returns {number[][]} indexes of the rows of each page; a row too high for the room has a page of its own
 */
export function pages(heights, room) {
  const filled = fullPages(heights, room);
  const rows = Math.ceil(heights.length / filled.length);
  const even = filled.map((_, page) => heights.map((_, index) => index).slice(page * rows, (page + 1) * rows));
  const fits = even.every((page) => page.length > 0 && page.reduce((sum, index) => sum + heights[index], 0) <= room);
  return fits ? even : filled;
}

/** @param {number[]} heights @param {number} room @returns {number[][]} each page as full as it gets */
function fullPages(heights, room) {
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
 * Return the first size at which everything fits, or else the last one.
 * @param {number[]} sizes from large to small
 * @param {(size: number) => boolean} fits
 */
export function firstFitting(sizes, fits) {
  return sizes.find(fits) ?? sizes.at(-1);
}
