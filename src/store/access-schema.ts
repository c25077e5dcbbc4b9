import { type Kysely, sql } from 'kysely';

export async function createAccess(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('did', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .execute();
  // A name means one living key, so that `revoke <name>` cannot hit another.
  await db.schema
    .createIndex('core_api_keys_name')
    .unique()
    .on('core_api_keys')
    .column('name')
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
  await db.schema
    .createTable('core_login_sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('did', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('core_used_nonces')
    .addColumn('nonce', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

export async function createUcans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_ucan_uses')
    .addColumn('cid', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('core_ucan_uses_by_expiry').on('core_ucan_uses').column('expires_at').execute();
  await db.schema
    .createTable('core_ucan_revocations')
    .addColumn('cid', 'text', (column) => column.primaryKey())
    .addColumn('revoked_by', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  await db.schema
    .createTable('core_delegations')
    .addColumn('cid', 'text', (column) => column.primaryKey())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('core_delegations_by_issuer')
    .on('core_delegations')
    .columns(['issuer', 'created_at'])
    .execute();
}

export async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_keys')
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('master_id', 'text', (column) => column.notNull())
    .addColumn('wrapped', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_keys_pk', ['scope', 'name'])
    .execute();
}

export async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('invoker', 'text', (column) => column.notNull())
    .addColumn('details', 'text')
    .execute();
  await db.schema.createIndex('core_audit_by_time').on('core_audit').columns(['at', 'id']).execute();
  await db.schema
    .createIndex('core_audit_by_actor')
    .on('core_audit')
    .columns(['actor', 'at', 'id'])
    .execute();
}
