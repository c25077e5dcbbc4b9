import { afterAll, beforeAll, describe } from 'vitest';
import { scratchDatabase } from '../../src/store/testing/scratch-database.js';
import { driveSuite } from './testing/drive-suite.js';
import { openTestFiles } from './testing/open-test-files.js';

const database = scratchDatabase('vfs');

describe('PostgreSQL', () => {
  beforeAll(database.create);
  afterAll(database.drop);
  driveSuite(() => openTestFiles({ databaseUrl: database.url() }));
});
