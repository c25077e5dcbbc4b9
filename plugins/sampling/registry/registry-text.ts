import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { unreadable } from './registry-table.js';

/** The first bytes of a stream, and the stream with them still in it. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  atLeast: number,
): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
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
  async function* all(): AsyncGenerator<Uint8Array> {
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
  return { head: Buffer.concat(taken), all: all() };
}

/**
 * Text of a registry: UTF-8, or UTF-16 with a byte order mark (Excel's "Unicode text"); the mark is stripped. Bytes
 * that are neither are refused: a replaced character would change an id or a stratum in silence.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let first = true;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    if (first) {
      first = false;
      if (!isAscii(chunk)) decoder = new TextDecoder(encodingOf(chunk), { fatal: true });
    } else if (decoder === undefined && !isAscii(chunk)) {
      decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    }
    if (decoder === undefined) {
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    } else {
      const text = decode(decoder, chunk);
      if (text !== '') yield text;
    }
  }
  const rest = decoder === undefined ? '' : decode(decoder, undefined);
  if (rest !== '') yield rest;
}

function encodingOf(chunk: Uint8Array): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw unreadable(
      `the file is not valid ${decoder.encoding.toUpperCase()} text`,
      'Save it as "CSV UTF-8" and send it again.',
    );
  }
}
