/** The end of an interval that bisection closes on: `holds` there, and not one below. `holds(high)` is taken for true. */
export function bisect(low: number, high: number, holds: (total: number) => boolean): number {
  let [below, above] = [low, high];
  while (above - below > 1) {
    const middle = below + Math.floor((above - below) / 2);
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
