/** Reads the cases that Python wrote (tests/vectors), and compares refusals with those of Python. */
import { readFileSync } from "node:fs";

/** @param {string} name a file of tests/vectors, unless the environment names another: VECTORS_RULES=fresh.json */
export function vectors(name) {
  const path = process.env[`VECTORS_${name.toUpperCase()}`] ?? new URL(`../vectors/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf-8"));
}

/** Run a function and return its value, or the code and the sentence of the fault it throws. */
export function outcomeOf(run) {
  try {
    return { value: run() };
  } catch (fault) {
    if (!fault.code || !fault.template) throw fault;
    return { refused: fault.code, text: fault.message };
  }
}
