import type { Kysely } from 'kysely';
import { prepareQuery } from 'oracle-runtime/kit';
import type { Period } from '../budget/periods.js';
import type { CallDetails, Posting } from '../ledger/entry.js';
import type { Micro } from '../money/amount.js';
import { type AccountRow, book, type Limits } from './account.js';
import type { CreditsTables } from './tables.js';

/** A model call that value is set aside for. */
export interface HeldCall {
  readonly id: string;
  readonly principal: string;
  readonly runId: string;
  readonly sessionId: string;
}

/** What a call cost, and why. */
export interface Used {
  readonly cost: Micro;
  readonly details: CallDetails;
}

/** When something is booked: the moment, and which day that is for the principal. */
export interface Moment {
  readonly at: number;
  readonly period: Period;
}

/** Milliseconds after which a hold is given back unless it was renewed. */
export const HOLD_MS = 120_000;

/** Earlier than all others: begins no new day. */
const NO_PERIOD: Period = { day: '', month: '' };

/** Rolls a reservation back. */
class DoesNotFit extends Error {}

/** Double entry: every change is written as movements between accounts, in the same transaction. */
export class Ledger {
  readonly #db: Kysely<CreditsTables>;

  constructor(db: Kysely<CreditsTables>) {
    this.#db = db;
  }

  /**
   * Sets value aside for a call, or more of it.
   * @returns false when it is more than the limits leave; then nothing has changed
   */
  reserve(call: HeldCall, amount: Micro, moment: Moment, limits: Limits): Promise<boolean> {
    const { id, principal, runId, sessionId } = call;
    const postings = [posting(call, 'reserve', 'principal', 'reserved', amount)];
    const reserving = this.#db.transaction().execute(async (trx) => {
      // Always the hold before the account, so that two transactions never wait for each other.
      await trx
        .insertInto('credits_holds')
        .values({
          id,
          principal,
          run_id: runId,
          session_id: sessionId,
          amount: Number(amount),
          due_at: moment.at + HOLD_MS,
        })
        .onConflict((on) =>
          on.column('id').doUpdateSet((eb) => ({
            amount: eb('credits_holds.amount', '+', eb.ref('excluded.amount')),
            due_at: eb.ref('excluded.due_at'),
          })),
        )
        .execute();
      const change = { principal, ...moment, reserved: amount, spent: 0n, postings };
      if (!(await book(trx, change, limits))) throw new DoesNotFit();
    });
    return reserving.then(
      () => true,
      (error: unknown) => {
        if (error instanceof DoesNotFit) return false;
        throw error;
      },
    );
  }

  /**
   * Takes what a call cost of what was set aside for it, and gives back the rest. What it cost beyond that is taken all
   * the same: it was used. Another try for the same call books nothing more.
   * @param used undefined for a call that used nothing
   * @param again whether it was tried before
   */
  async settle(call: HeldCall, used: Used | undefined, moment: Moment, again = false): Promise<void> {
    const { principal } = call;
    const cost = used?.cost ?? 0n;
    await this.#db.transaction().execute(async (trx) => {
      const [hold] = (await endHold(trx, { id: call.id })).rows;
      // Without a hold it may be that this was booked before, and only the answer of the database was lost.
      if (again && hold === undefined && (await isSettled(trx, call))) return;
      const held = BigInt(hold?.amount ?? 0);
      const postings: Posting[] = [];
      if (cost > held) postings.push(posting(call, 'reserve', 'principal', 'reserved', cost - held));
      if (used !== undefined)
        postings.push({ ...posting(call, 'settle', 'reserved', 'used', cost), details: used.details });
      if (cost < held) postings.push(posting(call, 'release', 'reserved', 'principal', held - cost));
      if (postings.length === 0) return;
      await book(trx, { principal, ...moment, reserved: -held, spent: cost, postings });
    });
  }

  /** Says that calls are still in flight. */
  async renew(ids: readonly string[], at: number): Promise<void> {
    if (ids.length === 0) return;
    await this.#db
      .updateTable('credits_holds')
      .set({ due_at: at + HOLD_MS })
      .where('id', 'in', ids)
      .execute();
  }

  /**
   * Gives back what processes that ended have left set aside.
   * @returns how many holds
   */
  async sweep(at: number): Promise<number> {
    const due = await this.#db
      .selectFrom('credits_holds')
      .selectAll()
      .where('due_at', '<=', at)
      .limit(1_000)
      .execute();
    let swept = 0;
    for (const { id, principal, run_id: runId, session_id: sessionId } of due) {
      const call: HeldCall = { id, principal, runId, sessionId };
      await this.#db.transaction().execute(async (trx) => {
        const hold = await trx
          .deleteFrom('credits_holds')
          .where('id', '=', id)
          .where('due_at', '<=', at)
          .returning('amount')
          .executeTakeFirst();
        if (hold === undefined) return;
        const amount = BigInt(hold.amount);
        const postings = [posting(call, 'sweep', 'reserved', 'principal', amount)];
        await book(trx, { principal, at, period: NO_PERIOD, reserved: -amount, spent: 0n, postings });
        swept += 1;
      });
    }
    return swept;
  }

  account(principal: string): Promise<AccountRow | undefined> {
    return this.#db
      .selectFrom('credits_accounts')
      .selectAll()
      .where('principal', '=', principal)
      .executeTakeFirst();
  }
}

const endHold = prepareQuery<{ id: string }, { amount: number }, Kysely<CreditsTables>>((param, db) =>
  db.deleteFrom('credits_holds').where('id', '=', param('id')).returning('amount'),
);
const settledEntry = prepareQuery<Pick<HeldCall, 'id' | 'runId'>, { seq: number }, Kysely<CreditsTables>>(
  (param, db) =>
    db
      .selectFrom('credits_entries')
      .select('seq')
      // By the run alone: of two columns SQLite would take the index by time, in which all calls of the principal are.
      .where('run_id', '=', param('runId'))
      .where('call_id', '=', param('id'))
      .where('kind', '=', 'settle')
      .limit(1),
);

async function isSettled(db: Kysely<CreditsTables>, { id, runId }: HeldCall): Promise<boolean> {
  return (await settledEntry(db, { id, runId })).rows.length > 0;
}

function posting(
  { runId, sessionId, id }: HeldCall,
  kind: Posting['kind'],
  from: Posting['from'],
  to: Posting['to'],
  amount: Micro,
): Posting {
  return { kind, from, to, amount, runId, sessionId, callId: id };
}
