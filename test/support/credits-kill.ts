import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ledgerFaults } from '../../plugins/credits/store/entries.js';
import { HOLD_MS, Ledger } from '../../plugins/credits/store/ledger.js';
import { migrations } from '../../plugins/credits/store/migrations.js';
import type { CreditsTables } from '../../plugins/credits/store/tables.js';
import { constantAnswer, startScriptedModelServer } from '../../src/testing/scripted-model-server.js';
import { testStorage } from '../../src/testing/test-storage.js';
import { OracleProject } from './oracle-process.js';
import { Client } from './sse.js';

const RUNS = 50;
/** 100 tokens in and 200 out, at 1 and 10 millionths each. */
const COST = 100 + 2_000;

/**
 * Kills an oracle in which 50 answers are under way, again and again: each time the ledger adds up, every answer that came
 * to its end is paid for exactly once, and what the others had set aside comes back.
 */
export async function ledgerSurvivesKills(rounds: number, databaseUrl?: string): Promise<void> {
  const model = await startScriptedModelServer(constantAnswer(200, 400));
  const rates = [{ model: '*', from: '2026-01-01', input: 1, output: 10 }];
  const project = new OracleProject({
    env: {
      LLM_BASE_URL: model.url,
      LLM_API_KEY: 'test',
      LLM_MODEL: 'scripted',
      RATE_LIMIT_PER_MINUTE: '100000',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    config: { plugins: { credits: { rates, budgets: { '*': { month: 1_000 } }, reserveTokens: 50 } } },
  });
  try {
    let finished = 0;
    /** Answers whose booking waited for the database when the process was killed. */
    let unbooked = 0;
    let key: string | undefined;
    for (let round = 0; round < rounds; round++) {
      const oracle = await project.start();
      key ??= await project.createKey('chat');
      const client = new Client(oracle.url, key);
      let heard = () => {};
      const first = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const chats = Array.from({ length: RUNS }, () => chatUntilKilled(client, heard));
      await first;
      await new Promise((resolve) => setTimeout(resolve, randomInt(2_000)));
      await oracle.stop('SIGKILL');
      finished += (await Promise.all(chats)).reduce((sum, done) => sum + done, 0);
      unbooked += oracle.output.split('could not be booked yet').length - 1;
      await checkLedger(project, finished - unbooked, databaseUrl);
    }
    expect(finished).toBeGreaterThan(0);
  } finally {
    await project.remove();
    await model.close().catch(() => undefined);
  }
}

/** @returns how many answers were heard to their end */
async function chatUntilKilled(client: Client, heard: () => void): Promise<number> {
  let done = 0;
  try {
    for (;;) {
      const response = await client.send(await client.createSession(), 'Count');
      if (!(await response.text()).includes('event: done')) continue;
      done += 1;
      heard();
    }
  } catch {
    return done;
  }
}

async function checkLedger(project: OracleProject, finished: number, databaseUrl?: string): Promise<void> {
  const clock = { now: () => Date.now() };
  const dataDir = join(project.dir, 'data');
  const storage = await testStorage({ plugin: 'credits', migrations, clock, dataDir, databaseUrl });
  try {
    const db = storage.database.as<CreditsTables>();
    const ledger = new Ledger(db);
    const account = await db.selectFrom('credits_accounts').selectAll().executeTakeFirstOrThrow();
    const held = await db.selectFrom('credits_holds').select('amount').execute();
    expect(held.reduce((sum, { amount }) => sum + amount, 0)).toBe(account.reserved);
    // One that was paid for may not have been heard to its end.
    const paid = await db
      .selectFrom('credits_entries')
      .select('amount')
      .where('kind', '=', 'settle')
      .execute();
    expect(paid.every(({ amount }) => amount === COST)).toBe(true);
    expect(account.spent).toBe(paid.length * COST);
    expect(paid.length).toBeGreaterThanOrEqual(finished);

    await ledger.sweep(Date.now() + HOLD_MS);
    expect(await ledger.account(account.principal)).toMatchObject({ reserved: 0, spent: account.spent });
    const faults: string[] = [];
    for await (const fault of ledgerFaults(db)) faults.push(fault);
    expect(faults).toEqual([]);
  } finally {
    await storage.close();
  }
}
