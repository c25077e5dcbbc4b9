/**
 * Splits `total` over real-valued shares so that the integers sum to it exactly: each share rounded down, the
 * rest given one by one to the largest remainders, ties in the given order (Hamilton's method). Shares need only
 * be proportional to the quotas; non-negative, at least one positive.
 */
export function largestRemainder(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  const quotas = shares.map((share) => (sum > 0 ? (total * share) / sum : 0));
  // A quota like 251.99999999999997 is 252 on paper; without the snap its unit would go by a remainder race.
  const floors = quotas.map((quota) => Math.floor(quota + 1e-9));
  const rest = total - floors.reduce((a, b) => a + b, 0);
  const order = quotas
    .map((quota, index) => ({ index, remainder: quota - (floors[index] ?? 0) }))
    .sort((a, b) =>
      Math.abs(a.remainder - b.remainder) > 1e-9 ? b.remainder - a.remainder : a.index - b.index,
    );
  const result = [...floors];
  for (const { index } of order.slice(0, Math.max(0, rest))) result[index] = (result[index] ?? 0) + 1;
  return result;
}
