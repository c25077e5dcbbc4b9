import { isExact } from './exact-number.js';

/** A text of JSON, or a whole number of so many digits that JavaScript may read it as another one. */
const TEXT_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE])-?\d{16,}(?![\d.eE])/gsu;

/** JSON in which each whole number that JavaScript would read as another one, such as 2^53 + 1, is the text of its digits. */
export function unheldAsTexts(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replaceAll(TEXT_OR_LONG, (found) =>
    found.startsWith('"') || isExact(found) ? found : `"${found}"`,
  );
}

/** Whether a value is the text of such a number. */
export function isUnheldInteger(value: unknown): value is string {
  return typeof value === 'string' && /^-?[1-9]\d*$/.test(value) && !isExact(value);
}
