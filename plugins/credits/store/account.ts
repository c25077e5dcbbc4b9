import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Period } from '../budget/periods.js';
import { link, type Posting } from '../ledger/entry.js';
import type { Micro } from '../money/amount.js';
import { rowOf } from './entry-rows.js';
import type { CreditsTables } from './tables.js';

type Database = Kysely<CreditsTables>;
export type AccountRow = Selectable<CreditsTables['credits_accounts']>;

/** What a principal may use, in millionths; absent: as much as they like. */
export interface Limits {
  readonly day?: Micro | undefined;
  readonly month?: Micro | undefined;
}

/** One change of an account, with what is written about it. */
export interface Change {
  readonly principal: string;
  readonly period: Period;
  readonly at: number;
  readonly reserved: Micro;
  readonly spent: Micro;
  readonly postings: readonly Posting[];
}

/**
 * Books a change and its entries. With limits, one statement decides: it books only what fits into what is left of day and
 * month, whatever others book at the same time. Whoever lives by another zone from now on gets no day twice: the day of
 * an account only grows.
 * @returns false when it does not fit; then nothing has changed
 */
export async function book(
  trx: Transaction<CreditsTables>,
  change: Change,
  limits: Limits = {},
): Promise<boolean> {
  const { principal } = change;
  let row = await update(trx, change, limits);
  if (row === undefined && (await open(trx, principal))) row = await update(trx, change, limits);
  if (row === undefined) return false;
  let head = { seq: row.seq, hash: row.hash };
  const entries = change.postings.map((posting) => {
    const entry = link(posting, { principal, at: change.at }, head);
    head = entry;
    return rowOf(entry);
  });
  if (entries.length === 0) return true;
  await trx.insertInto('credits_entries').values(entries).execute();
  await trx
    .updateTable('credits_accounts')
    .set({ seq: head.seq, hash: head.hash })
    .where('principal', '=', principal)
    .execute();
  return true;
}

function update(db: Database, change: Change, limits: Limits): Promise<AccountRow | undefined> {
  const { principal, period, reserved, spent } = change;
  const of = {
    day: spentIn('day_spent', 'day', period.day),
    month: spentIn('month_spent', 'month', period.month),
  };
  let query = db
    .updateTable('credits_accounts')
    .set((eb) => ({
      day_spent: sql<number>`${of.day} + ${Number(spent)}`,
      month_spent: sql<number>`${of.month} + ${Number(spent)}`,
      day: later('day', period.day),
      month: later('month', period.month),
      spent: eb('spent', '+', Number(spent)),
      reserved: eb('reserved', '+', Number(reserved)),
    }))
    .where('principal', '=', principal);
  for (const kind of ['day', 'month'] as const) {
    const limit = limits[kind];
    if (limit !== undefined)
      query = query.where(
        sql<boolean>`${of[kind]} + reserved + ${Number(spent + reserved)} <= ${Number(limit)}`,
      );
  }
  return query.returningAll().executeTakeFirst();
}

/** What is spent in a period: nothing yet when a later one than the account's begins. */
function spentIn(column: string, key: string, period: string): RawBuilder<number> {
  return sql<number>`(case when ${period} > ${sql.ref(key)} then 0 else ${sql.ref(column)} end)`;
}

function later(key: string, period: string): RawBuilder<string> {
  return sql<string>`case when ${period} > ${sql.ref(key)} then ${period} else ${sql.ref(key)} end`;
}

/** @returns false when it was there */
async function open(db: Database, principal: string): Promise<boolean> {
  const opened = await db
    .insertInto('credits_accounts')
    .values({
      principal,
      day: '',
      month: '',
      day_spent: 0,
      month_spent: 0,
      spent: 0,
      reserved: 0,
      seq: 0,
      hash: '',
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return (opened.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
