import { expect, it } from 'vitest';
import { quote } from './quote.js';

/** 1 and 10 millionths a token. */
const rate = { model: 'm', from: '2026-01-01', input: 1_000_000n, cached: 1_000_000n, output: 10_000_000n };

it('rests on answers of before, and adds what is asked now', () => {
  const past = [100, 900, 300, 200, 400, 500, 600, 700, 800, 9_000];
  expect(quote(rate, past, 50_000, 7)).toEqual({ least: 107, likely: 507, most: 9_007, answers: 10 });
});

it('rests on the prompt alone where there are none, the longer the conversation the more', () => {
  const fresh = quote(rate, [], undefined, 10);
  const long = quote(rate, [], 50_000, 10);
  expect(fresh.least).toBe(1_510 + 1_000);
  expect(fresh.least < fresh.likely && fresh.likely < fresh.most).toBe(true);
  expect(long.least).toBe(50_010 + 1_000);
});

it('is nothing without a rate', () => {
  expect(quote(undefined, [], undefined, 10)).toEqual({ least: 0, likely: 0, most: 0, answers: 0 });
});
