import type { Migration } from 'oracle-runtime/plugin';

export interface ChatTables {
  chat_integration_inbox: {
    /** What makes it one: channel and time of a message, or the press of a button. */
    key: string;
    /** Slack's own id of the event; the key again for what has none. */
    event_id: string;
    /** JSON of `Incoming`; empty once it is done. */
    body: string;
    done: 0 | 1;
    tries: number;
    /** Milliseconds since the epoch: until then a process is at work on it. */
    held_until: number;
    /** The message that the answer stands in, once it has begun. */
    reply_ts: string | null;
    received_at: number;
  };
  chat_integration_said: {
    /** `<team>/<channel>/<ts>` of a message in Slack; `answer/…` for what the oracle said. */
    key: string;
    /** Empty while it waits to be taken into a conversation. */
    session_id: string;
    message_id: string;
    /** What the conversation is still to be told; `said` for nothing. */
    state: 'said' | 'changed' | 'deleted';
    /** What it says now; empty unless it is `changed`. */
    text: string;
    at: number;
  };
  chat_integration_threads: {
    /** `<team>/<channel>/<thread>/<user>`: who talks with the oracle in which thread. */
    key: string;
    used_at: number;
  };
  chat_integration_questions: {
    run_id: string;
    approval_id: string;
    session_id: string;
    summary: string;
    channel: string;
    /** `<team>/<user>` who alone decides it; null of one that was asked before this was kept. */
    asker: string | null;
    /** The thread that it stands in, as `threadKey` names it. */
    thread: string | null;
    /** Of the message with the buttons; null until it stands. */
    ts: string | null;
    approved: 0 | 1 | null;
    asked_at: number;
  };
}

/** Schema of the plugin's tables, for SQLite and PostgreSQL. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-slack': {
    async up(db) {
      await db.schema
        .createTable('chat_integration_inbox')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('event_id', 'text', (c) => c.notNull().unique())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('done', 'integer', (c) => c.notNull())
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('held_until', 'bigint', (c) => c.notNull())
        .addColumn('reply_ts', 'text')
        .addColumn('received_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('chat_integration_threads')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('used_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('chat_integration_questions')
        .addColumn('run_id', 'text', (c) => c.notNull())
        .addColumn('approval_id', 'text', (c) => c.notNull())
        .addColumn('session_id', 'text', (c) => c.notNull())
        .addColumn('summary', 'text', (c) => c.notNull())
        .addColumn('channel', 'text', (c) => c.notNull())
        .addColumn('ts', 'text')
        .addColumn('approved', 'integer')
        .addColumn('asked_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('chat_integration_questions_pk', ['run_id', 'approval_id'])
        .execute();
      await db.schema
        .createIndex('chat_integration_questions_by_session')
        .on('chat_integration_questions')
        .columns(['session_id'])
        .execute();
    },
  },
  '002-asker': {
    async up(db) {
      for (const column of ['asker', 'thread'])
        await db.schema.alterTable('chat_integration_questions').addColumn(column, 'text').execute();
    },
  },
  '003-said': {
    async up(db) {
      await db.schema
        .createTable('chat_integration_said')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('session_id', 'text', (c) => c.notNull())
        .addColumn('message_id', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('chat_integration_said_by_session')
        .on('chat_integration_said')
        .columns(['session_id'])
        .execute();
    },
  },
};
