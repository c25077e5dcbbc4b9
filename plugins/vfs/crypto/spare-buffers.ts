/** Buffers that are used again and again: fresh ones of this size cost more than what is done with them. */
const BYTES = 257 * 1024;
/** Spare ones that are kept. */
const MOST = 16;

const spare: Buffer[] = [];

/** A buffer of at least this many bytes, of any content. */
export function takeBuffer(bytes: number): Buffer {
  if (bytes > BYTES) return Buffer.allocUnsafeSlow(bytes);
  // A small one would hold up a large one's memory.
  return bytes < BYTES / 8 ? Buffer.allocUnsafe(bytes) : (spare.pop() ?? Buffer.allocUnsafeSlow(BYTES));
}

/** Nobody may read or write it any more. */
export function giveBack(buffer: Buffer): void {
  if (buffer.length === BYTES && spare.length < MOST) spare.push(buffer);
}
