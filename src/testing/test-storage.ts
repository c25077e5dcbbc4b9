import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs, Clock, Keys, Migration, PluginDatabase } from '../plugin/index.js';
import { openStore } from '../store/index.js';
import { seedDatabase } from './seed-database.js';

export interface TestStorageOptions {
  /** Name of the plugin. */
  readonly plugin: string;
  readonly migrations: Readonly<Record<string, Migration>>;
  readonly clock: Clock;
  /** A folder that outlives `close`, to open again. Default: a temporary one. */
  readonly dataDir?: string | undefined;
  /** An empty PostgreSQL in the place of a database in the folder. */
  readonly databaseUrl?: string | undefined;
}

/** What the runtime keeps for a plugin, as `setup` gets it. */
export interface TestStorage {
  readonly database: PluginDatabase;
  readonly blobs: Blobs;
  readonly keys: Keys;
  /** Where it all is. */
  readonly dataDir: string;
  close(): Promise<void>;
}

/** A plugin's tables, blobs and keys without the plugin: a real database, its tables migrated. */
export async function testStorage(options: TestStorageOptions): Promise<TestStorage> {
  const { plugin, migrations, clock, databaseUrl } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), `${plugin}-`)));
  if (databaseUrl === undefined) await seedDatabase(dataDir);
  const store = await openStore({ dataDir, clock, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  await store.migrate(plugin, migrations);
  return {
    database: { as: () => store.db } as unknown as PluginDatabase,
    blobs: store.blobs(plugin),
    keys: store.keys(plugin),
    dataDir,
    close: async () => {
      await store.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
