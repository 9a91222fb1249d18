/** Finds elements that a page must have, with their type, or throws an error that names the missing one. */

/**
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root @param {string} selector @param {new () => E} [kind]
 * @returns {E | null} null if there is none; one of another kind is a mistake of the page
 */
export function findMaybe(root, selector, kind) {
  const found = root.querySelector(selector);
  if (found === null || found instanceof (kind ?? HTMLElement)) return /** @type {E | null} */ (found);
  throw new TypeError(`${selector} is a ${found.tagName}`);
}

/**
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root @param {string} selector @param {new () => E} [kind]
 * @returns {E}
 */
export function find(root, selector, kind) {
  const found = findMaybe(root, selector, kind);
  if (!found) throw new TypeError(`This page has no ${selector}`);
  return found;
}

/**
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root @param {string} selector @param {new () => E} [kind]
 * @returns {E[]}
 */
export function findAll(root, selector, kind) {
  const found = [...root.querySelectorAll(selector)].filter((each) => each instanceof (kind ?? HTMLElement));
  return /** @type {E[]} */ (found);
}

/**
 * @template {Element} [E=HTMLElement]
 * @param {string} id @param {new () => E} [kind]
 */
export const byId = (id, kind) => find(document, `#${id}`, kind);

/**
 * @typedef {<E extends Element = HTMLElement>(name: string, kind?: new () => E) => E} Part
 *   an element of a page by its name in `data-part`
 */

/** @param {ParentNode} root @returns {Part} */
export const partsOf = (root) => (name, kind) => find(root, `[data-part="${name}"]`, kind);

/**
 * Return the nearest element around the target of an event that matches.
 * @template {Element} [E=HTMLElement]
 * @param {Event} event @param {string} selector @param {new () => E} [kind]
 * @returns {E | null}
 */
export function closestTo({ target }, selector, kind) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof (kind ?? HTMLElement) ? /** @type {E} */ (found) : null;
}

/**
 * Read the JSON that the server wrote into the page for its script.
 * @param {string} id of a script of JSON
 * @returns {any}
 */
export const configOf = (id) => JSON.parse(byId(id).textContent ?? "");

/**
 * Return the fields that a form would send, with the pressed button.
 * @param {HTMLFormElement} form @param {HTMLElement | null} [submitter]
 */
export function fieldsOf(form, submitter = null) {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  if (submitter instanceof HTMLButtonElement && submitter.name) fields.push([submitter.name, submitter.value]);
  return new URLSearchParams(fields);
}

/**
 * Create an element with its class and its text.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {string} [className] @param {string} [text]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/**
 * Set a text only if it has changed: the same text again would cause another layout.
 * @param {Element} el @param {string} words
 */
export function setText(el, words) {
  if (el.textContent !== words) el.textContent = words;
}

/**
 * Set an attribute only if it has changed.
 * @param {Element} el @param {string} name @param {string} value
 */
export function setAttribute(el, name, value) {
  if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}

/**
 * Create a drawing of one symbol of the page's sprite.
 * @param {string} symbol @param {Record<string, string>} attributes
 */
export function symbolOf(symbol, attributes) {
  const drawing = svg("svg", { ...attributes, "aria-hidden": "true" });
  drawing.append(svg("use", { href: `#${symbol}` }));
  return drawing;
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string>} attributes
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
