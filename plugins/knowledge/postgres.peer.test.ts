import { scratchDatabase } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { indexSuite } from './testing/index-suite.js';

describe('PostgreSQL', () => {
  const database = scratchDatabase('knowledge');
  beforeAll(database.create);
  afterAll(database.drop);
  indexSuite(database.url);
});
