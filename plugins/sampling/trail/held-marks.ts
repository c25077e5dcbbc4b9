import { daysIn, daysInCommon } from 'oracle-runtime/kit';
import type { LieApart } from '../held/of-one-measure.js';
import type { SilentUnits } from './analysed-entry.js';
import type { TrailEntry } from './trail-entry.js';
import { stateOf } from './trail-state.js';

type Analysed = Extract<TrailEntry, { readonly kind: 'analysed' }>;

/** A set of values of the units of an analysis that this oracle holds beside those that it took. Means in four digits. */
export interface HeldFact {
  /** In words, such as `analysis period-… of design-…`. */
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** Units of the draw that it has. */
  readonly units: number;
  readonly mean: string;
  /** Whether it is of these homes and hardly any other, and not of days of a week where these are something else. */
  readonly ofTheseHomes: boolean;
  /** Units with other values on days that both have, and the means of both on these; `by` where hardly one has the same. */
  readonly differ: {
    readonly units: number;
    readonly there: string;
    readonly here: string;
    readonly by?: LieApart['by'];
  } | null;
  /** Units that were asked and have values there alone, with their mean and that of the others; whether chance may make that. */
  readonly missing:
    | (SilentUnits & { readonly mean: string; readonly others: string; readonly byChance: boolean })
    | null;
}

/** Days of a set count as analysed when this part of them is. */
const ENOUGH_ANALYSED = 0.5;

/** What stands out in what is held here and was not taken: whoever had seen it could choose. */
export function heldMarks(entry: Analysed, all: readonly TrailEntry[]): string[] {
  const { notLooked = 0 } = entry;
  return [
    ...marksOfHeld(entry, all),
    ...(notLooked === 0
      ? []
      : [
          `${notLooked} analyses of the same owner, project or line have too many rows to be held against these readings: nothing here says how they differ.`,
        ]),
  ];
}

function marksOfHeld({ held, mean }: Analysed, all: readonly TrailEntry[]): string[] {
  if (held === undefined || held === null) return [];
  const { analyses } = stateOf(all);
  const own = mean === undefined || mean === null ? '' : `, and that of this analysis ${mean}`;
  return held.flatMap((set) => [
    ...(set.differ === null
      ? []
      : [
          `${inWords(set)} has other values of ${set.differ.units} units on the days that both have${apartBy(set.differ.by)}: the mean is ${set.differ.there} there and ${set.differ.here} here.`,
        ]),
    ...(set.missing === null || set.missing.byChance
      ? []
      : [
          `${set.missing.units} units that were asked (${set.missing.examples.join(', ')}${set.missing.units > set.missing.examples.length ? ', …' : ''}) have no value here, and have one in ${inWords(set)}: their mean is ${set.missing.mean} there, that of the others ${set.missing.others}.`,
        ]),
    ...(set.ofTheseHomes && !isAnalysed(set, analyses)
      ? [`${inWords(set)} is of days that no analysis of this design has: its mean is ${set.mean}${own}.`]
      : []),
  ]);
}

function apartBy(by: LieApart['by'] | undefined): string {
  if (by === undefined) return '';
  if ('chance' in by)
    return `, and hardly the same one of any: the means are ${by.chance} apart, more than chance makes${by.perhaps ? ' if both are of one measure' : ''}`;
  return 'factor' in by ? `, ${by.factor} times as high here` : `, by ${by.difference} other here`;
}

/** The same of every set, whether or not it stands out. */
export function heldNote({ held }: Analysed): string {
  if (held === undefined || held === null) return '';
  return held
    .map((set) => `; beside it this oracle holds ${inWords(set)}, with the mean ${set.mean}`)
    .join('');
}

function inWords({ what, from, to, units }: HeldFact): string {
  return `${what} (${units} of these units, ${from === to ? from : `${from} to ${to}`})`;
}

/** Whether most of some days were analysed. */
export function isAnalysed(
  days: { readonly from: string; readonly to: string },
  analyses: readonly { readonly from: string; readonly to: string }[],
): boolean {
  const analysed = analyses.reduce((sum, each) => sum + daysInCommon(days, each), 0);
  return analysed >= ENOUGH_ANALYSED * daysIn(days);
}
