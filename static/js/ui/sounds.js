/** Synthesised sounds, and vibration. Silent until the first tap, as browsers demand. */

/** @typedef {"push" | "press" | "start" | "low" | "tick" | "flag" | "over" | "ask" | "no"} Tune */

/** @type {Readonly<Record<Tune, [frequency_hz: number, start_s: number, length_s: number][]>>} */
const TUNES = {
  push: [[180, 0, 0.07], [120, 0.03, 0.09]],
  press: [[420, 0, 0.04]],
  start: [[523, 0, 0.12], [784, 0.14, 0.2]],
  low: [[880, 0, 0.12], [880, 0.2, 0.12]],
  tick: [[988, 0, 0.06]],
  flag: [[330, 0, 0.3], [247, 0.3, 0.5]],
  over: [[523, 0, 0.14], [659, 0.15, 0.14], [784, 0.3, 0.3]],
  ask: [[660, 0, 0.1], [660, 0.16, 0.1]],
  no: [[160, 0, 0.14]],
};
/** @type {Readonly<Partial<Record<Tune, number | number[]>>>} */
const BUZZES = { push: 12, press: 12, low: [60, 60, 60], tick: 30, flag: [200, 80, 200], ask: [40, 40, 40], no: 60 };
const LOUDNESS = 0.16;

export class Sounds {
  #settings;
  /** @type {AudioContext | null} */ #context = null;

  /** @param {{ get(name: "sound" | "vibration"): unknown }} settings @param {EventTarget} taps */
  constructor(settings, taps) {
    this.#settings = settings;
    const wake = () => {
      this.#context ??= globalThis.AudioContext ? new AudioContext() : null;
      this.#context?.resume();
    };
    taps.addEventListener("click", wake, { once: true, capture: true });
    taps.addEventListener("keydown", wake, { once: true });
  }

  /** @param {Tune} name */
  play(name) {
    // The type checker's list of browser features is out of date.
    const { userActivation } = /** @type {any} */ (navigator);
    if (this.#settings.get("vibration") && userActivation?.hasBeenActive) navigator.vibrate?.(BUZZES[name] ?? 0);
    if (!this.#context || !this.#settings.get("sound")) return;
    for (const [frequency, start, length] of TUNES[name]) playTone(this.#context, frequency, start, length);
  }
}

/** @param {AudioContext} context @param {number} frequency @param {number} start @param {number} length */
function playTone(context, frequency, start, length) {
  const from = context.currentTime + start;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(LOUDNESS, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}
