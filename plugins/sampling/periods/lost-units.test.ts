import { expect, it } from 'vitest';
import { ifLost, lostUnits } from './lost-units.js';

const NOVEMBER = { from: '2024-11-01', to: '2024-11-30', parameterType: 'mean' } as const;
const readings = [2, 4, 8].map((value, at) => ({ unitId: `H${at}`, date: '2024-11-10', value }));
const pooled = (valid: number) =>
  ({ pooled: { mean: 5, valid, planned: 100 } }) as unknown as Parameters<typeof lostUnits>[0];
const plan = (expectedDropout: number) => ({ plan: { population: 400, planned: 100, expectedDropout } });

it('tells of more than a tenth however many are planned, and of what was not planned from a twentieth on', () => {
  const lost = (valid: number, planned: number) =>
    lostUnits(pooled(valid), readings, { ...NOVEMBER, ...plan(planned) });
  expect(lost(81, 0.2)).toEqual({ asked: 100, valid: 81, planned: '0.2', low: '4.05', high: '5.57' });
  expect(lost(91, 0.1)).toBeUndefined();
  expect(lost(94, 0.05)).toMatchObject({ valid: 94 });
  expect(lost(96, 0.01)).toBeUndefined();
});

it('says where the mean lies with those who are missing at one end, however few they are', () => {
  expect(ifLost(pooled(98), readings, NOVEMBER)).toEqual({ low: '4.9', high: '5.06' });
  expect(ifLost(pooled(100), readings, NOVEMBER)).toBeUndefined();
  const asked = { ...NOVEMBER, precision: 0.05 };
  expect(ifLost(pooled(98), readings, asked)).toEqual({ low: '4.9', high: '5.06' });
  expect(ifLost(pooled(92), readings, asked)).toEqual({ low: '4.6', high: '5.24', beyond: '0.05' });
});
