import { isExact } from './exact-number.js';

/** A text of JSON, or a whole number of so many digits that JavaScript may read it as another one. */
const TEXT_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE])-?\d{16,}(?![\d.eE])/gsu;

/** Whether JSON has a whole number that JavaScript would read as another one, such as 2^53 + 1. @param json that parses */
export function hasUnheldInteger(json: string): boolean {
  if (!/\d{16}/.test(json)) return false;
  return [...json.matchAll(TEXT_OR_LONG)].some(([found]) => !found.startsWith('"') && !isExact(found));
}
