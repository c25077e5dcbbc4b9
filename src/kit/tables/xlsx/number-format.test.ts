import { expect, it } from 'vitest';
import { numberFormat, padded } from './number-format.js';

/** As Excel and LibreOffice show these numbers. */
it.each([
  ['00000', 42, '00042'],
  ['00000', 1234567, '1234567'],
  ['"HH-"000', 5, 'HH-005'],
  ['000\\-00', 1234, '012-34'],
  ['000-0000', 12345678, '1234-5678'],
  ['00;[Red]-00', 3, '03'],
])('shows a number in %s', (code, value, shown) => {
  const format = numberFormat(164, code);
  if (typeof format === 'string') throw new Error(`${code} is ${format}`);
  expect(padded(value, format)).toBe(shown);
});

it.each([
  ['0', 'plain'],
  ['General', 'plain'],
  ['0.00', 'plain'],
  ['#,##0', 'plain'],
  ['00.0%', 'plain'],
  ['00" kg"', 'plain'],
  ['0" kg"', 'plain'],
  ['"day "0', 'plain'],
  ['yyyy\\-mm\\-dd', 'date'],
  ['[$-409]d/m/yy;@', 'date'],
  ['[h]:mm', 'date'],
  ['"day "00', 'code'],
])('takes %s for %s', (code, kind) => {
  const format = numberFormat(164, code);
  expect(typeof format === 'string' ? format : 'code').toBe(kind);
});
