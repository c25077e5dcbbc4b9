type Part = Readonly<Record<string, unknown>>;

/** Members whose text streams in pieces; any other comes whole, the last one counts. */
const GROWING = ['text', 'thinking', 'summary', 'data'] as const;

/**
 * Joins the parts of a list that a stream delivers in pieces: a part goes on with the last one when it has the same
 * type and index.
 */
export function joinParts(before: unknown, parts: readonly unknown[]): readonly Part[] {
  const joined: Part[] = Array.isArray(before) ? [...before] : [];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    const next = part as Part;
    const last = joined.at(-1);
    if (last === undefined || last['type'] !== next['type'] || last['index'] !== next['index'])
      joined.push(next);
    else joined[joined.length - 1] = join(last, next);
  }
  return joined;
}

function join(last: Part, next: Part): Part {
  const given = Object.entries(next).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...last,
    ...Object.fromEntries(
      given.map(([name, value]) => {
        const before = last[name];
        const grows = GROWING.some((each) => each === name);
        return [
          name,
          grows && typeof before === 'string' && typeof value === 'string' ? before + value : value,
        ];
      }),
    ),
  };
}
