const DAY_MS = 86_400_000;

/** Days from one to another, both among them, `YYYY-MM-DD`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** How many days there are in it. */
export function daysIn({ from, to }: DaySpan): number {
  return daysBetween(Date.parse(from), Date.parse(to));
}

/** How many days two have in common; 0 for none. */
export function daysInCommon(a: DaySpan, b: DaySpan): number {
  const from = Math.max(Date.parse(a.from), Date.parse(b.from));
  return Math.max(0, daysBetween(from, Math.min(Date.parse(a.to), Date.parse(b.to))));
}

function daysBetween(first: number, last: number): number {
  return (last - first) / DAY_MS + 1;
}
