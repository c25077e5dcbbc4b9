/**
 * The known name that a mistyped one most likely stands for: smallest edit distance, at most a third of the
 * longer word (so that `wether` finds `weather` and `x` finds nothing). Case does not count.
 */
export function nearestName(word: string, known: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(word.toLowerCase(), name.toLowerCase());
    const allowed = Math.floor(Math.max(word.length, name.length) / 3);
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** ` Did you mean 'weather'?`, or nothing when no known name is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const name = nearestName(word, known);
  return name === undefined ? '' : ` Did you mean '${name}'?`;
}

/** Edit distance in which swapping two neighbours counts once (optimal string alignment), three rows at a time. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
