import { expect, it } from 'vitest';
import { commitmentMarks } from './draw-marks.js';

type Committed = Parameters<typeof commitmentMarks>[0];

it.each([
  ['draw 7 or 8', '"or 8"'],
  ['one of the draws 100-388', '"one of the draws"'],
  ['draw 61', undefined],
])('marks an entry of a commitment whose reference leaves a choice: %s', (reference, words) => {
  const entry = {
    kind: 'committed',
    commitment: 1,
    supersedes: null,
    reason: null,
    publicAt: null,
    source: 'Lotto',
    whichValue: `${reference}, public from 2026-12-05T20:00:00Z`,
    otherDesigns: 0,
  } as unknown as Committed;
  const marks = commitmentMarks(entry).join('\n');
  expect(marks).toBe(
    words === undefined
      ? ''
      : `Commitment 1 leaves it open which value it is to (${words}): of several the one that pleases could be taken.`,
  );
});
