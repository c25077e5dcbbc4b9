import type { TrailEntry } from './trail-entry.js';
import { overlaps, stateOf } from './trail-state.js';

const DAY_MS = 86_400_000;
/** Shorter stretches of days are parts of a period. */
const SHORT_DAYS = 28;
/** Stretches that lie further apart are of different periods. */
const NEAR_DAYS = 45;

interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** What stands out where few days are analysed of a draw, and other few days near them were: the best could be taken. */
export function stretchMarks(
  entry: Extract<TrailEntry, { kind: 'analysed' }>,
  before: readonly TrailEntry[],
): string[] {
  if (!isShort(entry) || entry.selectionId === null) return [];
  const others = stateOf(before).analyses.filter(
    (each) =>
      each.selectionId === entry.selectionId &&
      isShort(each) &&
      !overlaps(each, entry) &&
      apart(each, entry) < NEAR_DAYS,
  );
  const stretches = new Set(others.map(({ from, to }) => `${from} ${to}`)).size;
  return stretches === 0
    ? []
    : [
        `The days ${entry.from} to ${entry.to} are one of ${stretches + 1} short stretches near each other that were analysed of ${entry.selectionId}: the best could be taken.`,
      ];
}

function isShort({ from, to }: Stretch): boolean {
  return Date.parse(to) - Date.parse(from) < (SHORT_DAYS - 1) * DAY_MS;
}

/** Days between two stretches that have none in common. */
function apart(a: Stretch, b: Stretch): number {
  return Math.max(Date.parse(a.from) - Date.parse(b.to), Date.parse(b.from) - Date.parse(a.to)) / DAY_MS;
}
