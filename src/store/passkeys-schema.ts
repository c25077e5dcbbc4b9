import type { Kysely } from 'kysely';

/** Passkeys, and which of them opened a session. */
export async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('did', 'text', (column) => column.notNull())
    .addColumn('rp_id', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('sign_count', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('synced', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_used_from', 'text')
    .execute();
  await db.schema
    .createIndex('core_passkeys_by_did')
    .on('core_passkeys')
    .columns(['did', 'created_at', 'id'])
    .execute();
  await db.schema.alterTable('core_login_sessions').addColumn('passkey', 'text').execute();
}
