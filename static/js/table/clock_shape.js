/**
 * Marks size and shape of each seat's clock for the style sheet, as its player sees it. Container queries would do the
 * same, but a tablet with Safari 15.6 lacks them.
 */

/** The widest and highest, in rem, that a clock of a shape may be. */
const NARROW = 26;
const SLIM = 17;
const LOW = { height: 6.5, least_width: 15 };
const SMALL_HEIGHT = 8;
const TALL_RATIO = 0.9;

/**
 * Name the shapes of a clock.
 * @param {number} width in rem, along its lines of writing @param {number} height in rem
 * @param {boolean} isAtSide  seats at the left and at the right of the table have the larger part of a screen's width
 * @returns {string} `tall`: hours, minutes and seconds have a line each; `narrow`: no room for notes beside the name;
 *   `slim`: the name needs two lines; `low`: name and time share one row; `small`: one line for name and notes
 */
export function shapeOf(width, height, isAtSide) {
  const isSlim = !isAtSide && width <= SLIM;
  const shapes = {
    tall: width <= TALL_RATIO * height,
    narrow: width <= NARROW,
    slim: isSlim,
    low: !isAtSide && height <= LOW.height && width >= LOW.least_width,
    small: isSlim && height <= SMALL_HEIGHT,
  };
  return Object.entries(shapes).filter(([, fits]) => fits).map(([name]) => name).join(" ");
}

/** Watches the clocks of a table, and marks each with its shape (`data-shape`) and its size. */
export class ClockShapes {
  #observer = new ResizeObserver((entries) => entries.forEach(markShape));

  /** @param {HTMLElement[]} clocks that are on the table now */
  watch(clocks) {
    this.#observer.disconnect();
    for (const clock of clocks) this.#observer.observe(clock);
  }
}

/** @param {ResizeObserverEntry} entry of a clock that has a size, or another one than before */
function markShape({ target, contentBoxSize: [size] }) {
  if (!(target instanceof HTMLElement) || !size.blockSize) return; // not shown yet
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isAtSide = target.closest(":is([data-side=W], [data-side=E])") !== null;
  target.dataset.shape = shapeOf(size.inlineSize / rem, size.blockSize / rem, isAtSide);
  target.style.setProperty("--face-width", `${size.inlineSize}px`);
  target.style.setProperty("--face-height", `${size.blockSize}px`);
}
