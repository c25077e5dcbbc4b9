/** Characters of a path that stay. */
const HEAD = 24;
const TAIL = 35;

/** A path for a sentence, its middle left out where it is long: what is said after it must not be pushed out of sight. */
export function shortened(path: string): string {
  const letters = [...path];
  if (letters.length <= HEAD + TAIL + 1) return path;
  return `${letters.slice(0, HEAD).join('')}…${letters.slice(-TAIL).join('')}`;
}
