import { expect, it } from 'vitest';
import { feeOf } from './outbox.js';

it.each([
  [100_000n, '0.025uixo', 2_500n],
  [100_001n, '0.025uixo', 2_501n],
  [3n, '1ibc/6BBE9B', 3n],
  [170_000n, '0.035uixo', 5_950n],
])('takes for %d gas at %s the next whole amount', (gas, price, amount) => {
  expect(feeOf(gas, price)).toEqual({ gas, amount, denom: price.replace(/^[\d.]+/, '') });
});

it.each(['cheap', '0.025', '-1uixo', '1. uixo'])('takes no price of %j', (price) => {
  expect(() => feeOf(1n, price)).toThrow('is no price of gas');
});
