import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseFile } from '../store/database-file.js';
import { openStore } from '../store/index.js';

let seed: Promise<Buffer> | undefined;

/**
 * Gives a data directory without a database one with the runtime's own tables, as its first start would. Making them is
 * most of what a start costs, and a process of tests starts hundreds: this one makes them once.
 *
 * @throws OracleError `config_invalid` when the directory cannot be written
 */
export async function seedDatabase(dataDir: string): Promise<void> {
  const path = await createDatabaseFile(dataDir);
  if ((await stat(path)).size > 0) return;
  seed ??= firstDatabase();
  await writeFile(path, await seed);
}

async function firstDatabase(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seed-'));
  try {
    await (await openStore({ dataDir, clock: { now: () => 0 } })).close();
    return await readFile(join(dataDir, 'oracle.db'));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
