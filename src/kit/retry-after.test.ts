import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

it.each([
  ['120', 120_000],
  ['0', 0],
  [' 1.5 ', 1_500],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
  ['Wed, 21 Oct 2026 07:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
