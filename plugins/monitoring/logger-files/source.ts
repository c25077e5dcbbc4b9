/** A file to read as often as it takes. */
export interface LoggerSource {
  /** Its path or name, for errors and remarks. */
  readonly name: string;
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** Bytes or text that are in memory. */
export function memorySource(name: string, content: string | Uint8Array): LoggerSource {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return {
    name,
    async *open() {
      yield bytes;
    },
  };
}
