import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.js';

it('lets owners take turns, each in its own order', () => {
  const turns = new FairTurns<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) turns.add(item.slice(0, 1), item);
  expect(turns.waitingOf('a')).toBe(4);
  const order = Array.from({ length: 8 }, () => turns.next());
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined]);
  expect(turns.waitingOf('a')).toBe(0);
  turns.add('b', 'b3');
  expect(turns.next()).toBe('b3');
  turns.add('b', 'b4');
  turns.add('a', 'a5');
  expect([turns.next(), turns.next()]).toEqual(['a5', 'b4']);
});
