/** A seal of a list of sensors. */
export interface SealedList {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly text: string;
}

const EXAMPLES = 3;

/** What one sensor recorded at one place. */
interface FirstReading {
  readonly sensor: string;
  readonly household: string;
  /** First day there by the list; empty for one that was not moved there. */
  readonly placedFrom: string;
  /** Seconds since the epoch. */
  readonly firstAt: number | null;
}

/**
 * Sensors whose row of the last seal was sealed after their own first reading there: a list that is sealed anew, because one
 * sensor was changed or moved, fixes the others since the seal that first had their row. A row that ends is the one before it,
 * unless it ends before the day before that seal: what it recorded since could be known.
 * @param seals oldest first
 * @param firsts of what counts
 * @returns null for none
 */
export function lateRows(seals: readonly SealedList[], firsts: readonly FirstReading[]) {
  const last = seals.at(-1);
  if (last === undefined) return null;
  const since = new Map(rowsOf(last).map((row) => [keyOf(row), { row, at: last.at }]));
  const same = new Set(since.keys());
  for (const seal of seals.slice(0, -1).reverse()) {
    const before = new Map(rowsOf(seal).map((row) => [keyOf(row), row]));
    for (const [key, known] of since) {
      if (!same.has(key)) continue;
      const row = before.get(key);
      if (row !== undefined && goesOn(row, known)) since.set(key, { row, at: seal.at });
      else same.delete(key);
    }
  }
  const late = firsts.filter(({ sensor, household, placedFrom, firstAt }) => {
    const known = since.get(JSON.stringify([inCell(sensor), inCell(household), placedFrom]));
    return firstAt !== null && known !== undefined && Date.parse(known.at) / 1000 > firstAt;
  });
  if (late.length === 0) return null;
  return {
    devices: late.length,
    units: new Set(late.map(({ household }) => household)).size,
    examples: late.slice(0, EXAMPLES).map(({ sensor, household }) => `${sensor} at ${household}`),
  };
}

interface Row {
  readonly sensor: string;
  readonly household: string;
  /** Stove and stratum. */
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

function rowsOf({ text }: SealedList): Row[] {
  return text
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => {
      const [sensor = '', household = '', stove = '', stratum = '', from = '', to = ''] = line.split('\t');
      return { sensor, household, what: `${stove}\t${stratum}`, from, to };
    });
}

function keyOf({ sensor, household, from }: Row): string {
  return JSON.stringify([sensor, household, from]);
}

const DAY_MS = 86_400_000;

/** Whether a row of a seal is the one of the seal before it, which may have had no end yet. */
function goesOn(before: Row, { row, at }: { readonly row: Row; readonly at: string }): boolean {
  if (before.what !== row.what) return false;
  if (before.to === row.to) return true;
  const dayBefore = new Date(Date.parse(at) - DAY_MS).toISOString().slice(0, 10);
  return row.to >= dayBefore && (before.to === '' || before.to > row.to);
}

function inCell(name: string): string {
  return name.replaceAll(/\s+/g, ' ');
}
