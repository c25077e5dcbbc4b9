import { type Kysely, sql } from 'kysely';
import { prepareQuery } from 'oracle-runtime/kit';
import type { Use } from '../metering/attribution.js';
import type { CreditsTables } from './tables.js';

type Database = Kysely<CreditsTables>;

/** Adds what a run was used for to a principal's month, such as `2026-11`. */
export async function addUses(
  db: Database,
  principal: string,
  month: string,
  uses: readonly Use[],
): Promise<void> {
  // Not in one transaction: figures beside the ledger, of which there is mostly one.
  for (const { inputTokens, outputTokens, ...use } of uses)
    await addUse(db, { month, principal, input_tokens: inputTokens, output_tokens: outputTokens, ...use });
}

const addUse = prepareQuery<CreditsTables['credits_uses'], never, Database>((param, db) =>
  db
    .insertInto('credits_uses')
    .values({
      month: param('month'),
      principal: param('principal'),
      plugin: param('plugin'),
      capability: param('capability'),
      calls: param('calls'),
      input_tokens: param('input_tokens'),
      output_tokens: param('output_tokens'),
      amount: param('amount'),
    })
    .onConflict((on) =>
      on.columns(['month', 'principal', 'plugin', 'capability']).doUpdateSet((eb) => ({
        calls: eb('credits_uses.calls', '+', eb.ref('excluded.calls')),
        input_tokens: eb('credits_uses.input_tokens', '+', eb.ref('excluded.input_tokens')),
        output_tokens: eb('credits_uses.output_tokens', '+', eb.ref('excluded.output_tokens')),
        amount: eb('credits_uses.amount', '+', eb.ref('excluded.amount')),
      })),
    ),
);

/** What the parts of the oracle cost in a month, the dearest first. @param principal of one alone; default of everybody */
export function usesOf(db: Database, month: string, principal?: string): Promise<Use[]> {
  const total = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
  let query = db
    .selectFrom('credits_uses')
    .where('month', '=', month)
    .select(['plugin', 'capability'])
    .select([
      total('calls').as('calls'),
      total('input_tokens').as('inputTokens'),
      total('output_tokens').as('outputTokens'),
      total('amount').as('amount'),
    ])
    .groupBy(['plugin', 'capability']);
  if (principal !== undefined) query = query.where('principal', '=', principal);
  return query.orderBy('amount', 'desc').orderBy('plugin').orderBy('capability').limit(500).execute();
}
