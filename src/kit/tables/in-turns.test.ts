import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurns } from './in-turns.js';

it('gives the same bytes, and others their turn after every 64 KiB', async () => {
  const all = Buffer.alloc(300_000, 'registry ');
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  })();
  const pieces: Uint8Array[] = [];
  for await (const piece of inTurns([
    all,
    Buffer.alloc(0),
    Buffer.from('end'),
  ] as unknown as AsyncIterable<Uint8Array>))
    pieces.push(piece);
  isOver = true;
  await others;
  expect(Buffer.concat(pieces).equals(Buffer.concat([all, Buffer.from('end')]))).toBe(true);
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(65_536);
  expect(turns).toBeGreaterThanOrEqual(pieces.length - 1);
});
