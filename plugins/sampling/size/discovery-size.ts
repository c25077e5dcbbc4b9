/**
 * Zero-failure acceptance: the smallest n such that, if `defective` of `population` units were bad, a sample of n
 * would show at least one of them with the given confidence: hypergeometric P(no bad unit) <= 1 - confidence.
 * Source: 40 CFR 1090.1805.
 * @param defectShare share of bad units that must not pass unseen, 0..1
 * @param population units, or Infinity
 */
export function discoverySize(defectShare: number, confidence: number, population: number): number {
  const alpha = 1 - confidence;
  if (population === Number.POSITIVE_INFINITY)
    return Math.ceil(Math.log(alpha) / Math.log(1 - defectShare) - 1e-9);
  const bad = Math.ceil(population * defectShare - 1e-9);
  if (bad === 0) return population;
  let clean = 1;
  let n = 0;
  while (clean > alpha && n < population) {
    clean *= Math.max(0, population - bad - n) / (population - n);
    n++;
  }
  return n;
}
