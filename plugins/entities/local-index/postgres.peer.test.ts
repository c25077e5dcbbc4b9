import { scratchDatabase } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { indexSuite } from '../testing/index-suite.js';
import { openEntities } from '../testing/open-entities.js';

const database = scratchDatabase('entities');

describe('the index in PostgreSQL', () => {
  beforeAll(database.create);
  afterAll(database.drop);
  indexSuite(20, () => openEntities({ databaseUrl: database.url() }));
});
