import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { periodOf, startOf } from '../budget/periods.js';
import { printMicro } from '../money/amount.js';
import { costsByPrincipal } from '../store/costs.js';
import { usesOf } from '../store/uses.js';
import type { Desk } from './desk.js';
import { counted, sumsShape, sumsView, usesShape } from './shapes.js';

const spendingShape = z.object({
  currency: z.string(),
  from: z.iso.datetime(),
  principals: z.array(z.object({ principal: z.string(), ...sumsShape })),
  uses: usesShape.describe('By plugin and capability, the dearest first'),
});

/** What everybody has spent, for whoever runs the oracle. */
export function listSpending({ currency, db, clock, timeZone }: Desk): AnyOperation {
  return defineOperation({
    name: 'list_spending',
    title: 'What everybody has spent',
    description:
      'For the operator: what each principal has spent on language models this month, and what each plugin and capability cost, the dearest first. Amounts are millionths of a credit.',
    effect: 'read',
    scope: 'credits',
    input: z.object({ limit: z.coerce.number().int().min(1).max(1_000).default(100) }),
    answer: { description: 'Spending by principal', schema: spendingShape },
    tool: { input: z.object({}) },
    route: { method: 'get', path: '/credits/spending' },
    async run({ limit }): Promise<z.output<typeof spendingShape>> {
      const { month } = periodOf(clock.now(), timeZone);
      const since = startOf(month, timeZone);
      const rows = await costsByPrincipal(db, since, limit);
      return {
        currency,
        from: new Date(since).toISOString(),
        uses: await usesOf(db, month),
        principals: rows.map((costs) => ({ principal: costs.principal, ...sumsView(costs) })),
      };
    },
    summary({ currency: unit, principals }) {
      const sum = principals.reduce((all, costs) => all + costs.amount, 0);
      return `${printMicro(BigInt(sum))} ${unit} this month, by ${counted(principals.length, 'principal')}.`;
    },
  });
}
