import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { testStorage } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callsOfRun } from './entries.js';
import { Ledger } from './ledger.js';
import { migrations } from './migrations.js';
import type { CreditsTables } from './tables.js';

type Database = Kysely<CreditsTables>;

let storage: Awaited<ReturnType<typeof testStorage>>;
const db = () => storage.database.as<CreditsTables>();
beforeAll(async () => {
  storage = await testStorage({ plugin: 'credits', migrations, clock: { now: () => 0 } });
});
afterAll(() => storage.close());

/** The database, which tells of the prepared statements that it runs. */
function toldOf(database: Database, told: (query: CompiledQuery) => void): Database {
  const heard = <T extends Database>(real: T): T =>
    new Proxy(real, {
      get(target, key) {
        if (key === 'executeQuery')
          return (query: CompiledQuery) => {
            told(query);
            return target.executeQuery(query);
          };
        if (key === 'transaction')
          return () => ({
            execute: (work: (trx: Transaction<CreditsTables>) => Promise<unknown>) =>
              target.transaction().execute((trx) => work(heard(trx))),
          });
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return heard(database);
}

/** The first step of SQLite's plan for a query. */
async function placesLookedAt(query: CompiledQuery | undefined): Promise<string> {
  const plan = await db().executeQuery<{ detail: string }>({
    ...sql`explain query plan ${sql.raw(query?.sql ?? '')}`.compile(db()),
    parameters: query?.parameters ?? [],
  });
  return plan.rows[0]?.detail ?? '';
}

it('books a call without a look at the calls before it', async () => {
  const read: CompiledQuery[] = [];
  const ledger = new Ledger(
    toldOf(db(), (query) => {
      if (query.sql.startsWith('select') && query.sql.includes('credits_entries')) read.push(query);
    }),
  );
  const call = { id: 'call', principal: 'did:key:a', runId: 'run', sessionId: 'session' };
  const used = { cost: 0n, details: { model: 'unpriced', input: 1, cached: 0, output: 1 } };
  const moment = { at: 1_000, period: { day: '2026-11-28', month: '2026-11' } };
  await ledger.settle(call, used, moment);
  expect(read).toEqual([]);

  await ledger.settle(call, used, moment, true);
  expect(await ledger.account(call.principal)).toMatchObject({ seq: 1 });
  expect(await placesLookedAt(read[0])).toContain('credits_entries_by_run (run_id=?)');
});

it('finds the calls of a run without a look at those of others', async () => {
  let asked: CompiledQuery | undefined;
  const logged = new Proxy(db(), {
    get(target, key) {
      if (key !== 'selectFrom') return Reflect.get(target, key);
      return (table: 'credits_entries') =>
        target
          .withPlugin({
            transformQuery: ({ node }) => {
              asked = db().getExecutor().compileQuery(node, { queryId: 'test' });
              return node;
            },
            transformResult: async ({ result }) => result,
          })
          .selectFrom(table);
    },
  });
  await callsOfRun(logged, 'did:key:a', 'run');
  expect(await placesLookedAt(asked)).toContain('credits_entries_by_run (run_id=?)');
});
