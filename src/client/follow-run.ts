import type { ChatClient } from './chat-client.js';
import { fieldOf } from './field-of.js';
import type { Hints } from './hints.js';
import { away, noOracle, OracleError } from './oracle-error.js';
import { readSse } from './read-sse.js';
import { sleep } from './sleep.js';

/** One event as it came over the wire. */
export interface WireEvent {
  readonly event: string;
  /** `<runId>:<seq>` */
  readonly id?: string;
  readonly data: unknown;
}

export interface FollowOptions {
  readonly client: Pick<ChatClient, 'rejoin'>;
  readonly sessionId: string;
  /** Starts the run; called once. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly signal: AbortSignal;
  readonly onReconnect?: (attempt: number) => void;
  /** Default 45,000: three of the server's longest heartbeats. */
  readonly stallMs?: number;
  readonly hints?: Hints;
}

const TERMINAL: ReadonlySet<string> = new Set(['done', 'error', 'cancelled', 'interrupted']);
const MAX_ATTEMPTS = 8;
const MAX_DELAY_MS = 15_000;
const DEFAULT_RETRY_MS = 2_000;

/**
 * The events of a run up to and with its terminal one, whatever happens to the connection: a drop is rejoined after
 * the last event that came, so nothing is missed and nothing comes twice.
 * @throws OracleError `unavailable` when the run cannot be rejoined
 */
export async function* followRun(options: FollowOptions): AsyncGenerator<WireEvent> {
  const { client, sessionId, signal, hints = {} } = options;
  let response: Response | undefined = expectStream(await options.open(signal), hints);
  let runId = runIdOf(response);
  let lastId: string | undefined;
  let retryMs = DEFAULT_RETRY_MS;
  let attempts = 0;
  for (;;) {
    try {
      const events = readSse(response, {
        stallMs: options.stallMs ?? 45_000,
        onRetry: (ms) => {
          retryMs = ms;
        },
      });
      for await (const { event = 'message', id, data } of events) {
        if (id !== undefined) {
          if (!isAfter(id, lastId)) continue;
          lastId = id;
        }
        attempts = 0;
        const parsed = parseData(data);
        if (event === 'run') runId = String(fieldOf(parsed, 'runId') ?? runId);
        yield { event, ...(id === undefined ? {} : { id }), data: parsed };
        if (TERMINAL.has(event)) return;
      }
    } catch (error) {
      if (signal.aborted || OracleError.isInstance(error)) throw error;
    }
    for (response = undefined; response === undefined; ) {
      attempts += 1;
      if (runId === undefined || attempts > MAX_ATTEMPTS) throw lost(hints);
      options.onReconnect?.(attempts);
      await sleep(Math.min(retryMs * 2 ** (attempts - 1), MAX_DELAY_MS), signal);
      response = await rejoin({ client, signal, hints }, sessionId, runId, lastId);
    }
  }
}

/** Undefined when the oracle is away for now; a refusal is final. */
async function rejoin(
  {
    client,
    signal,
    hints,
  }: {
    readonly client: Pick<ChatClient, 'rejoin'>;
    readonly signal: AbortSignal;
    readonly hints: Hints;
  },
  sessionId: string,
  runId: string,
  lastId: string | undefined,
): Promise<Response | undefined> {
  let response: Response | undefined;
  try {
    response = await client.rejoin(sessionId, runId, lastId, signal);
  } catch (error) {
    if (!signal.aborted && OracleError.isInstance(error) && error.status >= 500) return undefined;
    throw error;
  }
  if (response === undefined) throw lost(hints);
  return expectStream(response, hints);
}

function lost(hints: Hints): OracleError {
  return away('The connection to the oracle was lost before the answer was complete.', hints.lost);
}

function expectStream(response: Response, hints: Hints): Response {
  if ((response.headers.get('Content-Type') ?? '').startsWith('text/event-stream')) return response;
  throw noOracle(
    'The answer is no event stream: what listens there is no oracle of this kind.',
    hints.foreign,
  );
}

/** From `Content-Location: /messages/<session>/runs/<run>`, so that a drop before the first event can be rejoined. */
function runIdOf(response: Response): string | undefined {
  const encoded = /\/runs\/([^/?#]+)$/.exec(response.headers.get('Content-Location') ?? '')?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function isAfter(id: string, last: string | undefined): boolean {
  if (last === undefined) return true;
  const seq = (text: string) => Number(text.slice(text.lastIndexOf(':') + 1));
  return !(seq(id) <= seq(last));
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noOracle('The oracle sent an event that is no JSON.');
  }
}
