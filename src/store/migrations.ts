import type { Kysely, Transaction } from 'kysely';
import { messageOf } from '../kit/index.js';
import { type Clock, type Migration, OracleError } from '../plugin/index.js';
import type { Database } from './dialect.js';
import type { Tables } from './tables.js';

export interface Migrator {
  migrate(scope: string, steps: Readonly<Record<string, Migration>>): Promise<void>;
}

/**
 * Reads once which steps ran, for all scopes; a scope that is up to date then costs no query. Steps run in key
 * order, each in its own transaction under a lock, so that processes that start together do each step once.
 */
export async function createMigrator(database: Database, clock: Clock): Promise<Migrator> {
  const applied = await readApplied(database);
  return {
    async migrate(scope, steps) {
      refuseNewer(applied, scope, Object.keys(steps));
      for (const name of Object.keys(steps).sort()) {
        const step = steps[name];
        if (step === undefined || applied.has(stepKey(scope, name))) continue;
        await applyStep(database, clock, scope, name, step);
        applied.add(stepKey(scope, name));
      }
    },
  };
}

const stepKey = (scope: string, name: string): string => `${scope}/${name}`;

/** @throws OracleError `config_invalid` when a step ran that comes after all that this version has */
function refuseNewer(applied: ReadonlySet<string>, scope: string, names: readonly string[]): void {
  const newest = names.toSorted().at(-1) ?? '';
  const prefix = stepKey(scope, '');
  const newer = [...applied].filter((key) => key.startsWith(prefix) && key.slice(prefix.length) > newest);
  if (newer.length === 0) return;
  const words = newer.map((key) => `'${key.slice(prefix.length)}'`).sort();
  throw new OracleError('config_invalid', {
    detail: `A newer version has used this database: this one does not know schema step ${words.join(', ')} of '${scope}'.`,
    hint: 'Start that version or a newer one, or restore the backup from before it.',
  });
}

async function readApplied(database: Database): Promise<Set<string>> {
  const { db } = database;
  const read = async () => {
    const rows = await db.selectFrom('core_migrations').select(['scope', 'name']).execute();
    return new Set(rows.map((row) => stepKey(row.scope, row.name)));
  };
  try {
    return await read();
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
    // A new database has no such table yet. If that was not the reason, the second read tells.
    await db.transaction().execute(async (trx) => {
      await database.lockMigrations(trx);
      await createMigrationTable(trx);
    });
    return read();
  }
}

function createMigrationTable(db: Kysely<Tables>): Promise<void> {
  return db.schema
    .createTable('core_migrations')
    .ifNotExists()
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_migrations_pk', ['scope', 'name'])
    .execute();
}

async function applyStep(
  database: Database,
  clock: Clock,
  scope: string,
  name: string,
  step: Migration,
): Promise<void> {
  try {
    await database.db.transaction().execute(async (trx) => {
      await database.lockMigrations(trx);
      if (await isApplied(trx, scope, name)) return;
      await step.up(trx as unknown as Kysely<unknown>);
      await trx.insertInto('core_migrations').values({ scope, name, applied_at: clock.now() }).execute();
    });
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
    throw new OracleError('internal', {
      detail: `Schema step '${name}' of '${scope}' failed: ${messageOf(error)}.`,
      hint: 'The step was rolled back and runs again at the next start.',
      cause: error,
    });
  }
}

async function isApplied(trx: Transaction<Tables>, scope: string, name: string): Promise<boolean> {
  const row = await trx
    .selectFrom('core_migrations')
    .select('name')
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}
