import { oneLine } from 'oracle-runtime/kit';

/** Characters of a name that are shown. */
const SHOWN = 80;

/** A name that somebody typed, as a part of a sentence of ours: it cannot end its quotes and go on in our words. */
export function quoted(name: string): string {
  return `"${oneLine(name, SHOWN).replaceAll('"', '\u2019')}"`;
}
