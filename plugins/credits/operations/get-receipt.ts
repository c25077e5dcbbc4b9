import { signDocument } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError, type Signer } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { printMicro } from '../money/amount.js';
import { type SignedReceipt, signedReceiptSchema } from '../receipts/check-receipt.js';
import { receiptOf } from '../receipts/receipt.js';
import { callsOfRun } from '../store/entries.js';
import type { Desk } from './desk.js';
import { counted } from './shapes.js';

/** What one answer cost, signed by the oracle. */
export function getReceipt({ currency, db }: Desk, signer: Signer | undefined): AnyOperation {
  return defineOperation({
    name: 'get_receipt',
    title: 'Receipt of an answer',
    description:
      'What one answer of the caller cost, call by call with its rate and entry in the ledger, signed by the oracle. Amounts are millionths of a credit.',
    effect: 'read',
    input: z.object({ runId: z.string().min(1).max(200).describe('The answer, as its costs name it') }),
    answer: {
      description: 'The receipt; `signature` is null without a signing identity',
      schema: signedReceiptSchema,
    },
    route: {
      method: 'get',
      path: '/credits/receipts/:runId',
      auth: 'any',
      errors: { 404: 'No answer of yours, or none that cost anything' },
    },
    async run({ runId }, { principal }): Promise<SignedReceipt> {
      const calls = await callsOfRun(db, principal.id, runId);
      if (calls.length === 0)
        throw new OracleError('not_found', {
          detail: `No model call of the answer '${runId}' was booked for you.`,
          hint: 'GET /credits/costs lists what was.',
        });
      const receipt = receiptOf(calls, signer?.did ?? '', currency);
      const signature = signer === undefined ? null : await signDocument(receipt, signer);
      return signedReceiptSchema.parse({ receipt, signature });
    },
    summary: ({ receipt }) =>
      `${printMicro(BigInt(receipt.total))} ${receipt.currency}, for ${counted(receipt.calls.length, 'model call')}.`,
  });
}
