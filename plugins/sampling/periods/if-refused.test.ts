import { describe, expect, it } from 'vitest';
import { ifRefused } from './if-refused.js';
import type { UnitOutcome } from './unit-outcomes.js';

const unit = (value: number | null, reason?: UnitOutcome['reason']): UnitOutcome => ({
  unitId: `${value} ${reason}`,
  stratum: undefined,
  value,
  readings: value === null ? 0 : 1,
  reason,
});
const meanOf = (outcomes: readonly UnitOutcome[]) => {
  const values = outcomes.flatMap(({ value }) => value ?? []);
  return values.length === 0 ? null : values.reduce((a, b) => a + b) / values.length;
};

describe('those who refused', () => {
  it('are put at both ends of what was measured', () => {
    const outcomes = [unit(2), unit(6), unit(null, 'refused'), unit(null, 'not found')];
    expect(ifRefused(outcomes, false, meanOf)).toEqual({ units: 1, low: 8 / 3, high: 14 / 3 });
  });

  it('of a share are put at none and all of it', () => {
    const outcomes = [unit(1), unit(1), unit(null, 'refused'), unit(null, 'refused')];
    expect(ifRefused(outcomes, true, meanOf)).toEqual({ units: 2, low: 0.5, high: 1 });
  });

  it('are none where others are missing', () => {
    expect(ifRefused([unit(2), unit(null, 'moved away')], false, meanOf)).toBeNull();
  });
});
