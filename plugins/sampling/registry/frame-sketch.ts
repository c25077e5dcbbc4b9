import { randomBytes } from 'node:crypto';

/** Ids that a sketch keeps: of frames up to this size it is exact. */
const KEPT = 256;
/** Hexadecimal digits of a mark, so that marks sort as text. */
const DIGITS = 14;
const LANE = 2 ** 21;
const ZERO = 0x30;
const NINE = 0x39;

/** Hidden from whoever makes registries up: nobody can invent ids that push others out of a sketch. Two whole numbers of 32 bits. */
export type SketchKey = readonly [number, number];

export function newSketchKey(): string {
  return randomBytes(8).toString('hex');
}

export function sketchKey(hex: string): SketchKey {
  return [Number.parseInt(hex.slice(0, 8), 16), Number.parseInt(hex.slice(8, 16), 16)];
}

/** What a sketch came to. */
export interface FrameMarks {
  /** The smallest marks of the ids, ascending. */
  readonly marks: readonly string[];
  /** Whether these are all of them. */
  readonly whole: boolean;
}

/**
 * Keeps the smallest keyed hashes of the ids of a frame (a bottom-k sketch): a random part of it, the same part of every
 * frame that has those ids, in memory that does not grow with the frame. Capital letters, separators and leading zeros do not
 * count, so that `H-07` and `h7` are one unit.
 */
export class FrameSketch {
  readonly #key: SketchKey;
  readonly #smallest = new Float64Array(KEPT + 1);
  #count = 0;
  #whole = true;
  /** No mark from here on is among the smallest. */
  #limit = Number.POSITIVE_INFINITY;

  constructor(key: SketchKey) {
    this.#key = key;
  }

  /** Takes the id `bytes[start..end)`. Two lanes of FNV-1a, each from its own secret start, mixed as MurmurHash3 ends. */
  readonly add = (bytes: Uint8Array, start: number, end: number): void => {
    const high = lane(bytes, start, end, this.#key[0]);
    if (high * LANE >= this.#limit) return;
    const mark = high * LANE + (lane(bytes, start, end, this.#key[1]) >>> 11);
    if (mark < this.#limit) this.#keep(mark);
  };

  result(): FrameMarks {
    const marks = Array.from(this.#smallest.subarray(0, this.#count), (mark) =>
      mark.toString(16).padStart(DIGITS, '0'),
    );
    return { marks, whole: this.#whole };
  }

  #keep(mark: number): void {
    const smallest = this.#smallest;
    let at = this.#count;
    while (at > 0 && (smallest[at - 1] ?? 0) > mark) at--;
    if (at > 0 && smallest[at - 1] === mark) return;
    smallest.copyWithin(at + 1, at, this.#count);
    smallest[at] = mark;
    if (this.#count < KEPT) {
      this.#count++;
      return;
    }
    this.#whole = false;
    this.#limit = smallest[KEPT - 1] ?? 0;
  }
}

function lane(bytes: Uint8Array, start: number, end: number, key: number): number {
  let hash = key;
  let digits = false;
  for (let at = start; at < end; at++) {
    let byte = bytes[at] ?? 0;
    const digit = byte >= ZERO && byte <= NINE;
    if (digit) {
      if (byte === ZERO && !digits) continue;
    } else if (byte < 0x80) {
      byte |= 0x20;
      if (byte < 0x61 || byte > 0x7a) continue;
    }
    digits = digit;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** One frame beside another: units that both have, by their marks. */
export interface SharedUnits {
  /** Of the first frame, rounded. */
  readonly units: number;
  /** Whether they were counted and not estimated. */
  readonly exact: boolean;
}

/**
 * How many units of a frame another one has too. Up to the smaller of the last marks both sketches are complete, so the
 * marks of the frame up to there are a random part of its units.
 * @param size units of the frame `mine`
 */
export function sharedUnits(mine: FrameMarks, size: number, other: FrameMarks): SharedUnits {
  const last = (sketch: FrameMarks) => (sketch.whole ? undefined : sketch.marks.at(-1));
  const limits = [last(mine), last(other)].filter((mark) => mark !== undefined).sort();
  const [limit] = limits;
  const within = limit === undefined ? mine.marks : mine.marks.filter((mark) => mark <= limit);
  const theirs = new Set(other.marks);
  const common = within.filter((mark) => theirs.has(mark)).length;
  if (limit === undefined) return { units: common, exact: true };
  return { units: within.length === 0 ? 0 : Math.round((size * common) / within.length), exact: false };
}
