import { describe, expect, it } from 'vitest';
import { readingsOfDraw } from './drawn-units.js';
import type { Reading } from './reading.js';

const unit = (id: string) => ({ id });
const record = {
  strata: [
    { name: 'urban', selected: [unit('001')], replacements: [unit('002')] },
    { name: 'rural', selected: [unit('003')], replacements: [] },
  ],
};
const reading = (unitId: string, stratum?: string): Reading => ({
  unitId,
  date: '2024-01-01',
  value: 1,
  stratum,
});

describe('readings of a draw', () => {
  it('fills in the stratum of drawn units and replacements, and keeps the spelling that was given', () => {
    const placed = readingsOfDraw([reading('001'), reading('002', ''), reading('003', 'RURAL')], record);
    expect(placed.map(({ stratum }) => stratum)).toEqual(['urban', 'urban', 'RURAL']);
  });

  it('leaves units of a simple draw without a stratum', () => {
    const simple = { strata: [{ name: null, selected: [unit('001')], replacements: [] }] };
    expect(readingsOfDraw([reading('001')], simple)[0]?.stratum).toBeUndefined();
  });

  it('lists strangers, lost leading zeros and wrong strata at once', () => {
    expect(() => readingsOfDraw([reading('1'), reading('004'), reading('003', 'urban')], record)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        detail: "3 readings do not fit the selection, such as readings.0.unitId: '1' was not drawn.",
        errors: [
          { field: 'readings.0.unitId', message: "'1' was not drawn" },
          { field: 'readings.1.unitId', message: "'004' was not drawn" },
          { field: 'readings.2.stratum', message: "'urban' is not where '003' was drawn: 'rural'" },
        ],
      }),
    );
  });

  it('lists the first fifty of many', () => {
    const many = Array.from({ length: 60 }, (_, i) => reading(`X${i}`));
    try {
      readingsOfDraw(many, record);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ detail: expect.stringContaining('60 readings') });
      expect((error as { errors: unknown[] }).errors).toHaveLength(50);
    }
  });
});
