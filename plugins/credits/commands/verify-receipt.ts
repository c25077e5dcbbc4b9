import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fieldErrors, messageOf, printable } from 'oracle-runtime/kit';
import type { CommandIo } from 'oracle-runtime/plugin';
import { printMicro } from '../money/amount.js';
import { counted } from '../operations/shapes.js';
import { receiptFaults, signedReceiptSchema } from '../receipts/check-receipt.js';

/**
 * `oracle credits verify <receipt>`: 0 when it is what its oracle signed and adds up, else 1.
 * @param by the DID that must have signed it; undefined for whichever the receipt names
 */
export async function verifyReceipt(file: string, by: string | undefined, io: CommandIo): Promise<number> {
  let read: unknown;
  try {
    read = JSON.parse(await readFile(resolve(io.cwd, file), 'utf8'));
  } catch (error) {
    io.stderr(`${printable(file)} cannot be read as JSON: ${printable(messageOf(error))}\n`);
    return 1;
  }
  const parsed = signedReceiptSchema.safeParse(read);
  if (!parsed.success) {
    const [fault] = fieldErrors(parsed.error);
    io.stderr(`${printable(file)} is no receipt: ${fault?.field}: ${fault?.message}\n`);
    return 1;
  }
  const faults = receiptFaults(parsed.data, by);
  for (const fault of faults) io.stderr(`${fault}\n`);
  if (faults.length > 0) return 1;
  const { total, currency, calls, oracle, principal } = parsed.data.receipt;
  io.stdout(
    `${printMicro(BigInt(total))} ${printable(currency)} for ${counted(calls.length, 'model call')} of ${printable(principal)}, signed by ${printable(oracle)}.\n`,
  );
  return 0;
}
