import type { StatedOtherwise } from './trail-entry.js';

/** What stands out in a recalculation from stated values. */
export function statedMarks(stated: readonly StatedOtherwise[]): string[] {
  return stated.map(
    ({ value, stated: said, analysed, periodId }) =>
      `The design was recalculated from a stated ${value} of ${said}, though ${periodId}, which is final, says ${analysed}.`,
  );
}
