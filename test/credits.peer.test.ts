import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchDatabase } from '../src/testing/scratch-database.js';
import { ledgerSurvivesKills } from './support/credits-kill.js';

const database = scratchDatabase('credits_kill');
beforeAll(database.create);
afterAll(database.drop);

it('the ledger adds up on PostgreSQL after kill -9 with 50 answers under way', async () => {
  expect(await ledgerSurvivesKills(3, database.url())).toBeUndefined();
}, 180_000);
