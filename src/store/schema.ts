import { type Kysely, sql } from 'kysely';
import type { Migration } from '../plugin/index.js';
import { nameKeyPrincipals, renewKeysInPlace } from './api-keys-schema.js';
import { createSharedCounts, leaseRuns } from './fleet-schema.js';
import { createPeople, createShares } from './people-schema.js';

/** The core's own schema steps (scope `core`). A step that shipped never changes; a new need is a new step. */
export const CORE_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-sessions': { up: createSessions },
  '002-runs': { up: createRuns },
  '003-checkpoints': { up: createCheckpoints },
  '004-access': { up: createAccess },
  '005-ucans': { up: createUcans },
  '006-keys': { up: createKeys },
  '007-audit': { up: createAudit },
  '008-waits': { up: keepRequests },
  '009-conversations': { up: createConversations },
  '010-links': { up: createLinks },
  '011-kept-sessions': { up: keepSessions },
  '012-variants': { up: createVariants },
  '013-key-principals': { up: nameKeyPrincipals },
  '014-run-leases': { up: leaseRuns },
  '015-people': { up: createPeople },
  '016-shares': { up: createShares },
  '017-shared-counts': { up: createSharedCounts },
  '018-live-keys': { up: renewKeysInPlace },
};

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('run_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('loaded_plugins', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .createIndex('core_sessions_by_owner')
    .on('core_sessions')
    .columns(['owner', 'updated_at', 'id'])
    .execute();
  await db.schema
    .createTable('core_messages')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_messages_pk', ['session_id', 'position'])
    .addUniqueConstraint('core_messages_id', ['session_id', 'id'])
    .execute();
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addUniqueConstraint('core_runs_ordinal', ['session_id', 'ordinal'])
    .execute();
  // One running run a session, whatever number of processes share the database.
  await db.schema
    .createIndex('core_runs_running')
    .unique()
    .on('core_runs')
    .column('session_id')
    .where(sql.ref('status'), '=', sql.lit('running'))
    .execute();
  await db.schema
    .createTable('core_run_events')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('first_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_run_events_pk', ['session_id', 'ordinal', 'first_seq'])
    .execute();
}

async function createCheckpoints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_checkpoints')
    .addColumn('thread_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('checkpoint_id', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_checkpoints_pk', ['thread_id', 'ns'])
    .execute();
  await db.schema
    .createTable('core_checkpoint_writes')
    .addColumn('thread_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('checkpoint_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('idx', 'integer', (column) => column.notNull())
    .addColumn('task_path', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_checkpoint_writes_pk', [
      'thread_id',
      'ns',
      'checkpoint_id',
      'task_id',
      'idx',
    ])
    .execute();
}

async function createAccess(db: Kysely<unknown>): Promise<void> {
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

async function createUcans(db: Kysely<unknown>): Promise<void> {
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

async function createKeys(db: Kysely<unknown>): Promise<void> {
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

async function createAudit(db: Kysely<unknown>): Promise<void> {
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

/**
 * What a run was asked with, kept while it waits. Waits and logs from before have another form: those waits are over,
 * and those logs are no longer kept.
 */
async function keepRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_runs').addColumn('request', 'text').execute();
  const ended = { from: sql.lit('interrupted'), to: sql.lit('cancelled') };
  await sql`update core_runs set status = ${ended.to} where status = ${ended.from}`.execute(db);
  for (const table of ['core_checkpoints', 'core_checkpoint_writes', 'core_run_events'])
    await sql`delete from ${sql.table(table)}`.execute(db);
}

async function createConversations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_conversations')
    .addColumn('plugin', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('core_conversations_pk', ['plugin', 'owner', 'key'])
    .execute();
  await db.schema
    .createIndex('core_conversations_by_session')
    .on('core_conversations')
    .column('session_id')
    .execute();
  await db.schema
    .createTable('core_sent')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addColumn('plugin', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_sent_pk', ['session_id', 'plugin', 'key'])
    .execute();
  await db.schema.createIndex('core_sent_by_expiry').on('core_sent').column('expires_at').execute();
}

async function createLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_links')
    .addColumn('account', 'text', (column) => column.primaryKey())
    .addColumn('did', 'text', (column) => column.notNull())
    .addColumn('linked_as', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('core_links_by_did').on('core_links').columns(['did', 'created_at']).execute();
  await db.schema
    .createTable('core_link_codes')
    .addColumn('did', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('linked_as', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('core_link_attempts')
    .addColumn('account', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** What a person does to a session: pin it, put it away, branch it. */
async function keepSessions(db: Kysely<unknown>): Promise<void> {
  for (const flag of ['pinned', 'archived'])
    await db.schema
      .alterTable('core_sessions')
      .addColumn(flag, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('core_sessions').addColumn('parent_session', 'text').execute();
  await db.schema.alterTable('core_sessions').addColumn('parent_message', 'text').execute();
  await db.schema
    .alterTable('core_sessions')
    .addColumn('own_from', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('core_sessions_by_owner').execute();
  await db.schema
    .createIndex('core_sessions_by_pin')
    .on('core_sessions')
    .columns(['owner', 'pinned', 'updated_at', 'id'])
    .execute();
}

/** Several answers to one message: all are kept, and one is in the thread. */
async function createVariants(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_sessions').addColumn('variant', 'text').execute();
  await db.schema.alterTable('core_messages').addColumn('variant', 'text').execute();
  await db.schema
    .alterTable('core_messages')
    .addColumn('hidden', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('core_messages_by_variant')
    .on('core_messages')
    .columns(['session_id', 'variant', 'position'])
    .where(sql.ref('variant'), 'is not', null)
    .execute();
  await db.schema
    .createTable('core_variants')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('core_sessions.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('chosen', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_variants_pk', ['session_id', 'id'])
    .execute();
}
