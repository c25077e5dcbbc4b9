import { createHash } from 'node:crypto';
import type { Seed } from './seed.js';

/** One drawn position of `sha256-index-v1`. */
export interface DrawnIndex {
  /** 1-based position in the canonical (bytewise sorted) frame. */
  readonly index: number;
  /** The counter whose hash gave it. */
  readonly counter: number;
}

const TWO_256 = 1n << 256n;

/**
 * `sha256-index-v1`: positions out of 1..`population` without replacement. Draw `counter` = 1, 2, … takes
 * v = SHA-256 of the UTF-8 bytes of `seed,population,counter` as a 256-bit big-endian integer; v at or above
 * floor(2^256 / population) * population is rejected (no modulo bias), index = v mod population + 1, and an index that was
 * drawn before is skipped. The population is hashed so that draws from frames of different size share nothing.
 *
 * The cost depends on `count`, not on `population`. More positions extend the list; they never change it.
 */
export function drawIndices(seed: Seed, population: number, count: number): DrawnIndex[] {
  if (!Number.isSafeInteger(population) || population < 0 || count > population) {
    throw new RangeError(`cannot draw ${count} of ${population}`);
  }
  const drawn: DrawnIndex[] = [];
  if (count === 0) return drawn;
  const size = BigInt(population);
  const limit = (TWO_256 / size) * size;
  const seen = new Set<number>();
  // The same prefix is hashed every time: absorb it once.
  const prefix = createHash('sha256').update(`${seed},${population},`, 'utf8');
  for (let counter = 1; drawn.length < count; counter++) {
    const value = BigInt(`0x${prefix.copy().update(String(counter)).digest('hex')}`);
    if (value >= limit) continue;
    const index = Number(value % size) + 1;
    if (seen.has(index)) continue;
    seen.add(index);
    drawn.push({ index, counter });
  }
  return drawn;
}

/**
 * The seed of one stratum under `sha256-index-v1`: `seed/stratum`. Without it two strata of one size would draw the
 * same positions. (Tickets need no such thing: they hash the id itself.)
 */
export function stratumSeed(seed: Seed, stratum: string): Seed {
  return `${seed}/${stratum}` as Seed;
}
