/** Whether two words differ by no more than a slip: one edit from five letters on, two from nine on. */
export function isTypoOf(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || a[0] !== b[0]) return false;
  const allowed = shorter >= 9 ? 2 : shorter >= 5 || a.length !== b.length ? 1 : 0;
  if (allowed === 0 || Math.abs(a.length - b.length) > allowed) return false;
  return editDistance(a, b, allowed) <= allowed;
}

/** Whether two words of one length differ by one swap of neighbours: `maen`, `mean`. */
export function isSwapOf(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const [one, other] = withoutCommonEnds(a, b);
  return one.length === 2 && one[0] === other[1] && one[1] === other[0];
}

/** Optimal string alignment distance (a swap of neighbours is one edit); stops early above `limit`. */
function editDistance(whole: string, other: string, limit: number): number {
  const [a, b] = withoutCommonEnds(whole, other);
  if (a === '' || b === '') return Math.max(a.length, b.length);
  if (limit === 1 && Math.max(a.length, b.length) > 2) return 2;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

/** What differs stands between the first and the last letter that do; most pairs are told apart by its length. */
function withoutCommonEnds(a: string, b: string): [string, string] {
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let cut = 0;
  const room = Math.min(a.length, b.length) - from;
  while (cut < room && a[a.length - 1 - cut] === b[b.length - 1 - cut]) cut++;
  return [a.slice(from, a.length - cut), b.slice(from, b.length - cut)];
}
