import { utf8Reader } from './utf8-reader.js';

/**
 * The lines of a stream of UTF-8, however it is cut. They end at line feeds, with a carriage return before or without; what
 * else Unicode takes for the end of a line is part of a message.
 * @param from what the stream is, for a person
 * @throws OracleError `invalid_request` for bytes that are no UTF-8: guessed letters would become another message
 */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array | string>,
  from = 'standard input',
): AsyncGenerator<string> {
  const decode = utf8Reader(from);
  let held = '';
  for await (const part of stream) {
    held += typeof part === 'string' ? part : decode(part);
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  held += decode();
  if (held !== '') yield held;
}
