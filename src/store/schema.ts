import { type Kysely, sql } from 'kysely';
import type { Migration } from '../plugin/index.js';
import { createAccess, createAudit, createKeys, createUcans } from './access-schema.js';
import { amendMessages } from './amended-schema.js';
import { limitKeys, limitRunsOfKeys, nameKeyPrincipals, renewKeysInPlace } from './api-keys-schema.js';
import { createDecisions } from './decisions-schema.js';
import {
  createFollowers,
  createLeaseTable,
  createSharedCounts,
  leaseRuns,
  nameAskers,
} from './fleet-schema.js';
import { createPasskeys } from './passkeys-schema.js';
import { createPeople, createShares, nameOpenLinks } from './people-schema.js';
import { indexWaits } from './waiting-schema.js';

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
  '019-person-links': { up: nameOpenLinks },
  '020-run-askers': { up: nameAskers },
  '021-key-limits': { up: limitKeys },
  '022-waits-by-session': { up: indexWaits },
  '023-decisions': { up: createDecisions },
  '024-leases': { up: createLeaseTable },
  '025-key-runs': { up: limitRunsOfKeys },
  '026-followers': { up: createFollowers },
  '027-passkeys': { up: createPasskeys },
  '028-amended': { up: amendMessages },
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
