import { expect, it } from 'vitest';
import { withinRows } from './rows-at-hand.js';

it('leaves out what is too much, not what is behind many, and says how many', () => {
  const small = Array.from({ length: 500 }, () => ({ rows: 1 }));
  const honest = { rows: 134 };
  expect(withinRows([...small, honest], 700).looked).toContain(honest);
  expect(withinRows([{ rows: 600 }, honest, { rows: 200 }], 734)).toEqual({
    looked: [{ rows: 600 }, honest],
    left: 1,
  });
});
