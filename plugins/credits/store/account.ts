import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { prepareQuery } from 'oracle-runtime/kit';
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
 * month, whatever others book at the same time. Whoever lives by another zone from now on gets no day twice, and none early:
 * the day of an account only grows, and the next one begins when the one before has ended where it began.
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
  for (const entry of entries) await insertEntry(trx, entry);
  await setHead(trx, { ...head, principal });
  return true;
}

type Entry = CreditsTables['credits_entries'];
const insertEntry = prepareQuery<Entry, never, Database>((param, db) =>
  db.insertInto('credits_entries').values({
    principal: param('principal'),
    seq: param('seq'),
    at: param('at'),
    kind: param('kind'),
    debit: param('debit'),
    credit: param('credit'),
    amount: param('amount'),
    run_id: param('run_id'),
    session_id: param('session_id'),
    call_id: param('call_id'),
    model: param('model'),
    input_tokens: param('input_tokens'),
    cached_tokens: param('cached_tokens'),
    output_tokens: param('output_tokens'),
    estimated: param('estimated'),
    rate: param('rate'),
    previous: param('previous'),
    hash: param('hash'),
  }),
);
const setHead = prepareQuery<{ principal: string; seq: number; hash: string }, never, Database>((param, db) =>
  db
    .updateTable('credits_accounts')
    .set({ seq: param('seq'), hash: param('hash') })
    .where('principal', '=', param('principal')),
);

/** More than anything comes to. */
const NO_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

interface Booked {
  readonly principal: string;
  readonly day: string;
  readonly month: string;
  readonly at: number;
  readonly dayEnds: number;
  readonly monthEnds: number;
  readonly spent: number;
  readonly reserved: number;
  /** Both of them. */
  readonly more: number;
  readonly dayLimit: number;
  readonly monthLimit: number;
}

const bookWithin = prepareQuery<Booked, AccountRow, Database>((param, db) => {
  const inDay = { key: 'day', until: 'day_until', period: param('day'), at: param('at') } as const;
  const inMonth = { key: 'month', until: 'month_until', period: param('month'), at: param('at') } as const;
  const day = spentIn('day_spent', inDay);
  const month = spentIn('month_spent', inMonth);
  return db
    .updateTable('credits_accounts')
    .set((eb) => ({
      day_spent: sql<number>`${day} + ${param('spent')}`,
      month_spent: sql<number>`${month} + ${param('spent')}`,
      day: sql<string>`case when ${begins(inDay)} then ${param('day')} else ${sql.ref('day')} end`,
      month: sql<string>`case when ${begins(inMonth)} then ${param('month')} else ${sql.ref('month')} end`,
      day_until: sql<number>`case when ${begins(inDay)} then ${param('dayEnds')} else ${sql.ref('day_until')} end`,
      month_until: sql<number>`case when ${begins(inMonth)} then ${param('monthEnds')} else ${sql.ref('month_until')} end`,
      day_after: sql<number>`case when ${begins(inDay)} then seq else ${sql.ref('day_after')} end`,
      month_after: sql<number>`case when ${begins(inMonth)} then seq else ${sql.ref('month_after')} end`,
      spent: eb('spent', '+', param('spent')),
      reserved: eb('reserved', '+', param('reserved')),
    }))
    .where('principal', '=', param('principal'))
    .where(sql<boolean>`${day} + reserved + ${param('more')} <= ${param('dayLimit')}`)
    .where(sql<boolean>`${month} + reserved + ${param('more')} <= ${param('monthLimit')}`)
    .returningAll();
});

async function update(db: Database, change: Change, limits: Limits): Promise<AccountRow | undefined> {
  const { principal, period, reserved, spent } = change;
  const { rows } = await bookWithin(db, {
    principal,
    day: period.day,
    month: period.month,
    at: change.at,
    dayEnds: period.ends?.day ?? 0,
    monthEnds: period.ends?.month ?? 0,
    spent: Number(spent),
    reserved: Number(reserved),
    more: Number(spent + reserved),
    dayLimit: Number(limits.day ?? NO_LIMIT),
    monthLimit: Number(limits.month ?? NO_LIMIT),
  });
  return rows[0];
}

interface Wanted {
  readonly key: string;
  readonly until: string;
  readonly period: string;
  readonly at: number;
}

/** Whether a period is later than the account's, and that one over. */
function begins({ key, until, period, at }: Wanted): RawBuilder<boolean> {
  return sql<boolean>`(${period} > ${sql.ref(key)} and ${at} >= ${sql.ref(until)})`;
}

/** What is spent in a period: nothing yet when it begins now. */
function spentIn(column: string, wanted: Wanted): RawBuilder<number> {
  return sql<number>`(case when ${begins(wanted)} then 0 else ${sql.ref(column)} end)`;
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
      day_until: 0,
      month_until: 0,
      day_after: 0,
      month_after: 0,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return (opened.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
