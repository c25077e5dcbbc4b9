import type { Kysely } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';

/** The plugin's schema steps. A step that shipped never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-preferences': { up: createPreferences },
};

async function createPreferences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_preferences')
    .addColumn('principal', 'text', (column) => column.primaryKey())
    .addColumn('preferences', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}
