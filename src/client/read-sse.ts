import { createSseParser, type SseEvent } from './sse-parser.js';

export interface SseOptions {
  /** Milliseconds without a byte after which the connection counts as dropped; the server pings more often. */
  readonly stallMs: number;
  readonly onRetry: (ms: number) => void;
}

/** The events of a response, in order. Throws when the connection breaks or stalls; ends when the server ends it. */
export async function* readSse(response: Response, options: SseOptions): AsyncGenerator<SseEvent> {
  if (response.body === null) return;
  const queue: SseEvent[] = [];
  const feed = createSseParser({ onEvent: (event) => queue.push(event), onRetry: options.onRetry });
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await readOrStall(reader, options.stallMs);
      if (done) return;
      feed(decoder.decode(value, { stream: true }));
      yield* queue.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type ByteReader = ReadableStreamDefaultReader<Uint8Array>;

async function readOrStall(reader: ByteReader, stallMs: number): ReturnType<ByteReader['read']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${stallMs / 1000} s`)), stallMs);
  });
  try {
    return await Promise.race([reader.read(), stalled]);
  } finally {
    clearTimeout(timer);
  }
}
