import type { OtherPopulations } from './drawn-entry.js';
import type { StatedAlone, StatedOtherwise } from './outcome-entries.js';

/** What stands out in a recalculation from stated values. */
export function statedMarks(stated: readonly StatedOtherwise[]): string[] {
  return stated.map(
    ({ value, stated: said, analysed, periodId, isFinal = true }) =>
      `The design was recalculated from a stated ${value} of ${said}, though ${periodId}, ${isFinal ? 'which is final' : 'its newest analysis'}, says ${analysed}.`,
  );
}

/** What stands out where nothing was analysed: nobody but who recalculated says what was found. */
export function unseenMarks(told: StatedAlone | null | undefined): string[] {
  if (told === undefined || told === null) return [];
  const { values, sizeBefore, size } = told;
  return [
    `The design was recalculated from stated values (${values.map(({ value, stated }) => `${value} ${stated}`).join(', ')}) with no analysis behind them: ${sizeBefore} units became ${size}.`,
  ];
}

/** What stands out where one design is recalculated again: of several results the one that pleases can be taken. */
export function againMarks(earlier: number): string[] {
  return earlier === 0 ? [] : [`It is recalculation ${earlier + 1} of this design.`];
}

/** What a recalculated design has from the registry. */
export function populationMarks(told: OtherPopulations | null | undefined): string[] {
  if (told === undefined || told === null) return [];
  const { registry, design, strata, stated } = told;
  const otherTotal =
    stated === undefined
      ? []
      : [
          `The design was recalculated for a stated population of ${stated}, though the registry that was drawn from has ${registry} units.`,
        ];
  if (stated !== undefined && strata === null) return otherTotal;
  const units =
    strata === null
      ? `${registry} units, design ${design}`
      : strata.map((share) => `${share.stratum}: ${share.registry} units, design ${share.design}`).join('; ');
  return [
    ...otherTotal,
    `The recalculated design has its populations from the registry that was drawn from, which differ from those before (${units}).`,
  ];
}
