import { expect, it } from 'vitest';
import { wordsOf } from './words.js';

it('takes no mark behind a number for a digit of it', () => {
  expect(wordsOf('40¹ dollars, 1½ m² of H₂O')).toEqual(
    ['40', '1', 'dollars', '1', '2', 'm2', 'of', 'h2o'].filter((word, at, all) => all.indexOf(word) === at),
  );
});
