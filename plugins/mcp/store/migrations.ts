import type { Kysely } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';

/** The plugin's schema steps. A step that shipped never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-pins': { up: createPins },
};

async function createPins(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mcp_pins')
    .addColumn('server', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('face', 'text', (column) => column.notNull())
    .addColumn('accepted_at', 'bigint', (column) => column.notNull())
    .addColumn('accepted_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mcp_pins_key', ['server', 'tool'])
    .execute();
}
