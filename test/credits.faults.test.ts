import { expect, it } from 'vitest';
import { ledgerSurvivesKills } from './support/credits-kill.js';

it('the ledger adds up after kill -9 with 50 answers under way', async () => {
  expect(await ledgerSurvivesKills(3)).toBeUndefined();
}, 120_000);
