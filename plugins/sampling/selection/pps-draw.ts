import { hash } from 'node:crypto';
import type { Seed } from './seed.js';

/** A unit of a frame for selection with probability proportional to size. */
export interface SizedUnit {
  readonly id: string;
  /** Measure of size, positive and finite. */
  readonly size: number;
}

export interface PpsUnit extends SizedUnit {
  /** 1-based position in the frame's order. */
  readonly position: number;
  /** Inclusion probability: 1 for a unit taken for certain, else n * size / T of what remains. */
  readonly probability: number;
  readonly certain: boolean;
  /** The point on the cumulated sizes that hit this unit; absent for a unit taken for certain. */
  readonly hit?: number;
}

export interface PpsDraw {
  /** In the order of the frame. */
  readonly selected: readonly PpsUnit[];
  /** Sum of sizes of the units not taken for certain. */
  readonly total: number;
  /** `total` / (n - certainties); 0 when all are certainties. */
  readonly interval: number;
  /** `uniform` * `interval`: the first hit. */
  readonly start: number;
  readonly uniform: number;
}

/**
 * The random start of a systematic draw: the first 53 bits of SHA-256(`seed:pps`) divided by 2^53, so a number in
 * [0, 1) that a double holds exactly.
 */
export function ppsUniform(seed: Seed): number {
  const bits = BigInt(`0x${hash('sha256', `${seed}:pps`, 'hex').slice(0, 14)}`) >> 3n;
  return Number(bits) / 2 ** 53;
}

/**
 * Units so large that they are hit for sure: while n * size / T >= 1, take the unit, and go on with n - 1 and the
 * rest of T. (Särndal, Swensson and Wretman 1992, section 3.6.2.) Gives their positions.
 */
function certainties(units: readonly SizedUnit[], count: number): Set<number> {
  const taken = new Set<number>();
  const bySize = units.map((_, at) => at).sort((a, b) => sizeAt(units, b) - sizeAt(units, a) || a - b);
  let total = units.reduce((sum, unit) => sum + unit.size, 0);
  for (const at of bySize) {
    const left = count - taken.size;
    const size = sizeAt(units, at);
    if (left <= 0 || left * size < total) break;
    taken.add(at);
    total -= size;
  }
  return taken;
}

function sizeAt(units: readonly SizedUnit[], at: number): number {
  return units[at]?.size ?? 0;
}

/**
 * Systematic selection with probability proportional to size, in the given order of the frame: hits at start,
 * start + I, start + 2I, … on the cumulated sizes; a unit is taken when its stretch [before, before + size) holds a
 * hit. This is plain systematic PPS: joint probabilities are not Sampford's and it never claims them.
 *
 * @param uniform in [0, 1); `ppsUniform(seed)` in every real draw.
 * @throws RangeError when a size is not positive or `count` is not in 0..units.
 */
export function drawPps(units: readonly SizedUnit[], count: number, uniform: number): PpsDraw {
  if (!Number.isInteger(count) || count < 0 || count > units.length) {
    throw new RangeError(`cannot draw ${count} of ${units.length}`);
  }
  const bad = units.find((unit) => !(unit.size > 0) || !Number.isFinite(unit.size));
  if (bad !== undefined) throw new RangeError(`the size of ${bad.id} is ${bad.size}, not a positive number`);

  const certain = certainties(units, count);
  const wanted = count - certain.size;
  let total = 0;
  for (const [at, unit] of units.entries()) if (!certain.has(at)) total += unit.size;
  const interval = wanted > 0 ? total / wanted : 0;
  const start = uniform * interval;

  const selected: PpsUnit[] = [];
  let cumulated = 0;
  let hits = 0;
  for (const [at, unit] of units.entries()) {
    const position = at + 1;
    if (certain.has(at)) {
      selected.push({ ...unit, position, probability: 1, certain: true });
      continue;
    }
    cumulated += unit.size;
    // The last hit may round up to the total itself, where no stretch would hold it.
    const hit = Math.min(start + hits * interval, total * (1 - Number.EPSILON));
    if (hits < wanted && hit < cumulated) {
      selected.push({ ...unit, position, probability: unit.size / interval, certain: false, hit });
      hits++;
    }
  }
  return { selected, total, interval, start, uniform };
}
