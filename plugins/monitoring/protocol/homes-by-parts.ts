/** Part of the names that have a word or number which tells none of them apart. */
const IN_MOST = 0.9;
/** How rarely chance may lay so many names on homes of the draw. */
const BY_CHANCE = 1e-6;
/** Part of the names that have to be of homes, for the names alone to say so. */
const MOST_NAMES = 0.9;

const PARTS = /\p{N}+|[\p{L}\p{M}]+/gu;

interface HomesByParts {
  /** The home that a name is of; undefined for none, and where it could be several. */
  readonly homeOf: ReadonlyMap<string, string>;
  /** Whether so many of the names are of homes that chance does not make it: numbers such as 1 to 87 come again in every project. */
  readonly isSure: boolean;
}

/**
 * Homes by what tells their names apart: the words and numbers that nearly all names have in common do not, nor what parts them,
 * nor zeros before a number, nor a word that is put to each. So `00012`, `PZ1_00012`, `PZ1-00012a` and `kitchen of PZ1-00012` are of `PZ1-00012`.
 * @param names of one report
 */
export function homesByParts(homes: ReadonlySet<string>, names: readonly string[]): HomesByParts {
  const byKey = new Map<string, string | undefined>();
  const own = distinctParts([...homes]);
  for (const [home, parts] of own)
    for (const key of keysOf(parts))
      byKey.set(key, byKey.has(key) && byKey.get(key) !== home ? undefined : home);
  const found = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const [name, parts] of distinctParts(names))
    for (const key of keysOf(parts)) {
      const home = byKey.get(key);
      if (home === undefined) continue;
      found.set(name, home);
      taken.set(home, (taken.get(home) ?? 0) + 1);
      break;
    }
  return {
    homeOf: found,
    isSure: found.size >= MOST_NAMES * new Set(names).size && shareOfRange(own) ** taken.size < BY_CHANCE,
  };
}

/** What of each name is not in nearly all of them, each part once. */
function distinctParts(names: readonly string[]): Map<string, readonly string[]> {
  const all = new Map(names.map((name) => [name, partsOf(name)] as const));
  const counts = new Map<string, number>();
  for (const parts of all.values())
    for (const part of new Set(parts)) counts.set(part, (counts.get(part) ?? 0) + 1);
  const common = [...counts].flatMap(([part, count]) =>
    all.size > 1 && count >= IN_MOST * all.size ? [part] : [],
  );
  return new Map(
    [...all].map(([name, parts]) => {
      const left = [...parts];
      for (const part of common) {
        const at = left.indexOf(part);
        if (at >= 0) left.splice(at, 1);
      }
      return [name, left] as const;
    }),
  );
}

/** Letters and numbers in their order, in small letters and without zeros before them. */
function partsOf(name: string): string[] {
  return (name.normalize('NFKC').toLowerCase().match(PARTS) ?? []).map((part) =>
    part.replace(/^0+(?=\p{N})/u, ''),
  );
}

/** All that is left of a name, and its numbers alone. */
function keysOf(parts: readonly string[]): string[] {
  const numbers = parts.filter((part) => /^\p{N}/u.test(part));
  return [...new Set([parts, numbers].filter(({ length }) => length > 0).map((each) => each.join(' ')))];
}

/** Part that the homes are of the numbers between the least and the most of theirs; that of one where they have other names. */
function shareOfRange(homes: ReadonlyMap<string, readonly string[]>): number {
  const numbers = [...homes.values()].flatMap((parts) =>
    parts
      .filter((part) => /^\d{1,15}$/.test(part))
      .slice(-1)
      .map(Number),
  );
  if (numbers.length < homes.size || homes.size < 2) return MOST_NAMES;
  const range = Math.max(...numbers) - Math.min(...numbers) + 1;
  return Math.min(1, homes.size / range);
}
