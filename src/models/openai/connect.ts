import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterMs } from '../../kit/index.js';
import { ContextOverflow, type OracleError } from '../../plugin/index.js';
import type { CallWatch } from '../call-watch.js';
import { AwayError, NotAccepted, redirected, refusal, unreachable, untilThen } from '../model-errors.js';
import { type ProviderError, readProviderError } from '../provider-error.js';
import { parseJson } from '../tool-call-args.js';
import type { Endpoint } from './endpoint.js';
import { readText, StaleConnection, send } from './send.js';

/** Tries after the first, before any byte of an answer. */
const RETRIES = 2;
/** Waiting beyond this, all in all, is the person's to do. */
const LONGEST_WAIT_MS = 20_000;
const MAX_ERROR_CHARS = 64_000;
/** More than this nobody refuses in one request. */
const MOST_QUIRKS = 4;

export interface Call {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Before the first try more, doubled before each further one, where the endpoint names no time. */
  readonly pauseMs: number;
  /** Rendered anew for each try: what a refusal taught is left out. */
  body(): string;
  /** Whether the answer was to be longer than the endpoint allows, and is asked for shorter now. */
  shorten(status: number, error: ProviderError): boolean;
  /** Whether the refusal taught what to leave out, or what may be worth a try. */
  learn(status: number, error: ProviderError): boolean | 'guess';
}

/**
 * Sends the request until an answer begins; a transient failure is tried again, as the endpoint asks.
 * @throws OracleError
 */
export async function connect(call: Call, watch: CallWatch): Promise<IncomingMessage> {
  const { endpoint, model, pauseMs } = call;
  const { signal } = watch;
  let learned = 0;
  /** Of which a guess was tried: where that is refused too, this is what tells. */
  let first: OracleError | undefined;
  let waited = 0;
  for (let attempt = 0; ; attempt += 1) {
    let wait = pauseMs * 2 ** attempt;
    let failure: OracleError | undefined;
    try {
      const body = call.body();
      const response = await send(
        endpoint.chat,
        { accept: 'text/event-stream', ...endpoint.headers },
        body,
        signal,
      );
      const { statusCode: status = 0 } = response;
      if (status >= 200 && status < 300) return response;
      const error = await readError(response, endpoint);
      failure =
        status >= 300 && status < 400
          ? redirected(endpoint.chat, status, response.headers.location)
          : refusal(status, error, model);
      const isShort = !ContextOverflow.isInstance(failure);
      const mended =
        learned < MOST_QUIRKS && (call.shorten(status, error) || (isShort && call.learn(status, error)));
      if (mended === 'guess') first = failure;
      // Meanwhile another call may have learned what this one was refused for.
      if (mended !== false || (isShort && status < 500 && learned < MOST_QUIRKS && call.body() !== body)) {
        learned += 1;
        attempt -= 1;
        continue;
      }
      if (failure instanceof NotAccepted) failure = first ?? failure;
      if (!(failure instanceof AwayError) || failure.retried) throw failure;
      const now = Date.now();
      const asked = retryAfterMs(response.headers['retry-after'], now);
      if (asked !== undefined) {
        failure = untilThen(failure, asked, now);
        wait = asked;
      }
      if (waited + wait > LONGEST_WAIT_MS) throw givenUp(failure);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error === failure) throw error;
      if (error instanceof StaleConnection) wait = 0;
      failure = unreachable(endpoint.chat, error);
    }
    if (attempt === RETRIES) throw givenUp(failure);
    waited += wait;
    if (wait > 0) await sleep(wait, undefined, { signal });
    watch.alive();
  }
}

function givenUp(failure: OracleError): OracleError {
  if (failure instanceof AwayError) failure.retried = true;
  return failure;
}

async function readError(response: IncomingMessage, endpoint: Endpoint): Promise<ProviderError> {
  const text = await readText(response, MAX_ERROR_CHARS);
  return readProviderError(parseJson(text) ?? text, endpoint.secrets);
}
