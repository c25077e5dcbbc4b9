/** Characters of a call's result that a door tells: its clients send all of them back with each message. */
const MOST = 32 * 1024;

/** The text of a result, cut with words that say so. */
export function resultText(output: unknown): string {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
  return text.length <= MOST
    ? text
    : `${text.slice(0, MOST)}\n[Cut here: the whole has ${text.length} characters.]`;
}

/** A result as it is, or its cut text where it is too large. */
export function resultData(output: unknown): unknown {
  return (JSON.stringify(output) ?? '').length <= MOST ? output : resultText(output);
}
