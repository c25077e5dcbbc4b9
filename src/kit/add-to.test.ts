import { expect, it } from 'vitest';
import { addTo } from './add-to.js';

it('puts items behind those of their key, in lists that it begins', () => {
  const groups = new Map<string, number[]>();
  for (const item of [1, 2, 3, 4]) addTo(groups, item % 2 === 0 ? 'even' : 'odd', item);
  expect([...groups]).toEqual([
    ['odd', [1, 3]],
    ['even', [2, 4]],
  ]);
});
