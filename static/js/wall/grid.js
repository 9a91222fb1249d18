/** Computes how many boards fit on a screen, and their grid. Pure. */

/** Height of a card over its width: the board is square, with names and clocks above and below. */
export const CARD_SHAPE = 1.3;
/** The tallest shape of a card, which grows if there is room, so that long names have two lines. */
const TALLEST_SHAPE = 1.5;
/** Legible from the last row of a hall on a projector of 1920 x 1080, where twelve fit; smaller screens are nearer. */
const NARROWEST_PX = { least: 200, most: 264, share: 1 / 7.2 };
const GAP_PX = 16;

/**
 * @param {number} count  boards to show @param {number} width @param {number} height @param {number} [scale]  of text
 * @returns {{ columns: number, rows: number, card: number, height: number }} width and height of a card in pixels
 */
export function arrange(count, width, height, scale = 1) {
  const { least, most: wide, share } = NARROWEST_PX;
  const most = fit(width, height, Math.min(wide, Math.max(least, width * share)) * scale);
  const shown = Math.max(1, Math.min(count, most.columns * most.rows));
  let best = { columns: 1, rows: shown, card: 0 };
  for (let columns = 1; columns <= shown; columns++) {
    const rows = Math.ceil(shown / columns);
    const card = Math.min(across(width, columns), across(height, rows) / CARD_SHAPE);
    if (card > best.card) best = { columns, rows, card };
  }
  const card = Math.floor(best.card);
  return { ...best, card, height: Math.floor(Math.min(across(height, best.rows), card * TALLEST_SHAPE)) };
}

/** @param {number} length @param {number} count */
const across = (length, count) => (length - GAP_PX * (count - 1)) / count;

/** @param {number} width @param {number} height @param {number} card */
function fit(width, height, card) {
  /** @param {number} length @param {number} each */
  const into = (length, each) => Math.max(1, Math.floor((length + GAP_PX) / (each + GAP_PX)));
  return { columns: into(width, card), rows: into(height, card * CARD_SHAPE) };
}

/**
 * Return the games of one page.
 * @template T @param {T[]} games @param {number} page @param {number} size @returns {T[]}
 */
export const onPage = (games, page, size) => games.slice(page * size, (page + 1) * size);

/** @param {number} count @param {number} size */
export const pageCount = (count, size) => Math.max(1, Math.ceil(count / size));
