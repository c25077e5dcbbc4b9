/**
 * The lines of a stream of UTF-8, however it is cut. They end at line feeds, with a carriage return before or without; what
 * else Unicode takes for the end of a line is part of a message.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const part of stream) {
    held += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  held += decoder.decode();
  if (held !== '') yield held;
}
