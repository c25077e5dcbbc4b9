import { expect, it } from 'vitest';
import type { AnalysedPeriod } from '../../sampling/service.js';
import { adjustmentWords } from './adjustment-words.js';
import { digitsApart } from './digits-apart.js';

type Adjustment = NonNullable<AnalysedPeriod['erAdjustment']>;

const words = (adjustment: Partial<Adjustment> | null) => {
  const whole = adjustment && {
    rule: 'always-bound',
    met: true,
    bound: 'none',
    value: 6,
    factor: 1,
    says: '',
    ...adjustment,
  };
  const name = (path: string) => ({ text: path.replace('erAdjustment.', '') }) as never;
  return adjustmentWords(whole as Adjustment | null, name, name)
    .map((word) => (typeof word === 'string' ? word : `<${(word as unknown as { text: string }).text}>`))
    .join('');
};

it('says of a bound what the analysis itself says of its factor', () => {
  expect(words({ bound: 'upper', value: 6.43, factor: 1.04 })).toBe(
    'The value to calculate reductions with: <value>, <factor> times the mean (rule <rule>). <says>',
  );
});

it.each<[Partial<Adjustment> | null, string]>([
  [{ bound: 'lower' }, 'reductions with: <value>, <factor> times the mean (rule <rule>). <says>'],
  [{}, 'reductions with: <value>, the mean (rule <rule>).'],
  [{ rule: 'precision-deduction' }, 'reductions are multiplied by <factor> for imprecision (rule <rule>).'],
  [null, 'none, for there is no estimate.'],
])('says what %j is on', (adjustment, end) => {
  expect(words(adjustment)).toMatch(new RegExp(`${end.replace(/[().*+?]/g, '\\$&')}$`));
});

it('prints as many digits as tell a miss from what was asked', () => {
  expect(digitsApart(0.05002, 0.05)).toBe(3);
  expect(digitsApart(0.05, 0.05)).toBe(2);
  expect(digitsApart(0.07, 0.05)).toBe(2);
  expect(digitsApart(null, 0.05)).toBe(2);
});
