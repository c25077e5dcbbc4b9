import { type Kysely, sql } from 'kysely';
import { ChainCheck } from '../ledger/check-chain.js';
import type { Entry } from '../ledger/entry.js';
import { entryOf } from './entry-rows.js';
import type { CreditsTables } from './tables.js';

type Database = Kysely<CreditsTables>;

const PAGE = 500;

/** The entries of a principal from a place of the chain on, in order; `last` is included. */
export async function* entriesOf(
  db: Database,
  principal: string,
  last: number,
  first = 1,
): AsyncGenerator<readonly Entry[]> {
  for (let next = first; next <= last; next += PAGE) {
    const rows = await db
      .selectFrom('credits_entries')
      .selectAll()
      .where('principal', '=', principal)
      .where('seq', '>=', next)
      .where('seq', '<', next + PAGE)
      .where('seq', '<=', last)
      .orderBy('seq')
      .execute();
    yield rows.map(entryOf);
  }
}

/** The settled calls of a run, in order. */
export async function callsOfRun(db: Database, principal: string, runId: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('credits_entries')
    .selectAll()
    .where('run_id', '=', runId)
    // Not these columns themselves: SQLite would take an index in which all calls of the principal are.
    .where(sql`principal || ''`, '=', principal)
    .where(sql`kind || ''`, '=', 'settle')
    .orderBy('seq')
    .limit(10_000)
    .execute();
  return rows.map(entryOf);
}

/** What is wrong with the ledger, a line for each principal whose entries do not add up to their account. */
export async function* ledgerFaults(db: Database): AsyncGenerator<string> {
  let after = '';
  while (true) {
    const accounts = await db
      .selectFrom('credits_accounts')
      .selectAll()
      .where('principal', '>', after)
      .orderBy('principal')
      .limit(100)
      .execute();
    for (const account of accounts) {
      const check = new ChainCheck();
      let inDay = 0n;
      let inMonth = 0n;
      for await (const page of entriesOf(db, account.principal, account.seq)) {
        for (const entry of page) {
          check.take(entry);
          const used = entry.to === 'used' ? entry.amount : 0n;
          if (entry.seq > account.day_after) inDay += used;
          if (entry.seq > account.month_after) inMonth += used;
        }
      }
      const { head, sums } = check;
      if (check.fault !== undefined) yield `The ledger of ${account.principal}: ${check.fault}.`;
      else if (head.seq !== account.seq || head.hash !== account.hash)
        yield `The ledger of ${account.principal} ends at entry ${head.seq}, not at ${account.seq}, as its account says.`;
      else if (sums.spent !== BigInt(account.spent) || sums.reserved !== BigInt(account.reserved))
        yield `The account of ${account.principal} is not what its ${head.seq} entries come to.`;
      // Those that began before it was written down behind which entry are not known.
      else if (account.day_after >= 0 && inDay !== BigInt(account.day_spent))
        yield `The account of ${account.principal} says of its day another sum than its entries.`;
      else if (account.month_after >= 0 && inMonth !== BigInt(account.month_spent))
        yield `The account of ${account.principal} says of its month another sum than its entries.`;
    }
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last.principal;
  }
  const strays = await db
    .selectFrom('credits_entries as entry')
    .leftJoin('credits_accounts as account', 'account.principal', 'entry.principal')
    .select(({ fn, ref }) => [
      'entry.principal',
      fn.max(ref('entry.seq')).as('last'),
      fn.max(ref('account.seq')).as('known'),
    ])
    .groupBy('entry.principal')
    .having(sql<boolean>`max(entry.seq) > coalesce(max(account.seq), 0)`)
    .orderBy('entry.principal')
    .execute();
  for (const { principal, last, known } of strays)
    yield known === null
      ? `The account of ${principal} is gone, though ${last} entries stand.`
      : `The account of ${principal} knows of ${known} entries, and there are ${last}.`;
}
