import { messageOf } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { VerifyReply, VerifyRequest } from './verify-apart.js';
import { verifyReport } from './verify-report.js';

/** A process of its own: what somebody's file makes of its reader is ended from outside. */
process.on('message', ({ bytes, signer }: VerifyRequest) => {
  verifyReport(bytes, signer)
    .then((found): VerifyReply => ({ found }))
    .catch((error: unknown): VerifyReply => {
      if (!OracleError.isInstance(error)) return { fault: { detail: messageOf(error) } };
      const { detail, hint, errors } = error;
      return { fault: { detail, ...(hint !== undefined && { hint }), ...(errors && { errors }) } };
    })
    .then((reply) => process.send?.(reply));
});
// Its oracle is gone.
process.on('disconnect', () => process.exit());
