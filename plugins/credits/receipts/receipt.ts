import type { Entry } from '../ledger/entry.js';

/** What one answer cost, call by call, as the oracle signs it. Amounts are millionths of a credit. */
export interface Receipt {
  readonly type: 'oracle-receipt/1';
  readonly oracle: string;
  readonly principal: string;
  readonly runId: string;
  readonly sessionId: string;
  readonly currency: string;
  readonly total: number;
  readonly calls: readonly ReceiptCall[];
}

export interface ReceiptCall {
  readonly at: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Counted from the text, because the endpoint did not say. */
  readonly estimated: boolean;
  readonly amount: number;
  /** For a million tokens; absent where the model had none. */
  readonly rate?: {
    readonly from: string;
    readonly input: number;
    readonly cached: number;
    readonly output: number;
  };
  /** Place and hash of the entry in the ledger. */
  readonly entry: { readonly seq: number; readonly hash: string };
}

/** @param calls settled entries of one run, at least one */
export function receiptOf(calls: readonly Entry[], oracle: string, currency: string): Receipt {
  const [{ principal, runId, sessionId } = { principal: '', runId: '', sessionId: '' }] = calls;
  return {
    type: 'oracle-receipt/1',
    oracle,
    principal,
    runId,
    sessionId,
    currency,
    total: Number(calls.reduce((sum, { amount }) => sum + amount, 0n)),
    calls: calls.map(callOf),
  };
}

function callOf({ at, amount, details, seq, hash }: Entry): ReceiptCall {
  const rate = details?.rate;
  return {
    at: new Date(at).toISOString(),
    model: details?.model ?? '',
    inputTokens: details?.input ?? 0,
    cachedInputTokens: details?.cached ?? 0,
    outputTokens: details?.output ?? 0,
    estimated: details?.estimated === true,
    amount: Number(amount),
    ...(rate && {
      rate: {
        from: rate.from,
        input: Number(rate.input),
        cached: Number(rate.cached),
        output: Number(rate.output),
      },
    }),
    entry: { seq, hash },
  };
}
