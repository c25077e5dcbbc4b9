import type { TrailEntry } from './trail-entry.js';
import { overlaps, stateOf } from './trail-state.js';

/** Other analyses that a mark names. */
const EXAMPLES = 6;

/**
 * What stands out where an analysis is declared final, or a design recalculated from one: other days of its draw that were
 * analysed by then, of which no analysis is final, were not taken. Days of analyses that are final in the end all count.
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
      !overlaps(each, taken) &&
      !finals.some((final) => overlaps(final, each))
    )
      others.set(`${each.from} to ${each.to}`, each.mean ?? 'that its entry does not tell');
  if (others.size === 0) return [];
  const told = [...others].slice(0, EXAMPLES).map(([days, mean]) => `${days}: mean ${mean}`);
  const more = others.size > EXAMPLES ? ', …' : '';
  return [
    `Other days of ${taken.selectionId} were analysed by then and are not final (${told.join(', ')}${more}), beside ${taken.periodId} with ${taken.mean ?? 'a mean that its entry does not tell'}: the best could be taken.`,
  ];
}
