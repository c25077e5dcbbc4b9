import {
  type AnyOperation,
  type Conversations,
  defineOperation,
  type Models,
  OracleError,
  type Principal,
  type Shares,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { textTokens } from '../metering/meter.js';
import { printMicro } from '../money/amount.js';
import { quote } from '../quote/quote.js';
import { isFree, modelNames, type RateTable } from '../rates/rate-table.js';
import { costsByRun, lastTokens } from '../store/costs.js';
import type { Desk } from './desk.js';
import { amount, counted } from './shapes.js';

/** How many answers of before a quote looks at. */
const PAST = 100;

const quoteShape = z.object({
  currency: z.string(),
  model: z.string(),
  free: z.boolean().describe('No language model is asked, or it has no rate'),
  least: amount,
  likely: amount,
  most: amount.describe('Millionths of a credit; nine of ten answers before cost less'),
  answers: z.int().describe('How many answers of before it rests on'),
  available: amount.nullable().describe('Millionths of a credit; null: no budget holds'),
  fits: z.boolean().describe('Whether the budget allows even the dearest of these'),
});

/** Who may be asked for an answer where. */
export interface Places {
  readonly conversations: Pick<Conversations, 'has'>;
  readonly shares: Pick<Shares, 'inPlaceOf'>;
}

/**
 * What an answer will cost, before it is asked for.
 * @param models taken once it is asked
 */
export function quoteAnswer(
  desk: Desk,
  models: () => Models,
  rates: RateTable,
  places: Places,
): AnyOperation {
  const { budgets, currency, db } = desk;
  return defineOperation({
    name: 'quote_answer',
    title: 'Quote before an answer',
    description:
      "Says what an answer to a message will cost, before it is asked for: least, likely and most, in millionths of a credit, from the caller's own answers of before. Asks nothing and spends nothing.",
    effect: 'read',
    input: z.object({
      message: z.string().min(1).max(100_000).describe('What would be asked'),
      sessionId: z.string().min(1).max(200).optional().describe('In which conversation; default: a new one'),
    }),
    answer: { description: 'The quote', schema: quoteShape },
    route: {
      method: 'post',
      path: '/credits/quote',
      auth: 'any',
      errors: { 404: 'No such conversation of yours, or shared with you to write in' },
    },
    async run({ message, sessionId }, { principal, run }): Promise<z.output<typeof quoteShape>> {
      if (sessionId !== undefined) await requireConversation(principal, sessionId, places);
      const { id } = await models().resolve('main');
      const { at } = await budgets.now(principal);
      const rate = rates(modelNames(id, undefined), at);
      const session = sessionId ?? run?.sessionId;
      const [past, known, { available }] = await Promise.all([
        costsByRun(db, principal.id, { limit: PAST }),
        session === undefined ? undefined : lastTokens(db, principal.id, session),
        budgets.standing(principal),
      ]);
      const paid = past.flatMap((costs) => (costs.unpriced === 0 ? [costs.amount] : []));
      const free = isFree(id) || rate === undefined;
      const words = textTokens(Buffer.byteLength(message));
      const figures = free ? { least: 0, likely: 0, most: 0, answers: 0 } : quote(rate, paid, known, words);
      const left = available === undefined ? null : Number(available);
      return {
        currency,
        model: id,
        free,
        ...figures,
        available: left,
        fits: free || left === null || figures.most <= left,
      };
    },
    summary({ currency: unit, model, free, least, likely, most, answers, available, fits }) {
      if (free)
        return isFree(model)
          ? 'An answer costs nothing: no language model is asked.'
          : `Nobody has said what the model ${model} costs, so that nothing is counted for it.`;
      const words = (micro: number) => printMicro(BigInt(micro));
      const basis =
        answers === 0 ? 'by the length of the prompt alone' : `by your last ${counted(answers, 'answer')}`;
      const short = fits ? '' : ` Only ${words(Math.max(0, available ?? 0))} ${unit} are left.`;
      return `About ${words(likely)} ${unit}, between ${words(least)} and ${words(most)}, ${basis}.${short}`;
    },
  });
}

async function requireConversation(
  principal: Principal,
  id: string,
  { conversations, shares }: Places,
): Promise<void> {
  const owner = await shares.inPlaceOf(principal, { kind: 'session', id }, 'write');
  if (await conversations.has(owner, id)) return;
  throw new OracleError('not_found', {
    detail: 'There is no such conversation of yours.',
    errors: [{ field: 'sessionId', message: 'names no conversation of yours' }],
  });
}
