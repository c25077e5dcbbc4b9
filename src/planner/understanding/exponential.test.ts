import { expect, it } from 'vitest';
import { exponential, logarithm } from './exponential.js';

it('is as exact as the built-in functions to 14 digits', () => {
  for (let x = -60; x <= 60; x += 0.37) {
    expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
    const value = Math.exp(x / 6);
    expect(Math.abs(logarithm(value) - Math.log(value))).toBeLessThan(1e-13);
  }
  expect(exponential(-1000)).toBe(0);
  expect(logarithm(0)).toBe(logarithm(1e-12));
});
