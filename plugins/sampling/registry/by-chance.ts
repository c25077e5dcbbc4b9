/** Pairs that are the same, and how many would be if only chance made them so. */
export interface Pairs {
  readonly same: number;
  readonly byChance: number;
}

/** Numbers so close to each other are as likely as the same ones. */
const NEAR = 3;

/**
 * Codes that are the same, beside what chance makes of numbers that lie as thick: as often as two are the same, they are
 * one, two or three apart, in either direction. Of codes with letters in them chance makes none.
 */
export function pairsOfCodes(codes: readonly string[]): Pairs {
  const counts = countsOf(codes);
  const numbers = new Map<string, number>();
  for (const [code, count] of counts) if (/^\D*\d{1,15}$/.test(code)) numbers.set(code, count);
  let near = 0;
  for (const [code, count] of numbers) {
    const [, prefix = '', digits = ''] = /^(\D*)(\d+)$/.exec(code) ?? [];
    for (let apart = 1; apart <= NEAR; apart++)
      near += count * (numbers.get(`${prefix}${Number(digits) + apart}`) ?? 0);
  }
  return { same: sameOf(counts), byChance: near / (2 * NEAR) };
}

/** Names that are the same, beside what chance makes of names whose words are as frequent, each where it stands. */
export function pairsOfNames(names: readonly (readonly string[])[], keys: readonly string[]): Pairs {
  const most = Math.max(1, ...[...countsOf(names.map(({ length }) => length)).keys()]);
  const alike = Array.from({ length: most }, (_, at) => {
    const counts = countsOf(names.map((words) => words[at] ?? ''));
    return [...counts.values()].reduce((sum, count) => sum + (count / names.length) ** 2, 0);
  });
  const byChance = (names.length ** 2 / 2) * alike.reduce((product, each) => product * each, 1);
  return { same: sameOf(countsOf(keys)), byChance };
}

function countsOf<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function sameOf(counts: ReadonlyMap<unknown, number>): number {
  let pairs = 0;
  for (const count of counts.values()) pairs += (count * (count - 1)) / 2;
  return pairs;
}
