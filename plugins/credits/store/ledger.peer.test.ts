import { scratchDatabase } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { ledgerSuite } from '../testing/ledger-suite.js';

describe('the ledger on PostgreSQL', () => {
  const database = scratchDatabase('credits');
  beforeAll(database.create);
  afterAll(database.drop);
  ledgerSuite(() => ({ databaseUrl: database.url() }));
});
