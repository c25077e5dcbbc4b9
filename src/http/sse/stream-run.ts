import type { ServerResponse } from 'node:http';
import { isTerminal, type SequencedEvent } from '../../plugin/index.js';
import { encodeNative } from './native.js';
import { SseWriter } from './writer.js';

export interface StreamRun {
  readonly sessionId: string;
  readonly runId: string;
  readonly batches: AsyncIterator<readonly SequencedEvent[]>;
  readonly heartbeatMs: number;
}

/** Where a run can be rejoined; also the `Content-Location` of its stream. */
export function runLocation(sessionId: string, runId: string): string {
  return `/messages/${encodeURIComponent(sessionId)}/runs/${encodeURIComponent(runId)}`;
}

/**
 * Streams a run until its terminal event. The next batch is pulled only when the reader has room, so a slow
 * reader costs one batch. A source that breaks off before the terminal event cuts the connection: the client
 * then rejoins instead of taking the end of the stream for the end of the run.
 */
export async function streamRun(response: ServerResponse, run: StreamRun): Promise<void> {
  const writer = new SseWriter(response, {
    heartbeatMs: run.heartbeatMs,
    headers: { 'Content-Location': runLocation(run.sessionId, run.runId) },
  });
  const encode = (event: SequencedEvent) => encodeNative(run.runId, event);
  // The headers of a stream are known at once, also while its run goes on.
  let ended = response.req.method === 'HEAD';
  try {
    while (!ended) {
      const next = await run.batches.next();
      if (next.done === true) break;
      const last = next.value.at(-1);
      ended = last !== undefined && isTerminal(last.event);
      if (ended) await writer.endWith(next.value, encode);
      else if (!(await writer.writeAll(next.value, encode))) break;
    }
  } finally {
    if (ended) writer.end();
    else writer.cut();
    await run.batches.return?.();
  }
}
