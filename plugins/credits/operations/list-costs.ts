import { decodeCursor, toPage } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, refuseCursor } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { printMicro } from '../money/amount.js';
import { costsByRun, costsOfSession } from '../store/costs.js';
import type { Desk } from './desk.js';
import { counted, sumsShape, sumsView } from './shapes.js';

export const costsShape = z.object({
  currency: z.string(),
  sessionId: z.string().optional(),
  total: z.object(sumsShape).optional().describe('Of the whole conversation'),
  runs: z.array(z.object({ runId: z.string(), sessionId: z.string(), at: z.iso.datetime(), ...sumsShape })),
  cursor: z.string().optional(),
});

/** What answers cost, one by one. */
export function listCosts({ currency, db }: Desk): AnyOperation {
  return defineOperation({
    name: 'list_costs',
    title: 'What answers cost',
    description:
      "Lists what the caller's answers cost, newest first: model calls, tokens, and millionths of a credit. An agent asks about the conversation that it is in, unless it names another.",
    effect: 'read',
    input: z.object({
      sessionId: z.string().min(1).max(200).optional().describe('Only of this conversation'),
      limit: z.coerce.number().int().min(1).max(200).default(20),
      cursor: z.string().max(500).optional(),
    }),
    answer: { description: 'Costs by answer', schema: costsShape },
    tool: { input: z.object({ sessionId: z.string().min(1).max(200).optional() }) },
    route: { method: 'get', path: '/credits/costs', auth: 'any' },
    async run({ sessionId, limit, cursor }, { principal, run }): Promise<z.output<typeof costsShape>> {
      const session = sessionId ?? run?.sessionId;
      const [before] = cursor === undefined ? [] : (decodeCursor(cursor, ['number']) ?? refuseCursor());
      const rows = await costsByRun(db, principal.id, { sessionId: session, before, limit: limit + 1 });
      const { items, cursor: next } = toPage(
        rows,
        limit,
        (row) => ({
          runId: row.runId,
          sessionId: row.sessionId,
          at: new Date(row.at).toISOString(),
          ...sumsView(row),
        }),
        ({ seq }) => [seq],
      );
      return {
        currency,
        ...(session === undefined
          ? {}
          : { sessionId: session, total: sumsView(await costsOfSession(db, principal.id, session)) }),
        runs: items,
        ...(next === undefined ? {} : { cursor: next }),
      };
    },
    summary({ currency: unit, total, runs }) {
      const words = (micro: number) => `${printMicro(BigInt(micro))} ${unit}`;
      const sum = total ?? { calls: 0, amount: 0 };
      if (total === undefined) {
        const cost = runs.reduce((all, run) => all + run.amount, 0);
        return runs.length === 0
          ? 'No answer cost anything.'
          : `The last ${counted(runs.length, 'answer')}: ${words(cost)}.`;
      }
      return sum.calls === 0
        ? 'This conversation has cost nothing so far.'
        : `This conversation has cost ${words(sum.amount)} so far, in ${counted(sum.calls, 'model call')}.`;
    },
  });
}
