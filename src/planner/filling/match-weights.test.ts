import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchWeights } from './match-weights.js';

/** The best total by trying every assignment. */
function exhaustive(
  weights: readonly (readonly number[])[],
  row = 0,
  used: ReadonlySet<number> = new Set(),
): number {
  const line = weights[row];
  if (line === undefined) return 0;
  let best = exhaustive(weights, row + 1, used);
  for (const [column, weight] of line.entries()) {
    if (weight > 0 && !used.has(column))
      best = Math.max(best, weight + exhaustive(weights, row + 1, new Set([...used, column])));
  }
  return best;
}

describe('matchWeights', () => {
  it('gives up a good pair for a better whole', () => {
    expect(
      matchWeights([
        [1, 0.9],
        [0.8, 0],
      ]),
    ).toEqual([1, 0]);
  });

  it('leaves alone what goes with nothing', () => {
    expect(
      matchWeights([
        [0, 0],
        [0, 1],
      ]),
    ).toEqual([-1, 1]);
    expect(matchWeights([])).toEqual([]);
    expect(matchWeights([[], []])).toEqual([-1, -1]);
  });

  it('is the best of all assignments', () => {
    const cell = fc.integer({ min: -5, max: 20 });
    const matrix = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(matrix, (weights) => {
        const columns = matchWeights(weights);
        const taken = columns.filter((column) => column >= 0);
        expect(new Set(taken).size).toBe(taken.length);
        const total = columns.reduce(
          (sum, column, row) => sum + (column < 0 ? 0 : (weights[row]?.[column] ?? 0)),
          0,
        );
        expect(total).toBe(exhaustive(weights));
      }),
    );
  });
});
