/** Draws the curve of a game: above the middle crosses are better, below it circles. In units of the view box. */
import { svg } from "../ui/dom.js";

export const CURVE = Object.freeze({ width: 600, height: 160 });

/** @typedef {import("./review.js").GameReview} GameReview */

/** @param {number} ply @param {number} last */
const across = (ply, last) => Math.round((ply / Math.max(1, last)) * CURVE.width);
/** @param {number} share */
const down = (share) => Math.round(((1 - share) / 2) * (CURVE.height - 12)) + 6;

/** @param {GameReview} review @returns {string} a path through what is judged */
export function curvePath(review) {
  const points = [];
  for (let ply = 0; ply <= review.last; ply++) {
    const share = review.shareAt(ply);
    if (share !== null) points.push(`${across(ply, review.last)} ${down(share)}`);
  }
  return points.length ? `M${points.join("L")}` : "";
}

/**
 * @param {SVGElement} drawing @param {GameReview} review @param {number} ply that is looked at
 */
export function drawCurve(drawing, review, ply) {
  const middle = down(0);
  const path = curvePath(review);
  const marks = review.moments.map((moment) => {
    const at = { cx: String(across(moment.ply, review.last)), cy: String(down(review.shareAt(moment.ply) ?? 0)) };
    return svg("circle", { class: "curve-moment", r: "5", ...at, "data-ply": String(moment.ply) });
  });
  const here = across(ply, review.last);
  drawing.replaceChildren(
    svg("path", { class: "curve-middle", d: `M0 ${middle}H${CURVE.width}` }),
    svg("path", { class: "curve-here", d: `M${here} 0V${CURVE.height}` }),
    svg("path", { class: "curve-line", d: path }),
    ...marks,
  );
}

/**
 * Return the ply at a place of the drawing.
 * @param {number} part from 0 at its left to 1 @param {number} last
 */
export const plyAt = (part, last) => Math.round(Math.min(1, Math.max(0, part)) * last);
