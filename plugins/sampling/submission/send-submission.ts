import { timeLimit } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

/** Where an authority receives submissions. */
export interface SubmissionEndpoint {
  /** https, or http on this machine. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token?: string | undefined;
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
}

/** How the last attempt of several ended that all failed. */
export interface FailedDelivery {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly attempts: number;
}

/** What the endpoint answered. */
export interface Receipt {
  readonly url: string;
  readonly status: number;
  /** The first characters of its answer. */
  readonly answer: string;
  readonly attempts: number;
  readonly sentAt: string;
}

const ATTEMPTS = 3;
const ANSWER_CHARACTERS = 2_000;

/**
 * Posts a signed submission. Repeats on a broken connection or a 5xx answer, with the submission's id as
 * `Idempotency-Key`, so that an authority never books it twice.
 * @throws OracleError `upstream_failed` or `upstream_timeout`
 */
export async function sendSubmission(
  endpoint: SubmissionEndpoint,
  submissionId: string,
  body: string,
  io: {
    readonly signal: AbortSignal;
    readonly now: () => number;
    readonly pause?: (ms: number) => Promise<void>;
    /** Told before the error is thrown; not of a cancelled one. */
    readonly onFailure?: (failed: FailedDelivery) => Promise<unknown>;
  },
): Promise<Receipt> {
  for (let attempt = 1; ; attempt++) {
    io.signal.throwIfAborted();
    const outcome = await attemptOnce(endpoint, submissionId, body, io.signal);
    if ('failure' in outcome) {
      if (outcome.final || attempt === ATTEMPTS) {
        await io.onFailure?.({ status: outcome.status, attempts: attempt });
        throw outcome.failure;
      }
      await (io.pause ?? pause)(250 * 4 ** (attempt - 1));
      continue;
    }
    const { origin, pathname } = new URL(endpoint.url);
    return {
      url: origin + pathname,
      ...outcome,
      attempts: attempt,
      sentAt: new Date(io.now()).toISOString(),
    };
  }
}

type Attempt =
  | { readonly status: number; readonly answer: string }
  | { readonly failure: OracleError; readonly final: boolean; readonly status: number | null };

async function attemptOnce(
  endpoint: SubmissionEndpoint,
  submissionId: string,
  body: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const timeout = timeLimit(endpoint.timeoutMs);
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': submissionId,
        ...(endpoint.token === undefined ? {} : { Authorization: `Bearer ${endpoint.token}` }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
    });
    const answer = (await response.text()).slice(0, ANSWER_CHARACTERS);
    if (response.ok) return { status: response.status, answer };
    const final = response.status < 500 && response.status !== 429;
    return {
      final,
      status: response.status,
      failure: new OracleError('upstream_failed', {
        detail: `The authority's endpoint answered ${response.status}.`,
        hint: final ? 'Mend the submission, or export it for delivery by hand.' : 'Try again later.',
      }),
    };
  } catch (cause) {
    if (signal.aborted) throw cause;
    const failure = timeout.aborted
      ? new OracleError('upstream_timeout', {
          detail: `The authority's endpoint did not answer within ${endpoint.timeoutMs} ms.`,
          cause,
        })
      : new OracleError('upstream_failed', {
          detail: "The authority's endpoint could not be reached.",
          cause,
        });
    return { final: false, status: null, failure };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
