import { TextDecoder } from 'node:util';
import { notText } from './table.js';

/** The first bytes of a stream, and the stream with them still in it. */
export async function peek<Bytes extends Uint8Array>(
  bytes: AsyncIterable<Bytes>,
  atLeast: number,
): Promise<{ head: Buffer; ended: boolean; all: AsyncIterable<Bytes> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const taken: Bytes[] = [];
  let size = 0;
  let ended = false;
  while (size < atLeast && !ended) {
    const step = await iterator.next();
    if (step.done === true) ended = true;
    else {
      taken.push(step.value);
      size += step.value.length;
    }
  }
  async function* all(): AsyncGenerator<Bytes> {
    try {
      yield* taken;
      while (!ended) {
        const step = await iterator.next();
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(taken), ended, all: all() };
}

/** The bytes of a text as UTF-8 without a byte order mark: UTF-16 with a mark (Excel's "Unicode text") is converted. */
export async function* utf8Bytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(bytes, 3);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    const decoder = new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true });
    for await (const text of decoded(all, decoder)) yield Buffer.from(text, 'utf8');
    return;
  }
  let skip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  for await (const chunk of all) {
    const skipped = Math.min(skip, chunk.length);
    skip -= skipped;
    if (chunk.length > skipped)
      yield Buffer.from(chunk.buffer, chunk.byteOffset + skipped, chunk.length - skipped);
  }
}

/** Text of a table. Bytes that are no text are refused: a replaced character would change an id in silence. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield* decoded(utf8Bytes(bytes), new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }));
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, decoder: TextDecoder): AsyncGenerator<string> {
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    throw error instanceof TypeError ? notText() : error;
  }
}
