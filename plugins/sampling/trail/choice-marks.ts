import { daysIn, daysInCommon } from 'oracle-runtime/kit';
import type { TrailEntry } from './trail-entry.js';
import { overlaps, stateOf } from './trail-state.js';

/** Other analyses that a mark names. */
const EXAMPLES = 6;

/**
 * What stands out where an analysis is declared final, or a design recalculated from one: other days of its draw that were
 * analysed by then, which no final analysis has all of, were not taken. Days of analyses that are final in the end all count.
 * @param before the entries before it
 * @param all those of the whole trail
 */
export function choiceMarks(
  periodId: string | null,
  before: readonly TrailEntry[],
  all: readonly TrailEntry[],
): string[] {
  const { analyses } = stateOf(before);
  const taken = analyses.find((each) => each.periodId === periodId);
  if (taken === undefined || taken.selectionId === null) return [];
  const { finals } = stateOf(all);
  const others = new Map<string, string>();
  for (const each of analyses)
    if (
      each.selectionId === taken.selectionId &&
      !isCovered(each, [taken, ...finals.filter((final) => !overlaps(final, taken))]) &&
      !(each.readingsSha256 === taken.readingsSha256 && each.mean === taken.mean)
    )
      others.set(`${each.from} to ${each.to}`, each.mean ?? 'that its entry does not tell');
  if (others.size === 0) return [];
  const told = [...others].slice(0, EXAMPLES).map(([days, mean]) => `${days}: mean ${mean}`);
  const more = others.size > EXAMPLES ? ', …' : '';
  return [
    `Other days of ${taken.selectionId} were analysed by then and are not final (${told.join(', ')}${more}), beside ${taken.periodId} with ${taken.mean ?? 'a mean that its entry does not tell'}: the best could be taken.`,
  ];
}

/** Whether spans that have no day in common have all days of another one. A day more or less makes it another choice. */
function isCovered(
  days: { readonly from: string; readonly to: string },
  spans: readonly { readonly from: string; readonly to: string }[],
): boolean {
  return spans.reduce((sum, span) => sum + daysInCommon(days, span), 0) >= daysIn(days);
}

/** What a reader of an analysis that is not final should know: that another one of its days is, or that none of several is. */
export function notFinalWords(periodId: string, entries: readonly TrailEntry[]): string[] {
  const { analyses, finals } = stateOf(entries);
  const own = analyses.find((each) => each.periodId === periodId);
  if (own === undefined || finals.some((final) => final.periodId === periodId)) return [];
  const other = finals.find((final) => overlaps(final, own));
  if (other === undefined) return choiceMarks(periodId, entries, entries);
  const mean = analyses.find((each) => each.periodId === other.periodId)?.mean;
  return [
    `Another analysis of these days is final: ${other.periodId}, of ${other.from} to ${other.to}${typeof mean === 'string' ? `, with the mean ${mean}` : ''}.`,
  ];
}
