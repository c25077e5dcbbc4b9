import { numberRule } from 'oracle-runtime/kit';
import { expect, it } from 'vitest';
import { settleReadings } from './settle-readings.js';

const ruleOf = (texts: readonly string[]) =>
  numberRule(
    texts.map((text, at) => ({ text, line: at + 2 })),
    undefined,
    false,
  );

it('takes a thousand by its point where it lies among the others, and asks where it lies far above them', () => {
  expect(ruleOf(['1.201', '900,5', '12'])).toMatchObject({ decimal: ',', grouped: true });
  expect(ruleOf(['1.234', '2,5', '1.307', '2,75'])).toMatchObject({
    faults: [
      { line: 2, text: '1.234', why: expect.stringContaining('may be 1234 or 1.234'), asks: 'decimal' },
    ],
  });
});

it('refuses what nobody can have measured, and reads that a home was not found in French', () => {
  const row = { line: 2, date: '2024-01-01', text: '1e308', stratum: undefined, status: '' };
  expect(settleReadings([{ ...row, unitId: 'H1', value: 1e308 }]).faults).toMatchObject([
    { field: 'value', why: 'is larger than anything that is measured' },
  ]);
  const away = settleReadings([{ ...row, unitId: 'H1', value: 'none', status: 'non trouvé' }]);
  expect([away.faults, away.readings[0]?.reason]).toEqual([[], 'not found']);
});
