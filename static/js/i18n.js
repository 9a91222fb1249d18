/**
 * Words in scripts. The catalogue of the page's language is loaded by /jsi18n/ as the global `django`; where it is
 * missing (offline, tests under node) the English originals are used.
 */

/**
 * @typedef {object} Catalogue
 * @property {(text: string) => string} gettext
 * @property {(singular: string, plural: string, count: number) => string} ngettext
 */

/** @returns {Catalogue | undefined} */
const catalogue = () => Reflect.get(globalThis, "django");

/** @param {string} text @returns {string} */
export const gettext = (text) => catalogue()?.gettext?.(text) ?? text;

/** @param {string} singular @param {string} plural @param {number} count @returns {string} */
export const ngettext = (singular, plural, count) =>
  catalogue()?.ngettext?.(singular, plural, count) ?? (count === 1 ? singular : plural);

/**
 * `Anna won: five in a line`, with the colon as the reader's language sets it.
 * @param {string} label @param {string} text
 */
export const labelled = (label, text) => fill(gettext("{label}: {text}"), { label, text });

/**
 * Fill in a template: `fill(gettext("{cell} is empty"), { cell })`.
 * @param {string} template @param {Record<string, string | number>} values @returns {string}
 */
export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
