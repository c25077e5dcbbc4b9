import { printable } from 'oracle-runtime/kit';

/** What Word writes for a line that is broken within a paragraph, and for a page. */
const BREAKS = /[\v\f]/g;
/** Half of a pair that stands alone, and the two that are no characters: no XML holds them. */
const NOWHERE = /[\p{Cs}\ufffe\uffff]/gu;

/**
 * Text as every format can hold it and every reader sees it: breaks are line ends; control characters, those that turn the
 * direction of writing, and what XML cannot hold are written out, as `\u{1}`.
 */
export function writable(text: string): string {
  return printable(text.replace(BREAKS, '\n')).replace(
    NOWHERE,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}

/** The same of all texts within a value. */
export function allWritable<Value>(value: Value): Value {
  if (typeof value === 'string') return writable(value) as Value;
  if (Array.isArray(value)) return value.map(allWritable) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, allWritable(each)])) as Value;
}
