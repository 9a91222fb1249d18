/**
 * A mistake that a user can fix: a code for programs, a sentence for people. Mirrors games/faults.py.
 * Sentences stay English templates here; the edge translates `template` and fills in `params`.
 */

/**
 * Mark a sentence for the catalogue of scripts and return it unchanged.
 * @param {string} text
 */
export const gettext_noop = (text) => text;

export class Fault extends Error {
  /** @type {Readonly<Record<string, string>>} code -> template */
  static sentences = {};

  /** @param {string} code @param {Record<string, string | number>} [params] */
  constructor(code, params = {}) {
    const template = new.target.sentences[code];
    super(template.replace(/\{(\w+)\}/g, (_, name) => String(params[name])));
    this.name = new.target.name;
    this.code = code;
    this.params = params;
    this.template = template;
  }
}
