import type { Kysely } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';

/** The plugin's schema steps. A step that shipped never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-matrix': { up: createTables },
  '002-outbox': { up: createOutbox },
  '003-questions': { up: createQuestions },
  '004-ciphertexts': { up: createCiphertexts },
  '005-said': { up: createSaid },
  '006-told': { up: noteTold },
};

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('matrix_accounts')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('access_token', 'text', (column) => column.notNull())
    .addColumn('recovery_key', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .execute();
  await db.schema
    .createTable('matrix_events')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('room_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('matrix_events_by_time').on('matrix_events').column('at').execute();
  await db.schema
    .createTable('matrix_sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('room_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('matrix_sessions_by_place')
    .on('matrix_sessions')
    .columns(['room_id', 'thread_id'])
    .execute();
  await db.schema
    .createTable('matrix_approvals')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('room_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('call_id', 'text', (column) => column.notNull())
    .addColumn('asker', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('quorum', 'integer', (column) => column.notNull())
    .addColumn('votes', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('matrix_approvals_by_session')
    .on('matrix_approvals')
    .columns(['session_id', 'state'])
    .execute();
  await db.schema
    .createTable('matrix_memories')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('room_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('written_by', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('matrix_memories_by_room')
    .on('matrix_memories')
    .columns(['room_id', 'at'])
    .execute();
}

/** What processes that are not connected want said. */
async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('matrix_outbox')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('room_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('fault', 'text', (column) => column.notNull())
    .execute();
}

/** What other plugins want asked, and where people are. */
async function createQuestions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('matrix_approvals')
    .addColumn('led_elsewhere', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('matrix_outbox')
    .addColumn('ask', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('matrix_people')
    .addColumn('principal_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('room_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Kept for ever: a homeserver may send a message again at any time. */
async function createCiphertexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('matrix_ciphertexts')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createSaid(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('matrix_said')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('corrects', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('matrix_said_by_session').on('matrix_said').column('session_id').execute();
  await db.schema
    .createIndex('matrix_said_by_corrected')
    .on('matrix_said')
    .columns(['corrects', 'state'])
    .execute();
}

/** Of messages that were changed before, the conversations are told at the next start. */
async function noteTold(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('matrix_said')
    .addColumn('told', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
