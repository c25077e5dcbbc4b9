import { describe, expect, it } from 'vitest';
import { readingsOfDraw } from './drawn-units.js';
import { isOfDraw, type Reading } from './reading.js';

const unit = (id: string) => ({ id });
const record = {
  strata: [
    { name: 'urban', selected: [unit('001')], replacements: [unit('002')] },
    { name: 'rural', selected: [unit('003')], replacements: [] },
  ],
  called: [{ unitId: '009', by: '002' }],
};
const reading = (unitId: string, stratum?: string): Reading => ({
  unitId,
  date: '2024-01-01',
  value: 1,
  stratum,
});

describe('readings of a draw', () => {
  it('fills in the stratum of drawn units and replacements, and keeps the spelling that was given', () => {
    const rows = [reading('001'), reading('002', ''), reading('003', 'RURAL')];
    const { readings } = readingsOfDraw(rows, record);
    expect(readings.map(({ stratum }) => stratum)).toEqual(['urban', 'urban', 'RURAL']);
  });

  it('leaves units of a simple draw without a stratum', () => {
    const simple = { strata: [{ name: null, selected: [unit('001')], replacements: [] }], called: [] };
    expect(readingsOfDraw([reading('001')], simple).readings[0]?.stratum).toBeUndefined();
  });

  it('lists strangers, lost leading zeros and wrong strata at once', () => {
    expect(() => readingsOfDraw([reading('1'), reading('004'), reading('003', 'urban')], record)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        detail:
          "3 readings do not fit the selection, such as readings.0.unitId: '1' was not drawn, but '001' was: spell it so.",
        errors: [
          { field: 'readings.0.unitId', message: "'1' was not drawn, but '001' was: spell it so" },
          { field: 'readings.1.unitId', message: "'004' was not drawn" },
          { field: 'readings.2.stratum', message: "'urban' is not where '003' was drawn: 'rural'" },
        ],
      }),
    );
  });

  it('refuses another spelling of a drawn unit for whatever reason, and asks about what is near one', () => {
    expect(() => readingsOfDraw([reading('OO1'), reading('00-1')], { ...record })).toThrow(
      expect.objectContaining({
        errors: [
          { field: 'readings.0.unitId', message: "'OO1' was not drawn: is it '001'?" },
          { field: 'readings.1.unitId', message: "'00-1' was not drawn" },
        ],
      }),
    );
    expect(() =>
      readingsOfDraw([reading('0\uff101')], { ...record, reason: 'As the team wrote it.' }),
    ).toThrow(
      expect.objectContaining({
        errors: [
          {
            field: 'readings.0.unitId',
            message: "'0\uff101' was not drawn, but '001' was: spell it so",
          },
        ],
      }),
    );
  });

  it('takes what deviates for a reason, and marks it', () => {
    const held = { ...record, called: [{ unitId: '001', by: '009' }], drawnOn: '2024-01-02' };
    const rows = [reading('001'), reading('002'), reading('X', 'rural'), reading('003')];
    expect(() => readingsOfDraw(rows.slice(0, 2), held)).toThrow(
      expect.objectContaining({
        errors: [
          { field: 'readings.0.unitId', message: "'001' was replaced by '009'" },
          {
            field: 'readings.0.date',
            message: '2 readings, from readings.0 to readings.1, lie before the draw of 2024-01-02',
          },
          { field: 'readings.1.unitId', message: "'002' is a replacement that was not called" },
        ],
      }),
    );
    const { readings, deviations } = readingsOfDraw(rows, { ...held, reason: 'Floods.' });
    expect(readings).toHaveLength(4);
    expect(deviations).toEqual([
      { kind: 'replaced unit', readings: 1, units: 1, examples: ['001'] },
      {
        kind: 'before the draw',
        readings: 4,
        units: 4,
        examples: ['001', '002', 'X', '003'],
      },
      { kind: 'replacement not called', readings: 1, units: 1, examples: ['002'] },
      { kind: 'not drawn', readings: 1, units: 1, examples: ['X'] },
    ]);
  });

  it('counts a replaced unit nowhere beside whoever stands in for it, and alone where nobody has a value', () => {
    const called = [
      { unitId: '001', by: '009' },
      { unitId: '009', by: '002' },
    ];
    const counting = (rows: readonly Reading[], days: object = {}) =>
      readingsOfDraw(rows, { ...record, called, reason: 'It came back.', ...days })
        .readings.filter(isOfDraw)
        .map(({ unitId }) => unitId);
    // The stand-in was replaced as well, by 002.
    expect(counting([reading('001'), reading('002')])).toEqual(['002']);
    expect(counting([reading('001'), { ...reading('002'), value: null }])).toEqual(['001', '002']);
    // What the stand-in gave in other days takes nothing away.
    const later = { ...reading('002'), date: '2024-05-01' };
    expect(counting([reading('001'), later], { from: '2024-01-01', to: '2024-03-31' })).toContain('001');
  });

  it('tells of many rows of one unit once, with the first and the last', () => {
    const rows = [reading('001'), reading('X'), reading('001'), reading('X'), reading('Y'), reading('X')];
    expect(() => readingsOfDraw(rows, record)).toThrow(
      expect.objectContaining({
        detail: "4 readings do not fit the selection, such as readings.1.unitId: 'X' was not drawn.",
        errors: [
          {
            field: 'readings.1.unitId',
            message: "'X' was not drawn (3 readings, from readings.1 to readings.5)",
          },
          { field: 'readings.4.unitId', message: "'Y' was not drawn" },
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
