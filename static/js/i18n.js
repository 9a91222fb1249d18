/**
 * Translations in scripts. The page loads the catalogue of its language from /jsi18n/; without it (offline, tests under
 * node) the English originals are used. A table has more catalogues if its players read different languages:
 * `inLanguage` gives the texts of one seat.
 */

/**
 * @typedef {object} Catalogue
 * @property {string} decimal  the sign before tenths
 * @property {(count: number) => number} plural  which form a number takes
 * @property {Readonly<Record<string, string | string[]>>} texts
 */

/** @returns {Map<string, Catalogue> | undefined} */
const catalogues = () => Reflect.get(globalThis, "catalogues");

/** @type {string | null} The language of what is being said, if it is not the page's. */
let spoken = null;

/** @returns {Catalogue | undefined} the page's own comes first */
const catalogue = () => catalogues()?.get(spoken ?? "") ?? catalogues()?.values().next().value;

/** @param {string} text @returns {string} */
export const gettext = (text) => oneOf(catalogue()?.texts[text]) ?? text;

/** @param {string} context @param {string} text @returns {string} */
export const pgettext = (context, text) => oneOf(catalogue()?.texts[`${context}\u0004${text}`]) ?? text;

/** @param {string} singular @param {string} plural @param {number} count @returns {string} */
export function ngettext(singular, plural, count) {
  const { texts, plural: formOf } = catalogue() ?? {};
  const forms = texts?.[singular];
  if (Array.isArray(forms) && formOf) return forms[formOf(count)];
  return count === 1 ? singular : plural;
}

/** The sign before tenths of a second. */
export const decimalSign = () => catalogue()?.decimal ?? ".";

/** @param {string | string[] | undefined} found */
const oneOf = (found) => (Array.isArray(found) ? found[0] : found);

/**
 * Call `say` in another language than the page's, if that was loaded.
 * @template Said
 * @param {string} language  empty for the page's own @param {() => Said} say @returns {Said}
 */
export function inLanguage(language, say) {
  const before = spoken;
  spoken = language || null;
  try {
    return say();
  } finally {
    spoken = before;
  }
}

/**
 * Load the catalogue of a language.
 * @param {string} language @returns {Promise<boolean>} whether they could be loaded
 */
export async function loadLanguage(language) {
  if (!language || catalogues()?.has(language)) return true;
  await import(`/jsi18n/${language}/`).catch(() => null);
  return Boolean(catalogues()?.has(language));
}

/**
 * Join a label and a text, with the colon of the reader's language: `Anna won: five in a line`.
 * @param {string} label @param {string} text
 */
export const labelled = (label, text) => fill(gettext("{label}: {text}"), { label, text });

/**
 * Fill in a template: `fill(gettext("{cell} is empty"), { cell })`.
 * @param {string} template @param {Record<string, string | number>} values @returns {string}
 */
export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
