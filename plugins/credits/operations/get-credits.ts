import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { wordTime } from '../budget/exhausted.js';
import { startOf } from '../budget/periods.js';
import type { Budget } from '../budget/standing.js';
import { printMicro } from '../money/amount.js';
import { costsByModel } from '../store/costs.js';
import { usesOf } from '../store/uses.js';
import type { Desk } from './desk.js';
import { amount, sumsShape, sumsView, usesShape } from './shapes.js';

const budgetShape = z.object({ limit: amount, spent: amount, resetsAt: z.iso.datetime() });

export const creditsShape = z.object({
  currency: z.string(),
  available: amount.nullable().describe('Millionths of a credit; null: no budget holds'),
  reserved: amount.describe('Set aside for answers under way'),
  spent: z.object({ today: amount, month: amount, total: amount }),
  budgets: z.object({ day: budgetShape.optional(), month: budgetShape.optional() }),
  resetsAt: z.iso.datetime().nullable(),
  timeZone: z.string(),
  models: z.array(z.object({ model: z.string(), ...sumsShape })).describe('This month, the dearest first'),
  uses: usesShape.describe('This month by plugin and capability, the dearest first'),
});

/** Where the caller stands. */
export function getCredits({ budgets, currency, db }: Desk): AnyOperation {
  return defineOperation({
    name: 'get_credits',
    title: 'Credits',
    description:
      'What the caller has spent on language models today and this month, by model, and how much of the budget is left until when. Amounts are millionths of a credit.',
    effect: 'read',
    input: z.object({}),
    answer: { description: 'Balance, budgets and spending', schema: creditsShape },
    route: { method: 'get', path: '/credits', auth: 'any' },
    async run(_, { principal }): Promise<z.output<typeof creditsShape>> {
      const standing = await budgets.standing(principal);
      const { timeZone, spent, day, month, available, resetsAt } = standing;
      const { period } = await budgets.now(principal);
      const models = await costsByModel(db, principal.id, startOf(period.month, timeZone));
      return {
        currency,
        available: available === undefined ? null : Number(available),
        reserved: Number(standing.reserved),
        spent: { today: Number(spent.today), month: Number(spent.month), total: Number(spent.total) },
        budgets: { ...(day && { day: budgetView(day) }), ...(month && { month: budgetView(month) }) },
        resetsAt: resetsAt === undefined ? null : new Date(resetsAt).toISOString(),
        timeZone,
        uses: await usesOf(db, period.month, principal.id),
        models: models.map((costs) => ({ model: costs.model, ...sumsView(costs) })),
      };
    },
    summary({ currency: unit, available, spent, resetsAt, timeZone, models }) {
      const words = (micro: number) => `${printMicro(BigInt(micro))} ${unit}`;
      const used = `${words(spent.today)} spent today, ${words(spent.month)} this month`;
      const unpriced = models.filter(({ unpriced: calls }) => calls > 0).map(({ model }) => model);
      const open =
        unpriced.length === 0 ? '' : ` Nobody has said what these models cost: ${unpriced.join(', ')}.`;
      if (available === null) return `${used}; no budget holds.${open}`;
      const until = resetsAt === null ? '' : ` until ${wordTime(Date.parse(resetsAt), timeZone)}`;
      return `${words(Math.max(0, available))} left${until}; ${used}.${open}`;
    },
  });

  function budgetView({ limit, spent, resetsAt }: Budget) {
    return { limit: Number(limit), spent: Number(spent), resetsAt: new Date(resetsAt).toISOString() };
  }
}
