import type { TrailEntry } from './trail-entry.js';
import { stateOf } from './trail-state.js';

type Analysed = Extract<TrailEntry, { readonly kind: 'analysed' }>;

/** Days of answers that no analysis of the trail has, with their mean; undefined for none. */
function untaken({ otherDays }: Analysed, all: readonly TrailEntry[]) {
  if (otherDays === undefined || otherDays === null) return undefined;
  const { analyses } = stateOf(all);
  const days = otherDays.days.filter(({ day }) => !analyses.some(({ from, to }) => from <= day && day <= to));
  const answers = days.reduce((sum, each) => sum + each.answers, 0);
  if (answers === 0) return undefined;
  const mean = days.reduce((sum, each) => sum + each.answers * Number(each.mean), 0) / answers;
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return {
    answers,
    of: first === last ? `${first}` : `${days.length} days from ${first} to ${last}`,
    mean: String(Number(mean.toPrecision(4))),
    // Of days that were analysed since it no longer says how many.
    units: Math.min(otherDays.units, answers),
    without: otherDays.without,
    typed: otherDays.typed,
  };
}

/** What stands out in answers of phones that lie here of days that nobody analysed. */
export function elsewhereMarks(entry: Analysed, all: readonly TrailEntry[]): string[] {
  const left = untaken(entry, all);
  if (left === undefined) return [];
  const { answers, of, mean, without, typed } = left;
  const here = entry.mean === undefined || entry.mean === null ? '' : `, that of this analysis ${entry.mean}`;
  return [
    ...(typed
      ? [
          `${answers} answers of phones of these units came in to this oracle, of ${of}, which no analysis of this design has, and other readings were handed in: the mean of the answers is ${mean}${here}.`,
        ]
      : isMuch(left, entry)
        ? [
            `${answers} answers of phones of these units are of ${of}, which no analysis of this design has: the mean of the answers is ${mean}${here}. Of several days the best could be taken.`,
          ]
        : []),
    ...(without === null
      ? []
      : [
          `${without.units} units that were asked (${without.examples.join(', ')}${without.units > without.examples.length ? ', …' : ''}) have no value in this analysis, and answers of phones of other days: the mean of these is ${without.mean}${here}.`,
        ]),
  ];
}

/** Part of the units, or of the mean, from which answers that were left out stand out: fewer are trials and wrong clocks. */
const [MANY, FAR] = [0.1, 0.02];

function isMuch(
  left: { readonly units: number; readonly mean: string },
  { answered, mean }: Analysed,
): boolean {
  const valid = Math.max(1, answered?.valid ?? 1);
  const here = Number(mean ?? left.mean);
  const moves = (Math.abs(Number(left.mean) - here) * left.units) / valid;
  return left.units > MANY * valid || moves > FAR * Math.abs(here);
}

/** The same for every analysis that has such; nothing where there are none. */
export function elsewhereNote(entry: Analysed, all: readonly TrailEntry[]): string {
  const left = untaken(entry, all);
  return left === undefined
    ? ''
    : `; ${left.answers} answers of phones of these units are of ${left.of}, which no analysis has, with the mean ${left.mean}`;
}
