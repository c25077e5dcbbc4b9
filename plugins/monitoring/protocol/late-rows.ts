/** A seal of a list of sensors. */
export interface SealedList {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly text: string;
}

const EXAMPLES = 3;

/**
 * Sensors whose row of the last seal was sealed after their own first reading: a list that is sealed anew, because one
 * sensor was changed, fixes the others since the seal that first had their row.
 * @param seals oldest first
 * @param firsts seconds since the epoch, of what counts
 * @returns null for none
 */
export function lateRows(
  seals: readonly SealedList[],
  firsts: readonly { readonly sensor: string; readonly household: string; readonly firstAt: number | null }[],
) {
  const last = seals.at(-1);
  if (last === undefined) return null;
  const since = new Map<string, { readonly row: string; at: string }>();
  for (const row of rowsOf(last)) since.set(sensorOf(row), { row, at: last.at });
  const same = new Set(since.keys());
  for (const seal of seals.slice(0, -1).reverse()) {
    const rows = new Set(rowsOf(seal));
    for (const [sensor, known] of since) {
      if (!same.has(sensor)) continue;
      if (rows.has(known.row)) known.at = seal.at;
      else same.delete(sensor);
    }
  }
  const late = firsts.filter(({ sensor, firstAt }) => {
    const known = since.get(inCell(sensor));
    return firstAt !== null && known !== undefined && Date.parse(known.at) / 1000 > firstAt;
  });
  if (late.length === 0) return null;
  return {
    devices: late.length,
    units: new Set(late.map(({ household }) => household)).size,
    examples: late.slice(0, EXAMPLES).map(({ sensor, household }) => `${sensor} at ${household}`),
  };
}

function rowsOf({ text }: SealedList): string[] {
  return text.split('\n').slice(1).filter(Boolean);
}

function sensorOf(row: string): string {
  return row.split('\t', 1)[0] ?? '';
}

function inCell(name: string): string {
  return name.replaceAll(/\s+/g, ' ');
}
