/** Part of what is told that may be by chance; where nothing is but chance, the part of analyses in which something is told. */
const ALLOWED = 1e-3;

/**
 * How rarely so many of some fires are alike, as a bound of the logarithm of that chance. Source: H. Chernoff, A measure of asymptotic
 * efficiency, 1952, of the tail of a binomial distribution.
 * @param probability that one of them is alike by chance
 */
export function logOfChance(alike: number, of: number, probability: number): number {
  const share = alike / of;
  if (share <= probability || probability >= 1) return 0;
  const p = Math.max(probability, 1e-9);
  const term = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return -of * (term(share, p) + term(1 - share, 1 - p));
}

/**
 * Those of some candidates that chance does not make. Source: Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, 1995.
 * @param looked how many were looked at
 */
export function beyondChance<Candidate extends { readonly logOfChance: number }>(
  candidates: readonly Candidate[],
  looked: number,
): Candidate[] {
  const sorted = [...candidates].sort((a, b) => a.logOfChance - b.logOfChance);
  const last = sorted.findLastIndex(
    (each, at) => each.logOfChance < Math.log((ALLOWED * (at + 1)) / Math.max(1, looked)),
  );
  const told = new Set(sorted.slice(0, last + 1));
  return candidates.filter((each) => told.has(each));
}
