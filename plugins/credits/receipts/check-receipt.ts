import { type DocumentSignature, verifyDocument } from 'oracle-runtime/kit';
import { z } from 'zod';
import { costOf } from '../rates/rate-table.js';

const count = z.int().nonnegative();

const receiptSchema = z.strictObject({
  type: z.literal('oracle-receipt/1'),
  oracle: z.string(),
  principal: z.string(),
  runId: z.string(),
  sessionId: z.string(),
  currency: z.string(),
  total: count.describe('Millionths of a credit'),
  calls: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      model: z.string(),
      inputTokens: count,
      cachedInputTokens: count,
      outputTokens: count,
      estimated: z.boolean(),
      amount: count,
      rate: z.strictObject({ from: z.string(), input: count, cached: count, output: count }).optional(),
      entry: z.strictObject({ seq: count, hash: z.string() }),
    }),
  ),
});

export const signedReceiptSchema = z.object({
  receipt: receiptSchema,
  signature: z
    .object({
      algorithm: z.literal('Ed25519'),
      canonicalization: z.literal('RFC 8785'),
      signer: z.string(),
      value: z.string(),
    })
    .nullable(),
});

export type SignedReceipt = z.output<typeof signedReceiptSchema>;

/**
 * What is wrong with a receipt, in words; empty when it is the oracle's and adds up.
 * @param by the oracle that it must be of; anybody can sign one in the name of a key of their own
 */
export function receiptFaults({ receipt, signature }: SignedReceipt, by = receipt.oracle): string[] {
  const faults: string[] = [];
  if (receipt.oracle !== by) faults.push(`it is of the oracle ${receipt.oracle}, not of ${by}`);
  if (signature === null) faults.push('nobody has signed it');
  else if (signature.signer !== receipt.oracle)
    faults.push(`it is signed by ${signature.signer}, not by its oracle ${receipt.oracle}`);
  else if (!verifyDocument(receipt, signature satisfies DocumentSignature))
    faults.push('it was changed after it was signed');
  let total = 0;
  for (const [index, call] of receipt.calls.entries()) {
    total += call.amount;
    if (call.amount !== Number(priceOf(call)))
      faults.push(`call ${index + 1} does not cost what its rate says`);
  }
  if (total !== receipt.total) faults.push(`its calls come to ${total}, not to ${receipt.total}`);
  return faults;
}

function priceOf({
  inputTokens,
  cachedInputTokens,
  outputTokens,
  rate,
}: SignedReceipt['receipt']['calls'][number]) {
  const tokens = { input: inputTokens, cached: cachedInputTokens, output: outputTokens };
  if (rate === undefined) return costOf(tokens, undefined);
  const { from, input, cached, output } = rate;
  return costOf(tokens, {
    model: '',
    from,
    input: BigInt(input),
    cached: BigInt(cached),
    output: BigInt(output),
  });
}
