import { forkModule, WorkError, WorkProcess } from 'oracle-runtime/kit';
import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import type { ReportVerification } from './verify-report.js';

export interface VerifyRequest {
  readonly bytes: Uint8Array;
  readonly signer: string | undefined;
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
   * @param owner who asks: they wait for their own files alone
   * @throws OracleError as `verifyReport`; `invalid_request` too for a file that takes too long or too much memory,
   * `unavailable` when many of theirs wait
   */
  verify(
    bytes: Uint8Array,
    signer: string | undefined,
    owner: string,
    signal: AbortSignal,
  ): Promise<ReportVerification>;
  dispose(): Promise<void>;
}

const MOST_WAITING = 10;
const MEMORY_MB = 768;
const MOST_MS = 60_000;

/**
 * Reads files in a process of their own, owners in turn: a PDF may unpack to a thousand times its size, and a document may be
 * nested deeper than a stack holds.
 */
export function createApartVerifier(): ApartVerifier {
  const verifying = new WorkProcess<VerifyRequest, VerifyReply>({
    start: () => forkModule(import.meta.url, 'verify-process', MEMORY_MB),
    timeoutMs: MOST_MS,
    mostWaiting: MOST_WAITING,
  });
  return {
    async verify(bytes, signer, owner, signal) {
      const reply = await verifying.run({ bytes, signer }, owner, signal).catch((error: unknown) => {
        throw error instanceof WorkError ? refusal(error) : error;
      });
      if ('found' in reply) return reply.found;
      throw new OracleError('invalid_request', reply.fault);
    },
    dispose: () => verifying.dispose(),
  };
}

function refusal({ why, message }: WorkError): OracleError {
  if (why === 'busy' || why === 'unstarted')
    return new OracleError('unavailable', {
      detail: `The report cannot be verified just now: ${message}.`,
      hint: 'Try again in a moment.',
    });
  return new OracleError('invalid_request', {
    detail: 'The file cannot be read: it takes too long, or too much memory.',
    hint: 'Give the report as the oracle wrote it.',
    errors: [{ field: 'file', message: 'cannot be read' }],
  });
}
