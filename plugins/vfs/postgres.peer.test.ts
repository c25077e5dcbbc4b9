import { scratchDatabase } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { driveSuite } from './testing/drive-suite.js';
import { largeFolderSuite } from './testing/large-folder-suite.js';
import { openTestFiles } from './testing/open-test-files.js';

const database = scratchDatabase('vfs');

describe('PostgreSQL', () => {
  beforeAll(database.create);
  afterAll(database.drop);
  driveSuite(() => openTestFiles({ databaseUrl: database.url() }));
  largeFolderSuite(() => openTestFiles({ databaseUrl: database.url() }));
});
