import { createHash } from 'node:crypto';
import { type Summary, summarize } from './summarize.js';

/** Most values that the replicates draw together; bounds the time to about a second. */
const MOST_DRAWS = 4_000_000;

export interface PilotVariation extends Summary {
  /** Coefficient of variation of the pilot: sd / mean. */
  readonly cv: number;
  /** Bounds of the bootstrap interval of the coefficient of variation. */
  readonly lower: number;
  readonly upper: number;
  readonly confidence: number;
  readonly replicates: number;
}

/**
 * Coefficient of variation of a pilot with its percentile bootstrap interval, which needs no normal data: use of
 * stoves is skewed, and the few values of a pilot understate how much its spread may be off. Planning with `upper` is
 * the careful choice. The same values and seed give the same interval.
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 13.3. Draws: 32-bit words of SHA-256(seed:counter),
 * those that would favour some values rejected.
 * @throws RangeError for fewer than 3 values, a mean that is not above 0, or values that are all alike
 */
export function pilotVariation(
  values: readonly number[],
  options: { readonly seed: string; readonly confidence?: number; readonly replicates?: number },
): PilotVariation {
  const { seed, confidence = 0.9 } = options;
  const n = values.length;
  const summary = summarize(values);
  const cv = variation(summary);
  if (n < 3 || cv === undefined)
    throw new RangeError('A pilot needs at least 3 values that differ, with a mean above 0.');
  if (!Number.isFinite(cv)) throw new RangeError('The values are too large to be averaged.');
  const replicates = Math.max(200, Math.min(options.replicates ?? 4000, Math.floor(MOST_DRAWS / n)));
  const below = wordsBelow(n, seed);
  const found: number[] = [];
  for (let b = 0; b < replicates; b++) {
    const again = variation(summarize(Array.from({ length: n }, () => values[below()] ?? 0)));
    // A replicate without spread or mean has no coefficient; with 3 values one in nine has none.
    if (again !== undefined) found.push(again);
  }
  found.sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return {
    ...summary,
    cv,
    lower: quantile(found, tail),
    upper: quantile(found, 1 - tail),
    confidence,
    replicates: found.length,
  };
}

function variation({ mean, sd }: Summary): number | undefined {
  return mean > 0 && sd !== null && sd > 0 ? sd / mean : undefined;
}

/** Uniform whole numbers 0..n-1, the same for the same seed. */
function wordsBelow(n: number, seed: string): () => number {
  const limit = Math.floor(2 ** 32 / n) * n;
  let block = Buffer.alloc(0);
  let at = 0;
  let counter = 0;
  return () => {
    for (;;) {
      if (at >= block.length) {
        block = createHash('sha256').update(`${seed}:${counter++}`).digest();
        at = 0;
      }
      const word = block.readUInt32BE(at);
      at += 4;
      if (word < limit) return word % n;
    }
  };
}

/** Hyndman and Fan's type 7, as R's `quantile`. */
function quantile(sorted: readonly number[], p: number): number {
  const h = (sorted.length - 1) * p;
  const low = Math.floor(h);
  const [a = 0, b = a] = [sorted[low], sorted[Math.min(low + 1, sorted.length - 1)]];
  return a + (h - low) * (b - a);
}
