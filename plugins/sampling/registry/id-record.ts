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
export const MAX_TAG = 2 ** (32 - LENGTH_BITS) - 1;

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

/** Bytewise order of the ids of two records. Ids hold no zero byte, so what fills a shorter one up sorts it first. */
export function compareIds(a: RecordBlock, aAt: number, b: RecordBlock, bAt: number): number {
  const { words: x } = a;
  const { words: y } = b;
  const aHead = x[aAt + 1] ?? 0;
  const bHead = y[bAt + 1] ?? 0;
  const shared = Math.min(sizeOfHead(aHead), sizeOfHead(bHead));
  for (let word = HEAD_WORDS; word < shared; word++) {
    if (x[aAt + word] !== y[bAt + word])
      return compareWords(a.bytes, (aAt + word) * 4, b.bytes, (bAt + word) * 4);
  }
  return lengthOfHead(aHead) - lengthOfHead(bHead);
}

function compareWords(a: Buffer, aStart: number, b: Buffer, bStart: number): number {
  let at = 0;
  while (at < 3 && a[aStart + at] === b[bStart + at]) at++;
  return (a[aStart + at] ?? 0) - (b[bStart + at] ?? 0);
}
