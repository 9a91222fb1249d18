/**
 * Tracks fingers on the screen: pointer events in, touches and drags out. Each finger is independent of the others,
 * whereas browsers send no click while two fingers are down or after a slide.
 * Pure; never touches the document.
 */

/** A touch wider than this is a hand. In CSS pixels, about 14 mm on a 10-inch tablet. */
const PALM_PX = 80;
/** The least way of a drag; less is the roll of a fingertip. */
const DRAG_PX = 10;
/** The latest click after a touch: browsers send it at once, old ones after 300 ms, in which they wait for a second tap. */
const ECHO_MS = 500;
/** The last part of a slide, by which its speed is measured. */
const LAST_STRETCH_MS = 60;

/**
 * @template T
 * @typedef {object} Finger
 * @property {T} on  what it touched
 * @property {boolean} palm
 * @property {boolean} drags  whether it has moved far enough to drag what it touched
 * @property {number} dx @property {number} dy  how far it is from where it came down
 * @property {number} speed  pixels a millisecond, lately
 */

/** @typedef {{ x: number, y: number, at_ms: number }} Footprint */

/** @typedef {Pick<PointerEvent, "pointerId" | "clientX" | "clientY" | "timeStamp">} Point */

/** @template T what can be touched */
export class Fingers {
  /** @type {Map<number, Finger<T> & { trail: Footprint[] }>} */ #down = new Map();
  #lifted_ms = -Infinity;

  /**
   * @param {Point & Pick<PointerEvent, "width" | "height">} point @param {T} on
   * @returns {Finger<T>}
   */
  down({ pointerId, clientX: x, clientY: y, width, height, timeStamp: at_ms }, on) {
    const palm = Math.max(width, height) > PALM_PX;
    const finger = { on, palm, drags: false, dx: 0, dy: 0, speed: 0, trail: [{ x, y, at_ms }] };
    this.#down.set(pointerId, finger);
    return finger;
  }

  /**
   * @param {Point} point
   * @returns {Finger<T> | null} null while it only rests
   */
  move({ pointerId, clientX: x, clientY: y, timeStamp: at_ms }) {
    const finger = this.#down.get(pointerId);
    if (!finger || finger.palm) return null;
    const [start, ...rest] = finger.trail;
    finger.trail = [start, ...rest.filter((each) => at_ms - each.at_ms <= LAST_STRETCH_MS), { x, y, at_ms }];
    finger.dx = x - start.x;
    finger.dy = y - start.y;
    finger.speed = speedOf(finger.trail);
    finger.drags ||= Math.hypot(finger.dx, finger.dy) >= DRAG_PX;
    return finger.drags ? finger : null;
  }

  /**
   * @param {Point} point
   * @returns {Finger<T> | null} null if it came down elsewhere
   */
  up(point) {
    const finger = this.#down.get(point.pointerId);
    if (!finger) return null;
    this.move(point);
    this.#down.delete(point.pointerId);
    this.#lifted_ms = point.timeStamp;
    return finger;
  }

  /**
   * Forget a finger that the browser lost or took for a gesture; the dragged cube returns to its place.
   * @param {Point} point
   */
  cancel({ pointerId }) {
    const finger = this.#down.get(pointerId);
    this.#down.delete(pointerId);
    return finger ?? null;
  }

  /**
   * Return whether a click only repeats a touch. Keys and screen readers click without a touch.
   * @param {Pick<MouseEvent, "detail" | "timeStamp">} click
   */
  isEcho({ detail, timeStamp }) {
    return detail !== 0 && timeStamp - this.#lifted_ms < ECHO_MS;
  }
}

/** @param {Footprint[]} trail where it came down, then where it was lately */
function speedOf([start, ...lately]) {
  const now = lately[lately.length - 1];
  const [then] = lately.length > 1 ? lately : [start];
  return now.at_ms > then.at_ms ? Math.hypot(now.x - then.x, now.y - then.y) / (now.at_ms - then.at_ms) : 0;
}
