/** Copies edited fields to the fresh part of a page, by the action of their form and their name. */
import { findAll } from "../ui/dom.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @typedef {{ key: string, value: string | boolean | string[] }} FieldValue */

/** The fields to copy: hidden ones, such as tokens, belong to the server, and a chosen file cannot be copied. */
const FIELDS = "input:not([type=hidden], [type=file], [type=submit], [type=button]), select, textarea";

/**
 * Read all fields of every form with an edited field, since the defaults of the others may change, and the form has to
 * be sent as it was seen.
 * @param {HTMLElement} part @returns {FieldValue[]}
 */
export function readEdits(part) {
  const fields = fieldsIn(part);
  const edited = new Set(fields.filter(isEdited).map((field) => field.form ?? field));
  return fields.filter((field) => edited.has(field.form ?? field)).map((field) => ({ key: keyOf(field), value: valueOf(field) }));
}

/**
 * Write the values into a fresh part. Skip fields that it lacks, or that it has in another number.
 * @param {HTMLElement} part @param {FieldValue[]} edits
 */
export function writeEdits(part, edits) {
  const values = group(edits, ({ key }) => key);
  for (const [key, fields] of group(fieldsIn(part), keyOf)) {
    const found = values.get(key) ?? [];
    if (found.length === fields.length) fields.forEach((field, index) => setValue(field, found[index].value));
  }
}

/** @param {HTMLElement} part @returns {Field[]} */
const fieldsIn = (part) => /** @type {Field[]} */ (findAll(part, FIELDS));

/** @param {Field} field */
function keyOf(field) {
  const action = field.form?.getAttribute("action") ?? "";
  return JSON.stringify([action, field.name || field.id, isTicked(field) ? field.value : ""]);
}

/** @param {Field} field @returns {field is HTMLInputElement} */
const isTicked = (field) => field.type === "checkbox" || field.type === "radio";

/** @param {Field} field */
function isEdited(field) {
  if (isTicked(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const options = [...field.options];
  const isChosen = options.some(({ defaultSelected }) => defaultSelected);
  const isDefault = (/** @type {HTMLOptionElement} */ option) =>
    isChosen || field.multiple ? option.defaultSelected : option === options[0];
  return options.some((option) => option.selected !== isDefault(option));
}

/** @param {Field} field @returns {FieldValue["value"]} */
function valueOf(field) {
  if (isTicked(field)) return field.checked;
  if (field instanceof HTMLSelectElement && field.multiple) return [...field.selectedOptions].map(({ value }) => value);
  return field.value;
}

/** @param {Field} field @param {FieldValue["value"]} value */
function setValue(field, value) {
  if (isTicked(field)) field.checked = value === true;
  else if (!(field instanceof HTMLSelectElement)) field.value = String(value);
  else if (Array.isArray(value)) for (const option of field.options) option.selected = value.includes(option.value);
  else if ([...field.options].some((option) => option.value === value)) field.value = String(value);
}

/**
 * @template T
 * @param {T[]} things @param {(thing: T) => string} keyOf @returns {Map<string, T[]>}
 */
function group(things, keyOf) {
  const groups = new Map();
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing]);
  return groups;
}
