import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

/** A registry file that can be read, and read again, from wherever it is kept. */
export interface RegistrySource {
  /** File name, for messages. The format is told from the content. */
  readonly name: string;
  /** Opens the bytes from the beginning. */
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** A registry on disk. */
export function fileSource(path: string): RegistrySource {
  return { name: basename(path), open: () => createReadStream(path, { highWaterMark: 2 ** 18 }) };
}

/** A registry in memory. */
export function memorySource(name: string, content: string | Uint8Array): RegistrySource {
  return {
    name,
    async *open() {
      yield typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    },
  };
}
