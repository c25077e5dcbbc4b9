import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import { openStore } from '../../../src/store/index.js';
import { migrations } from '../store/migrations.js';
import type { SamplingTables } from '../store/tables.js';

/** This plugin's tables for tests: in a fresh database in a temporary directory, or in an empty PostgreSQL. */
export async function openTestStore(
  clock: Clock,
  databaseUrl?: string,
): Promise<{
  readonly db: Kysely<SamplingTables>;
  close(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sampling-'));
  const store = await openStore({ dataDir, clock, ...(databaseUrl !== undefined && { databaseUrl }) });
  await store.migrate('sampling', migrations);
  return {
    db: store.db as unknown as Kysely<SamplingTables>,
    close: async () => {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
