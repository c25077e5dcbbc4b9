/** Designs that one query asks for. */
const AT_ONCE = 200;

/** Ids in the parts that queries ask for. */
export function inParts(ids: readonly string[]): string[][] {
  const parts = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: parts }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}
