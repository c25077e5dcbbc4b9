/** Whether `text` is a real day written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * First and last day of a monitoring period as registries write it: `2024`, `2024-Q1`, `2024-H1`, `2024-03`.
 * Undefined for anything else.
 */
export function periodDays(label: string): { from: string; to: string } | undefined {
  const match = /^(\d{4})(?:-(?:Q([1-4])|H([12])|(0[1-9]|1[0-2])))?$/.exec(label);
  if (match === null) return undefined;
  const [, year = '', quarter, half, month] = match;
  const [first, months] =
    quarter !== undefined
      ? [(Number(quarter) - 1) * 3, 3]
      : half !== undefined
        ? [(Number(half) - 1) * 6, 6]
        : month !== undefined
          ? [Number(month) - 1, 1]
          : [0, 12];
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return {
    from: day(new Date(Date.UTC(Number(year), first, 1))),
    to: day(new Date(Date.UTC(Number(year), first + months, 0))),
  };
}

/** The day of a moment in milliseconds since the epoch, `YYYY-MM-DD` in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
