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
      : []),
    ...(without === null
      ? []
      : [
          `${without.units} units that were asked (${without.examples.join(', ')}${without.units > without.examples.length ? ', …' : ''}) have no value in this analysis, and answers of phones of other days: the mean of these is ${without.mean}${here}.`,
        ]),
  ];
}

/** The same for every analysis that has such; nothing where there are none. */
export function elsewhereNote(entry: Analysed, all: readonly TrailEntry[]): string {
  const left = untaken(entry, all);
  return left === undefined
    ? ''
    : `; ${left.answers} answers of phones of these units are of ${left.of}, which no analysis has, with the mean ${left.mean}`;
}
