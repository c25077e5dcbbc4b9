/**
 * z of the Wald-Wolfowitz runs test: too few runs (negative) mean that like follows like, too many that they alternate.
 * `runs` of `a` marks of one kind and `b` of the other. The formula of R's tseries::runs.test.
 */
export function runsZ(runs: number, a: number, b: number): number {
  const n = a + b;
  const product = 2 * a * b;
  return (runs - (product / n + 1)) / Math.sqrt((product * (product - n)) / (n * n * (n - 1)));
}

/** Counts runs of a two-valued sequence and both values. */
export function countRuns(marks: readonly boolean[]): { runs: number; yes: number; no: number } {
  let runs = 0;
  let yes = 0;
  let previous: boolean | undefined;
  for (const mark of marks) {
    if (mark !== previous) runs++;
    if (mark) yes++;
    previous = mark;
  }
  return { runs, yes, no: marks.length - yes };
}

/** Runs of drawn and not drawn units along the frame, from the sorted ranks of the drawn ones (1..frameSize). */
export function inclusionRuns(sortedRanks: readonly number[], frameSize: number): number {
  let runs = 0;
  let previous = 0;
  for (const rank of sortedRanks) {
    if (rank > previous + 1) runs += 2;
    else if (previous === 0) runs += 1;
    previous = rank;
  }
  return previous < frameSize ? runs + 1 : runs;
}
