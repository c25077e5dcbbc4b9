import { endianness } from 'node:os';

/** The same memory as words and as bytes. Records lie in it one after another. */
export interface RecordBlock {
  readonly words: Uint32Array;
  readonly bytes: Buffer;
}

/**
 * How an id lies in memory and on disk while it is sorted, in 32-bit words of the machine's own order: its line, then its
 * tag and length, then its UTF-8 bytes, filled up with zeros. Whole words are copied and compared several times faster
 * than bytes.
 */
export const HEAD_WORDS = 2;

/** An id has at most 1,000 bytes; the other 22 bits are its tag. */
const LENGTH_BITS = 10;
const LENGTH_MASK = 2 ** LENGTH_BITS - 1;

/** A block of so many words. */
export function recordBlock(words: number): RecordBlock {
  const memory = new ArrayBuffer(words * 4);
  return { words: new Uint32Array(memory), bytes: Buffer.from(memory) };
}

/** The second word of a record. */
export function headOf(tag: number, length: number): number {
  return (tag << LENGTH_BITS) | length;
}

export function tagOfHead(head: number): number {
  return head >>> LENGTH_BITS;
}

export function lengthOfHead(head: number): number {
  return head & LENGTH_MASK;
}

/** Words of the record with this second word. */
export function sizeOfHead(head: number): number {
  return HEAD_WORDS + (((head & LENGTH_MASK) + 3) >>> 2);
}

const LITTLE_ENDIAN = endianness() === 'LE';

/** The four bytes of a word as one number, the first byte first. */
function bytesOfWord(word: number): number {
  if (!LITTLE_ENDIAN) return word;
  return (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;
}

/**
 * Bytewise order of the ids of two records, at `x[xAt]` and `y[yAt]`. Ids hold no zero byte, so what fills a shorter one up
 * sorts it first.
 */
export function compareIds(x: Uint32Array, xAt: number, y: Uint32Array, yAt: number): number {
  const xHead = x[xAt + 1] ?? 0;
  const yHead = y[yAt + 1] ?? 0;
  const shared = Math.min(sizeOfHead(xHead), sizeOfHead(yHead));
  for (let word = HEAD_WORDS; word < shared; word++) {
    const a = x[xAt + word] ?? 0;
    const b = y[yAt + word] ?? 0;
    if (a !== b) return bytesOfWord(a) - bytesOfWord(b);
  }
  return lengthOfHead(xHead) - lengthOfHead(yHead);
}

/** Copies the record at `from[at]` to the beginning of another block. */
export function copyRecord(from: Uint32Array, at: number, to: Uint32Array): void {
  const size = sizeOfHead(from[at + 1] ?? 0);
  for (let word = 0; word < size; word++) to[word] = from[at + word] ?? 0;
}
