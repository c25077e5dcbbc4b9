import { oneLine } from '../../kit/index.js';

const LENGTH = 300;
/** The sentence that heads a result; the rest may be cut off, and no whole JSON then. */
const SUMMARY = /^\{"summary":("(?:[^"\\]|\\.)*")/;

/** A result in one line: the sentence that heads it, else its beginning. */
export function headlineOf(content: string): string {
  const summary = SUMMARY.exec(content)?.[1];
  if (summary !== undefined) return oneLine(JSON.parse(summary) as string, LENGTH);
  return oneLine(content.trimStart().split('\n', 1)[0] ?? '', LENGTH);
}
