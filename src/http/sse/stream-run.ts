import type { ServerResponse } from 'node:http';
import type { SequencedEvent } from '../../plugin/index.js';
import { encodeNative } from './native.js';
import { streamEvents } from './stream-events.js';

export interface StreamRun {
  readonly sessionId: string;
  readonly runId: string;
  readonly batches: AsyncIterator<readonly SequencedEvent[]>;
  readonly heartbeatMs: number;
}

/** Where a run can be rejoined. */
function runLocation(sessionId: string, runId: string): string {
  return `/messages/${encodeURIComponent(sessionId)}/runs/${encodeURIComponent(runId)}`;
}

/** What every door says of a run: its session, by which another door goes on with it, and where it can be rejoined. */
export function runHeaders(sessionId: string, runId: string): Readonly<Record<string, string>> {
  return { 'X-Oracle-Session': sessionId, 'Content-Location': runLocation(sessionId, runId) };
}

/** Streams a run in the native form; see `streamEvents`. */
export async function streamRun(response: ServerResponse, run: StreamRun): Promise<void> {
  const { sessionId, runId, batches, heartbeatMs } = run;
  await streamEvents(response, {
    batches,
    heartbeatMs,
    headers: runHeaders(sessionId, runId),
    encode: (event) => encodeNative(runId, event),
  });
}
