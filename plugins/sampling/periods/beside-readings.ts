import type { ValuePair } from './again.js';
import type { Reading } from './reading.js';

/** Numbers beside readings, with the readings whose values they may be. */
export interface BesideReadings {
  readonly pairs: readonly ValuePair[];
  readonly beside: readonly { readonly reading: Reading; readonly value: number }[];
}

/** Numbers by the index of a reading, beside the readings. */
export function besideReadings(
  readings: readonly Reading[],
  numbers: ReadonlyMap<number, number>,
): BesideReadings {
  const beside = [...numbers].flatMap(([index, value]) => {
    const reading = readings[index];
    return reading === undefined ? [] : [{ reading, value }];
  });
  const pairs = beside.flatMap(({ reading, value: old }) =>
    reading.value === null ? [] : [{ value: reading.value, old }],
  );
  return { pairs, beside };
}
