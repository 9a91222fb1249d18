/** Chance from a seed: the same one gives the same games. Pure. */

/**
 * @param {number} seed @returns {() => number} from 0 to below 1 (the generator mulberry32)
 */
export function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Around 0, seldom farther than two: the sum of a few throws.
 * @param {() => number} chance
 */
export const bellFrom = (chance) => chance() + chance() + chance() + chance() - 2;
