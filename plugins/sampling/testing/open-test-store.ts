import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import { testStorage } from 'oracle-runtime/testing';
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
  const { database, close } = await testStorage({ plugin: 'sampling', migrations, clock, databaseUrl });
  return { db: database.as<SamplingTables>(), close };
}
