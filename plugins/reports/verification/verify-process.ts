import { messageOf, serveWork } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { VerifyReply, VerifyRequest } from './verify-apart.js';
import { verifyReport } from './verify-report.js';

/** A process of its own: what somebody's file makes of its reader is ended from outside. */
serveWork(async ({ bytes, signer }: VerifyRequest): Promise<VerifyReply> => {
  try {
    return { found: await verifyReport(bytes, signer) };
  } catch (error) {
    if (!OracleError.isInstance(error)) return { fault: { detail: messageOf(error) } };
    const { detail, hint, errors } = error;
    return { fault: { detail, ...(hint !== undefined && { hint }), ...(errors && { errors }) } };
  }
});
