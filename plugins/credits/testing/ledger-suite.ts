import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { testStorage } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { periodOf, wholePeriodOf } from '../budget/periods.js';
import { standingOf } from '../budget/standing.js';
import { ledgerFaults } from '../store/entries.js';
import { type HeldCall, HOLD_MS, Ledger, type Moment } from '../store/ledger.js';
import { migrations } from '../store/migrations.js';
import type { CreditsTables } from '../store/tables.js';

const DAY = { day: '2026-11-28', month: '2026-11' };
const RUNS = 50;
const details = { model: 'dear', input: 1, cached: 0, output: 1 };

/** What a run does: how much it reserves, how often more of it, what it then uses, and whether it is killed before. */
interface PlayedRun {
  readonly reserve: number;
  readonly topUps: number;
  readonly used: number;
  readonly killed: boolean;
}

const playedRun: fc.Arbitrary<PlayedRun> = fc.record({
  reserve: fc.integer({ min: 1, max: 1_000 }),
  topUps: fc.integer({ min: 0, max: 3 }),
  used: fc.integer({ min: 0, max: 4_000 }),
  killed: fc.boolean(),
});

/** The ledger adds up, whatever 50 runs at a time do. Runs on both databases. */
export function ledgerSuite(place: () => { databaseUrl?: string }): void {
  let storage: Awaited<ReturnType<typeof testStorage>>;
  let ledger: Ledger;
  const db = () => storage.database.as<CreditsTables>();
  let next = 0;

  beforeAll(async () => {
    storage = await testStorage({ plugin: 'credits', migrations, clock: { now: () => 0 }, ...place() });
    ledger = new Ledger(db());
  });
  afterAll(() => storage.close());

  const callOf = (principal: string): HeldCall => {
    next += 1;
    return { id: `call-${next}`, principal, runId: `run-${next}`, sessionId: 'session' };
  };
  const moment = (at = 1_000): Moment => ({ at, period: DAY });
  const faults = async () => {
    const found: string[] = [];
    for await (const fault of ledgerFaults(db())) found.push(fault);
    return found;
  };

  async function play(run: PlayedRun, call: HeldCall, limit: bigint): Promise<'refused' | 'killed' | number> {
    for (let turn = 0; turn <= run.topUps; turn++) {
      const fits = await ledger.reserve(call, BigInt(run.reserve), moment(), { day: limit, month: limit });
      if (fits) continue;
      await ledger.settle(call, undefined, moment());
      return 'refused';
    }
    if (run.killed) return 'killed';
    const used = Math.min(run.used, run.reserve * (run.topUps + 1));
    await ledger.settle(call, { cost: BigInt(used), details }, moment());
    return used;
  }

  it('adds up and keeps the budget whatever 50 parallel runs reserve, use and leave behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(playedRun, { minLength: RUNS, maxLength: RUNS }),
        fc.integer({ min: 0, max: 40_000 }),
        async (runs, limit) => {
          next += 1;
          const principal = `did:key:${next}`;
          const ends = await Promise.all(runs.map((run) => play(run, callOf(principal), BigInt(limit))));
          const spent = ends.reduce<number>((sum, end) => sum + (typeof end === 'number' ? end : 0), 0);
          const killed = runs.filter((_, index) => ends[index] === 'killed');
          const held = killed.reduce((sum, run) => sum + run.reserve * (run.topUps + 1), 0);
          const account = await ledger.account(principal);
          expect(account?.spent ?? 0).toBe(spent);
          expect(account?.day_spent ?? 0).toBe(spent);
          expect(account?.reserved ?? 0).toBe(held);
          expect(spent + held).toBeLessThanOrEqual(limit);

          // A process that is gone renews nothing.
          await ledger.sweep(1_000 + HOLD_MS);
          expect((await ledger.account(principal))?.reserved ?? 0).toBe(0);
          expect(await faults()).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('refuses what does not fit into the day or the month, and leaves no trace of it', async () => {
    const call = callOf('did:key:tight');
    expect(await ledger.reserve(call, 60n, moment(), { day: 100n })).toBe(true);
    expect(await ledger.reserve(callOf('did:key:tight'), 41n, moment(), { day: 100n })).toBe(false);
    expect(await ledger.reserve(callOf('did:key:tight'), 40n, moment(), { day: 100n, month: 99n })).toBe(
      false,
    );
    expect(await ledger.account('did:key:tight')).toMatchObject({ reserved: 60, seq: 1 });
    const holds = await db()
      .selectFrom('credits_holds')
      .select('id')
      .where('principal', '=', 'did:key:tight')
      .execute();
    expect(holds).toEqual([{ id: call.id }]);
  });

  it('begins a day and a month anew once, also for somebody who moves between zones', async () => {
    const principal = 'did:key:traveller';
    const spend = async (day: string, amount: bigint) => {
      const call = callOf(principal);
      const at = { at: 1_000, period: { day, month: day.slice(0, 7) } };
      const fits = await ledger.reserve(call, amount, at, { day: 100n, month: 250n });
      await ledger.settle(call, fits ? { cost: amount, details } : undefined, at);
      return fits;
    };
    expect(await spend('2026-11-29', 100n)).toBe(true);
    expect(await spend('2026-11-28', 1n)).toBe(false);
    expect(await spend('2026-11-29', 1n)).toBe(false);
    expect(await spend('2026-11-30', 100n)).toBe(true);
    expect(await spend('2026-12-01', 60n)).toBe(true);
    expect(await spend('2026-11-30', 60n)).toBe(false);
  });

  it('begins a day when the one before has ended where it began, whatever zone comes after', async () => {
    const principal = 'did:key:eastward';
    const spend = async (at: string, zone: string) => {
      const call = callOf(principal);
      const moment = { at: Date.parse(at), period: wholePeriodOf(Date.parse(at), zone) };
      const fits = await ledger.reserve(call, 100n, moment, { day: 100n });
      await ledger.settle(call, fits ? { cost: 100n, details } : undefined, moment);
      return fits;
    };
    expect(await spend('2026-11-29T20:17:00Z', 'Africa/Nairobi')).toBe(true);
    expect(await spend('2026-11-29T20:21:00Z', 'Pacific/Kiritimati')).toBe(false);
    const account = await ledger.account(principal);
    const now = Date.parse('2026-11-29T20:21:00Z');
    const here = { ...periodOf(now, 'Pacific/Kiritimati'), at: now };
    expect(standingOf(account, { day: 100n }, here, 'Pacific/Kiritimati')).toMatchObject({
      available: 0n,
      spent: { today: 100n },
      resetsAt: Date.parse('2026-11-29T21:00:00Z'),
    });
    expect(await spend('2026-11-29T21:00:00Z', 'Pacific/Kiritimati')).toBe(true);
    expect(await spend('2026-11-29T22:00:00Z', 'Africa/Nairobi')).toBe(false);
    expect(await faults()).toEqual([]);
  });

  it('takes what a call used though it is more than was set aside, or a sweep has given it back', async () => {
    const call = callOf('did:key:more');
    await ledger.reserve(call, 10n, moment(), {});
    await ledger.settle(call, { cost: 25n, details }, moment());
    const late = callOf('did:key:more');
    await ledger.reserve(late, 10n, moment(), {});
    await ledger.sweep(1_000 + HOLD_MS);
    await ledger.settle(late, { cost: 5n, details }, moment());
    expect(await ledger.account('did:key:more')).toMatchObject({ spent: 30, reserved: 0 });
    expect(await faults()).toEqual([]);
  });

  it('books a call once, however often it is tried', async () => {
    const call = callOf('did:key:again');
    await ledger.reserve(call, 10n, moment(), {});
    for (let time = 0; time < 3; time++) await ledger.settle(call, { cost: 7n, details }, moment(), time > 0);
    expect(await ledger.account('did:key:again')).toMatchObject({ spent: 7, reserved: 0, seq: 3 });
    expect(await faults()).toEqual([]);
  });

  it('leaves alone what is renewed', async () => {
    const call = callOf('did:key:alive');
    await ledger.reserve(call, 10n, moment(), {});
    await ledger.renew([call.id], 1_000 + HOLD_MS / 2);
    expect(await ledger.sweep(1_000 + HOLD_MS)).toBe(0);
    expect(await ledger.sweep(1_000 + HOLD_MS / 2 + HOLD_MS)).toBeGreaterThan(0);
  });

  describe('a ledger that somebody has changed', () => {
    const spoil: Record<string, (principal: string) => Promise<unknown>> = {
      'an amount': (principal) =>
        db()
          .updateTable('credits_entries')
          .set({ amount: 1 })
          .where('principal', '=', principal)
          .where('seq', '=', 2)
          .execute(),
      'a model': (principal) =>
        db()
          .updateTable('credits_entries')
          .set({ model: 'cheap' })
          .where('principal', '=', principal)
          .where('seq', '=', 2)
          .execute(),
      'the last entry': (principal) =>
        db().deleteFrom('credits_entries').where('principal', '=', principal).where('seq', '=', 3).execute(),
      'the account': (principal) =>
        db().updateTable('credits_accounts').set({ spent: 0 }).where('principal', '=', principal).execute(),
      'the day of the account': (principal) =>
        db()
          .updateTable('credits_accounts')
          .set({ day_spent: 0 })
          .where('principal', '=', principal)
          .execute(),
      'the month of the account': (principal) =>
        db()
          .updateTable('credits_accounts')
          .set({ month_spent: 4 })
          .where('principal', '=', principal)
          .execute(),
      'that the account is gone': (principal) =>
        db().deleteFrom('credits_accounts').where('principal', '=', principal).execute(),
    };
    for (const [what, change] of Object.entries(spoil)) {
      it(`says so: ${what}`, async () => {
        const principal = `did:key:spoilt-${randomInt(1_000_000_000)}`;
        const call = callOf(principal);
        await ledger.reserve(call, 10n, moment(), {});
        await ledger.settle(call, { cost: 5n, details }, moment());
        expect(await faults()).toEqual([]);
        await change(principal);
        expect(await faults()).toEqual([expect.stringContaining(principal)]);
        await db().deleteFrom('credits_accounts').where('principal', '=', principal).execute();
        await db().deleteFrom('credits_entries').where('principal', '=', principal).execute();
      });
    }
  });
}
