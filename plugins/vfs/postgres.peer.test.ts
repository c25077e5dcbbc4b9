import { scratchDatabase } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { driveSuite } from './testing/drive-suite.js';
import { largeFolderSuite } from './testing/large-folder-suite.js';
import { openTestFiles } from './testing/open-test-files.js';

for (const suite of [driveSuite, largeFolderSuite]) {
  describe('PostgreSQL', () => {
    // Keys are a data directory's, so that each has a database of its own.
    const database = scratchDatabase('vfs');
    beforeAll(database.create);
    afterAll(database.drop);
    suite(() => openTestFiles({ databaseUrl: database.url() }));
  });
}
