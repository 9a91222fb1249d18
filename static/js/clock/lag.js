/**
 * The lag quota of a seat on its own device: how much of a turn may be given back for the network's delay.
 * Gain g = min(1000, 150 + 4 x expected seconds) ms; starts at 3 g, regains g a move, at most 7 g.
 */
import { SECOND } from "./terms.js";

const START_GAINS = 3;
const MOST_GAINS = 7;

export class LagQuota {
  /** @param {number} gain_ms @param {number} left_ms may be given back for the turn in progress */
  constructor(gain_ms, left_ms) {
    this.gain_ms = gain_ms;
    this.left_ms = left_ms;
    Object.freeze(this);
  }

  /**
   * Return the quota at the start of a game in which the seat is likely to think so long.
   * @param {number} expected_ms
   */
  static forGame(expected_ms) {
    const gain_ms = Math.min(1_000, 150 + Math.floor((4 * expected_ms) / SECOND));
    return new LagQuota(gain_ms, START_GAINS * gain_ms);
  }

  /**
   * Return what the turn gets back: at most the claim, the measured round trip and the quota.
   * @param {number} elapsed_ms @param {number} claimed_ms @param {number} round_trip_ms
   */
  givenBackMs(elapsed_ms, claimed_ms, round_trip_ms) {
    return Math.max(0, Math.min(elapsed_ms - claimed_ms, round_trip_ms, this.left_ms));
  }

  /**
   * Return the quota for the next turn.
   * @param {number} given_back_ms
   */
  afterMove(given_back_ms) {
    const left_ms = this.left_ms - given_back_ms + this.gain_ms;
    return new LagQuota(this.gain_ms, Math.min(left_ms, MOST_GAINS * this.gain_ms));
  }
}
