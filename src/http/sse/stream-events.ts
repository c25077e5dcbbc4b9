import type { ServerResponse } from 'node:http';
import { isTerminal, type SequencedEvent, type TerminalEvent } from '../../plugin/index.js';
import { SseWriter } from './writer.js';

export interface StreamEvents {
  readonly batches: AsyncIterator<readonly SequencedEvent[]>;
  readonly heartbeatMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** See `SseOptions.retry`. */
  readonly retry?: boolean;
  /** The frames of one event, in the words of the door; empty for what it does not tell. */
  readonly encode: (event: SequencedEvent) => string;
  /** What must have happened before the last event is sent, such as what the client's next request counts on. */
  readonly beforeEnd?: (last: TerminalEvent) => Promise<void>;
}

/**
 * Streams a run until its terminal event. The next batch is pulled only when the reader has room, so a slow
 * reader costs one batch. A source that breaks off before the terminal event cuts the connection: the client
 * then sees a fault instead of taking the end of the stream for the end of the run.
 * @throws what the source throws; where nothing was sent yet, the response is free for a problem document
 */
export async function streamEvents(response: ServerResponse, stream: StreamEvents): Promise<void> {
  const { batches, heartbeatMs, headers, encode } = stream;
  const writer = new SseWriter(response, {
    heartbeatMs,
    headers,
    ...(stream.retry === undefined ? {} : { retry: stream.retry }),
  });
  // The headers of a stream are known at once, also while its run goes on.
  let ended = response.req.method === 'HEAD';
  let refused = false;
  try {
    while (!ended) {
      const next = await batches.next();
      if (next.done === true) break;
      const last = next.value.at(-1);
      if (last !== undefined && isTerminal(last.event)) {
        const frames = next.value.map(encode);
        await stream.beforeEnd?.(last.event);
        ended = true;
        await writer.endWith(frames, (frame) => frame);
      } else if (!(await writer.writeAll(next.value, encode))) break;
    }
  } catch (error) {
    refused = writer.giveUp();
    throw error;
  } finally {
    if (ended) writer.end();
    else if (!refused) writer.cut();
    await batches.return?.();
  }
}
