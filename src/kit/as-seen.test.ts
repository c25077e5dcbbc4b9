import { expect, it } from 'vitest';
import { asSeen } from './as-seen.js';

it.each([
  ['M\u043enit\u043ering report', 'Cyrillic letters'],
  ['Moni\u200btoring report', 'a space without width'],
  ['\uff2donitoring\u00a0report', 'another width and space'],
  ['  MONITORING  report ', 'capitals and spaces'],
  [
    '\u1d0d\u1d0f\u0274\u026a\u1d1b\u1d0f\u0280\u026a\u0274\u0262 \u0280\u1d07\u1d18\u1d0f\u0280\u1d1b',
    'small capitals',
  ],
  ['m\u0585nitoring rep\u2c9frt', 'Armenian and Coptic letters'],
])('folds %j to what is seen: %s', (text) => {
  expect(asSeen(text)).toBe('MONITORING REPORT');
});

it('folds letters that Unicode takes for others by what they look like', () => {
  expect(asSeen('HH-\u03f21 \u03f92 n\u0251 \u0261')).toBe('HH-C1 C2 NA G');
});

it('keeps apart what looks apart', () => {
  expect(asSeen('report 1')).not.toBe(asSeen('report 2'));
  expect(asSeen('\u0968\u0966')).toBe('20');
});
