import { describe, expect, it } from 'vitest';
import { nextTurn, Turns } from './turns.js';

/** Turns that others had while the work went on. */
async function turnsOfOthers(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const take = () => {
    turns += 1;
    if (!isOver) setImmediate(take);
  };
  setImmediate(take);
  await work();
  isOver = true;
  return turns;
}

/** Holds the thread for so many milliseconds. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('nextTurn', () => {
  it('lets others have theirs, each time', async () => {
    const turns = await turnsOfOthers(async () => {
      for (let piece = 0; piece < 3; piece++) await nextTurn();
    });
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});

describe('Turns', () => {
  it('give others none in work that is short as a whole', async () => {
    const turns = new Turns();
    expect(
      await turnsOfOthers(async () => {
        await turns.others();
        await turns.others();
      }),
    ).toBe(0);
  });

  it('give others theirs between the steps of long work', async () => {
    const turns = new Turns();
    expect(
      await turnsOfOthers(async () => {
        for (let step = 0; step < 30; step++) {
          hold(2);
          await turns.others();
        }
      }),
    ).toBeGreaterThanOrEqual(3);
  });
});
