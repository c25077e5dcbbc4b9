import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../plugin/index.js';
import { createApiKeys } from './api-keys.js';
import { createAuditLog } from './audit.js';
import { createDiskBlobs } from './blobs.js';
import { createConversationRows } from './conversations.js';
import { createDecisionRows } from './decisions.js';
import { openDatabase } from './dialect.js';
import { createErasure } from './erasure.js';
import { createFollowers } from './followers.js';
import { createInstances } from './instances.js';
import { createKeyVault } from './key-vault.js';
import { createLeases } from './leases.js';
import { createLinks } from './links.js';
import { createLogins } from './logins.js';
import { createMigrator } from './migrations.js';
import { createPasskeys } from './passkeys.js';
import { createPeople } from './people.js';
import { requireRestored } from './restore-mark.js';
import { createRuns } from './runs.js';
import { CORE_MIGRATIONS } from './schema.js';
import { createSessions } from './sessions.js';
import { createSharedCounts } from './shared-counts.js';
import { createShares } from './shares.js';
import { createThreads } from './threads.js';
import type { Store } from './types.js';
import { createUcans } from './ucans.js';
import { createWakeUps, NO_WAKE_UPS } from './wake-ups.js';

export interface OpenStoreOptions {
  /** Made (0700) when it is not there. Blobs are here also when the database is PostgreSQL. */
  readonly dataDir: string;
  /** `postgres://...`; SQLite in `dataDir` without it. */
  readonly databaseUrl?: string;
  readonly clock: Clock;
  /** No other process runs agents on the database. Default: on SQLite. */
  readonly alone?: boolean;
  /** Asked before each piece of a blob is written. @throws OracleError `insufficient_storage` */
  readonly requireRoom?: () => void;
}

/**
 * Opens the database, brings the core's schema up to date and hands out the repositories.
 *
 * @throws OracleError `config_invalid` (not a database, no permission, wrong URL or password) or `unavailable`
 * (locked, disk full, no connection), each with how to mend it.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { clock } = options;
  requireRestored(options.dataDir);
  const database = await openDatabase(options.dataDir, options.databaseUrl);
  const { db } = database;
  try {
    const migrator = await createMigrator(database, clock);
    await migrator.migrate('core', CORE_MIGRATIONS);
    const vault = createKeyVault(db, options.dataDir, clock);
    const own = randomUUID();
    const alone = options.alone ?? database.dialect === 'sqlite';
    const wakeUps = database.channel === undefined ? NO_WAKE_UPS : createWakeUps(database.channel, own);
    let closing: Promise<void> | undefined;
    return {
      db,
      dialect: database.dialect,
      sessions: createSessions(db, clock),
      threads: createThreads(database, { clock, instance: own }),
      runs: createRuns(db, {
        dialect: database.dialect,
        clock,
        keys: vault.keys('core'),
        instance: own,
        tell: wakeUps.tell,
      }),
      instances: createInstances(database, { clock, own, alone }),
      leases: createLeases(database, { clock, own, alone }),
      followers: createFollowers(database, { clock, own, alone }),
      wakeUps,
      sharedCounts: createSharedCounts(database, clock),
      apiKeys: createApiKeys(db, clock),
      logins: createLogins(db, clock),
      passkeys: createPasskeys(db, clock),
      ucans: createUcans(db, clock),
      audit: createAuditLog(db, clock),
      conversations: createConversationRows(db, clock),
      links: createLinks(db, clock),
      people: createPeople(db, clock),
      shares: createShares(db, clock),
      decisions: createDecisionRows(db, clock),
      erasure: createErasure(db),
      blobs: createDiskBlobs(options.dataDir, options.requireRoom),
      ...vault,
      migrate: migrator.migrate,
      pool: () => database.pool?.(),
      ping: async () => void (await sql`select 1`.execute(db)),
      close: () => {
        closing ??= wakeUps.close().then(() => database.close());
        return closing;
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
