/** Holm's step-down adjustment of p-values (Holm 1979), as R's `p.adjust(p, 'holm')`; in the order given. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let floor = 0;
  for (const [rank, { p, at }] of order.entries()) {
    floor = Math.max(floor, Math.min(1, (order.length - rank) * p));
    adjusted[at] = floor;
  }
  return adjusted;
}
