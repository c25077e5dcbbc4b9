import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { openStore } from './index.js';
import { repositorySuites } from './repository-suites/index.js';

describe('SQLite', () => {
  const directories: string[] = [];
  afterAll(async () => {
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });
  repositorySuites(async (clock) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'oracle-store-'));
    directories.push(dataDir);
    return openStore({ dataDir, clock });
  });
});
