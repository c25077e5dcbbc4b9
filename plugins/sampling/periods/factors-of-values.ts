import type { FactorsOfValues } from '../trail/analysed-entry.js';
import { meanOf } from '../trail/judged-marks.js';
import type { FactorsOfReadings } from './handed-readings.js';

/** What an entry tells of the factors by which values were computed; undefined where no value was. */
export function factorsOfValues(all: readonly FactorsOfReadings[]): FactorsOfValues[] | undefined {
  const told = all.flatMap(({ factors, values, before }): FactorsOfValues[] => {
    const mean = meanOf(values);
    if (mean === null) return [];
    const others = new Map(before.map((each) => [inWords(each.factors).join(), inWords(each.factors)]));
    const meanBefore = meanOf(before.map(({ value }) => value));
    return [
      {
        factors: inWords(factors),
        values: values.length,
        mean,
        before:
          meanBefore === null
            ? null
            : { factors: [...others.values()], values: before.length, mean: meanBefore },
      },
    ];
  });
  return told.length === 0 ? undefined : told;
}

function inWords(factors: Readonly<Record<string, number>>): string[] {
  return Object.entries(factors)
    .map(([fuel, factor]) => `${fuel} ${factor}`)
    .sort();
}
