import { expect, it } from 'vitest';
import { Fifo } from './fifo.js';

it('lets one at a time have it, in the order in which they came, however many wait', async () => {
  const fifo = new Fifo();
  const order: number[] = [];
  let holders = 0;
  const use = async (who: number) => {
    if (fifo.isTaken) await fifo.wait();
    else fifo.take();
    holders += 1;
    expect(holders).toBe(1);
    await Promise.resolve();
    order.push(who);
    holders -= 1;
    fifo.next();
  };
  const all = Array.from({ length: 2_500 }, (_, who) => who);
  await Promise.all(all.map(use));
  expect(order).toEqual(all);
  expect(fifo.isTaken).toBe(false);
});
