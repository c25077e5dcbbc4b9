/**
 * Whether an object of a JSON text has a key twice, which parsers read in different ways.
 * @param text JSON that parses
 * @param value what it parses to
 */
export function hasRepeatedKey(text: string, value: unknown): boolean {
  let written = 0;
  // In valid JSON each quoted text that a colon follows is a key.
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) written++;
  return written !== keysOf(value);
}

function keysOf(value: unknown): number {
  let keys = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    if (!Array.isArray(next)) keys += members.length;
    for (const member of members) left.push(member);
  }
  return keys;
}
