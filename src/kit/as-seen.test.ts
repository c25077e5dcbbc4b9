import { expect, it } from 'vitest';
import { asSeen } from './as-seen.js';

it.each([
  ['M\u043enit\u043ering report', 'Cyrillic letters'],
  ['Moni\u200btoring report', 'a space without width'],
  ['\uff2donitoring\u00a0report', 'another width and space'],
  ['  MONITORING  report ', 'capitals and spaces'],
])('folds %j to what is seen: %s', (text) => {
  expect(asSeen(text)).toBe('MONITORING REPORT');
});

it('keeps apart what looks apart', () => {
  expect(asSeen('report 1')).not.toBe(asSeen('report 2'));
  expect(asSeen('\u0968\u0966')).toBe('20');
});
