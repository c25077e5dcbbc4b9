import { z } from 'zod';
import type { CostSums } from '../store/costs.js';

/** Amounts in answers: whole millionths of a credit, so that sums are exact in every client. */
export const amount = z.int().describe('Millionths of a credit');

export const sumsShape = {
  calls: z.int(),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  amount,
  unpriced: z.int().describe('Calls of models without a rate, which count nothing'),
  estimated: z.int().describe('Calls whose endpoint reported no tokens'),
};

export function sumsView({
  calls,
  inputTokens,
  cachedInputTokens,
  outputTokens,
  amount: cost,
  unpriced,
  estimated,
}: CostSums) {
  return { calls, inputTokens, cachedInputTokens, outputTokens, amount: cost, unpriced, estimated };
}

export const usesShape = z.array(
  z.object({
    plugin: z.string().describe('Empty: talk, without any tool'),
    capability: z.string(),
    calls: z.int().describe('Calls of its tools'),
    inputTokens: z.int(),
    outputTokens: z.int(),
    amount,
  }),
);

/** `3 calls`, `1 call`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
