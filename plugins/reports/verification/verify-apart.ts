import type { ChildProcess } from 'node:child_process';
import { forkModule } from 'oracle-runtime/kit';
import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import type { ReportVerification } from './verify-report.js';

export interface VerifyRequest {
  readonly bytes: Uint8Array;
  readonly signer?: string;
}

export type VerifyReply =
  | { readonly found: ReportVerification }
  | {
      readonly fault: {
        readonly detail: string;
        readonly hint?: string;
        readonly errors?: readonly FieldError[];
      };
    };

/** Verifies what others have sent. */
export interface ApartVerifier {
  /**
   * @throws OracleError as `verifyReport`; `invalid_request` too for a file that takes too long or too much memory,
   * `unavailable` when many wait
   */
  verify(bytes: Uint8Array, signer: string | undefined, signal: AbortSignal): Promise<ReportVerification>;
}

const MOST_WAITING = 10;
const MEMORY_MB = 768;
/** With the start of the process, on a machine that is busy. */
const MOST_MS = 60_000;

/**
 * Reads each file in a process that ends with it, one after the other: a PDF may unpack to a thousand times its size, and
 * a document may be nested deeper than a stack holds.
 */
export function createApartVerifier(
  mostMs = MOST_MS,
  start: () => ChildProcess = () => forkModule(import.meta.url, 'verify-process', MEMORY_MB),
): ApartVerifier {
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async verify(bytes, signer, signal) {
      if (waiting >= MOST_WAITING)
        throw new OracleError('unavailable', {
          detail: `${waiting} reports wait to be verified.`,
          hint: 'Try again in a moment.',
        });
      waiting++;
      const mine = turn.then(() => verifyNow({ bytes, ...(signer !== undefined && { signer }) }, signal));
      turn = mine.catch(() => undefined).finally(() => waiting--);
      return mine;
    },
  };

  async function verifyNow(request: VerifyRequest, signal: AbortSignal): Promise<ReportVerification> {
    signal.throwIfAborted();
    const child = start();
    try {
      const reply = await replyOf(child, request, mostMs, signal);
      signal.throwIfAborted();
      if (reply === undefined) throw cannotRead('it takes too long, or too much memory');
      if ('found' in reply) return reply.found;
      throw new OracleError('invalid_request', reply.fault);
    } finally {
      child.kill('SIGKILL');
    }
  }
}

/** Undefined when the process ends before it answers, or the time, or the patience of who asks. */
function replyOf(
  child: ChildProcess,
  request: VerifyRequest,
  mostMs: number,
  signal: AbortSignal,
): Promise<VerifyReply | undefined> {
  return new Promise((resolve) => {
    const settle = (reply?: VerifyReply) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onEnd);
      child.off('message', settle).off('error', onEnd).off('exit', onEnd);
      resolve(reply);
    };
    const onEnd = () => settle();
    const timer = setTimeout(onEnd, mostMs);
    signal.addEventListener('abort', onEnd, { once: true });
    child.on('message', settle).on('error', onEnd).on('exit', onEnd);
    child.send(request);
  });
}

function cannotRead(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The file cannot be read: ${why}.`,
    hint: 'Give the report as the oracle wrote it.',
    errors: [{ field: 'file', message: 'cannot be read' }],
  });
}
